import type { Event } from '../model/event';
import { eventsOf, type SessionView } from '../projection/view';

/**
 * The results of each tool call, by the call's id: those that name its `callId` in the same thread, else those below it
 * in the tree before anything but results comes (a site without call ids puts the result under the call).
 */
export function resultsOf(view: SessionView): ReadonlyMap<string, readonly Event<'tool.result'>[]> {
  const calls = eventsOf(view, 'tool.call');
  const byCallId = new Map(
    calls.flatMap(({ id, thread, body }) => (body.callId ? [[`${thread} ${body.callId}`, id]] : [])),
  );
  const owner = new Map<string, string | null>();
  const found = new Map<string, Event<'tool.result'>[]>();
  const pending: Event<'tool.result'>[] = [];
  const give = (result: Event<'tool.result'>, call: string): void => {
    owner.set(result.id, call);
    const list = found.get(call);
    if (list) list.push(result);
    else found.set(call, [result]);
  };
  for (const result of eventsOf(view, 'tool.result')) {
    const call = result.body.callId ? byCallId.get(`${result.thread} ${result.body.callId}`) : undefined;
    if (call === undefined) pending.push(result);
    else give(result, call);
  }
  for (const result of pending) {
    const call = callAbove(view, result, owner);
    if (call === null) owner.set(result.id, null);
    else give(result, call);
  }
  return found;
}

/** The call above a result, through other results only. */
function callAbove(view: SessionView, result: Event, owner: ReadonlyMap<string, string | null>): string | null {
  let event = above(view, result.id);
  while (event?.kind === 'tool.result') {
    const known = owner.get(event.id);
    if (known !== undefined) return known;
    event = above(view, event.id);
  }
  return event?.kind === 'tool.call' ? event.id : null;
}

const above = (view: SessionView, id: string): Event | undefined => view.current.get(view.parents.get(id)?.[0] ?? '');
