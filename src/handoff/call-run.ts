import { append } from '../lib/append';
import type { Event } from '../model/event';
import { messageOf } from '../projection/branches';
import { hasFailed } from '../report/failed';
import { type Building, cleanOf, follow, lose, loseSources, mediaOf, modelOf, takeReasoning } from './building';
import { argumentsOf, callName, NO_RESULT, resultText } from './calls';
import { quotedData } from './frame';
import { place } from './shown';
import type { Call, Picture } from './turns';

/** Writes the calls that follow one another from a place of the path on, in one turn; gives the place after them. */
export function callRun(building: Building, from: number): number {
  const calls: Event<'tool.call'>[] = [];
  let at = from;
  for (let event = building.path[at]; event; event = building.path[++at]) {
    if (event.kind === 'tool.call') calls.push(event);
    else if (event.kind === 'reasoning') append(building.reasoning, [event.id]);
    else break;
    building.events.add(event.id);
  }
  const inputs = calls.map((call) =>
    argumentsOf(call, cleanOf(building, call.id), (why) => lose(building, call.id, 'input', why)),
  );
  const pictures: Picture[] = [];
  const showing: Event[] = [];
  const written = calls.map((call, index) => {
    const results = resultsHere(building, call);
    for (const result of results) {
      const given = mediaOf(building, result);
      if (given.length > 0) showing.push(result);
      append(pictures, given);
    }
    return callOf(building, call, inputs[index] ?? {}, results);
  });
  put(building, calls[0], written);
  building.open = null;
  follow(building, showing, pictures);
  return at;
}

function put(building: Building, first: Event<'tool.call'> | undefined, calls: readonly Call[]): void {
  const last = building.turns.at(-1);
  const reasoning = takeReasoning(building, { role: 'assistant' });
  if (last?.role === 'assistant' && last.calls.length === 0 && mayFollow(building, first))
    building.turns[building.turns.length - 1] = { ...last, calls, reasoning: [...last.reasoning, ...reasoning] };
  else
    building.turns.push({
      role: 'assistant',
      event: first?.id ?? null,
      at: first?.at.occurred ?? null,
      model: first ? modelOf(building, first) : null,
      text: null,
      holds: [],
      calls,
      reasoning,
    });
}

/** A call that is a block goes with the words of its own message only. */
function mayFollow({ shown, open }: Building, call: Event | undefined): boolean {
  const message = call ? messageOf(shown.view, call.id) : null;
  return message === call?.id || message === open;
}

/** The results of a call, those on the branch before others. */
function resultsHere(building: Building, call: Event<'tool.call'>): readonly Event<'tool.result'>[] {
  const all = building.results.get(call.id) ?? [];
  const here = all.filter(({ id }) => building.onPath.has(id));
  const results = here.length > 0 ? here : all;
  if (call.body.hosted)
    lose(
      building,
      call.id,
      'tool.call',
      'The provider ran this tool; here it is an ordinary call of a function that no client has.',
    );
  if (results.length === 0)
    lose(building, call.id, 'result', 'No result was recorded; a sentence that says so stands in its place.');
  if (results.length > 1) lose(building, call.id, 'results', `Its ${results.length} results stand in one.`);
  for (const result of results) {
    building.events.add(result.id);
    loseSources(building, result);
  }
  return results;
}

function callOf(
  building: Building,
  call: Event<'tool.call'>,
  input: Readonly<Record<string, unknown>>,
  results: readonly Event<'tool.result'>[],
): Call {
  const { view } = building.shown;
  const words =
    results.length === 0 ? null : cleanOf(building, results[0]?.id ?? call.id)(resultText(building.shown, results));
  const put = (each: string): string => quotedData(view, each);
  return {
    id: `call_${place(building.shown, call.id).replace('-', '')}`,
    name: callName(call, building.clean),
    input,
    result: words === null ? NO_RESULT : put(words),
    quote: words === null ? null : { words, put },
    failed: results.some(({ body }) => hasFailed(body)),
    event: call.id,
    results: results.map(({ id }) => id),
  };
}
