import type { Event } from '../model/event';
import { eventsOf, type SessionView } from '../projection/view';

/**
 * The results of each tool call, by the call's id: those that name its `callId` in the same thread, else those of the
 * same tool below it in the tree before anything but results comes (a site without call ids puts the result under the
 * call). Some readers can only guess the call id from the place: of results that several tools gave, those of the called
 * tool are its own, and where none is, those of the tool that answered first.
 */
export function resultsOf(view: SessionView): ReadonlyMap<string, readonly Event<'tool.result'>[]> {
  const calls = eventsOf(view, 'tool.call');
  const byId = new Map(calls.map((call) => [call.id, call]));
  const byCallId = new Map(
    calls.flatMap(({ id, thread, body }) => (body.callId ? [[`${thread} ${body.callId}`, id]] : [])),
  );
  const owner = new Map<string, string | null>();
  const found = new Map<string, Event<'tool.result'>[]>();
  const pending: Event<'tool.result'>[] = [];
  const give = (result: Event<'tool.result'>, call: string): void => {
    const list = found.get(call);
    if (list) list.push(result);
    else found.set(call, [result]);
  };
  for (const result of eventsOf(view, 'tool.result')) {
    const call = result.body.callId ? byCallId.get(`${result.thread} ${result.body.callId}`) : undefined;
    if (call === undefined) pending.push(result);
    else {
      owner.set(result.id, call);
      give(result, call);
    }
  }
  for (const result of pending) {
    const call = byId.get(callAbove(view, result, owner) ?? '');
    if (call && isOfTool(result, call.body.name)) give(result, call.id);
  }
  return new Map([...found].map(([id, results]) => [id, own(results, byId.get(id)?.body.name)]));
}

function own(results: readonly Event<'tool.result'>[], name: string | null | undefined): Event<'tool.result'>[] {
  const same = results.filter((result) => isOfTool(result, name));
  return same.length > 0 ? same : results.filter((result) => isOfTool(result, results[0]?.body.name));
}

/** Tools of one family answer for each other (`web.run`, `web.search`); a tool without a name may be any. */
const isOfTool = ({ body }: Event<'tool.result'>, name: string | null | undefined): boolean =>
  !body.name || !name || familyOf(body.name) === familyOf(name);

const familyOf = (name: string): string => name.split('.', 1)[0] ?? name;

/** The call above a result, through other results only. What is found out on the way is noted for all of them. */
function callAbove(view: SessionView, result: Event, owner: Map<string, string | null>): string | null {
  const climbed: string[] = [];
  let at: Event | undefined = result;
  while (at?.kind === 'tool.result' && !owner.has(at.id)) {
    climbed.push(at.id);
    at = above(view, at.id);
  }
  const call = at?.kind === 'tool.call' ? at.id : (owner.get(at?.id ?? '') ?? null);
  for (const id of climbed) owner.set(id, call);
  return call;
}

const above = (view: SessionView, id: string): Event | undefined => view.current.get(view.parents.get(id)?.[0] ?? '');
