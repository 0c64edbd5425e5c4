import type { Event } from '../../model/event';
import { resultsOf } from '../../report/results';
import { fenced } from '../fence';
import { fitting } from '../fitting';
import { clipped, shownName, withoutMarks } from '../marks';
import { withoutFernet, withoutSealed } from '../opaque';
import { jsonText, readable } from '../readable';
import { place, type Shown } from '../shown';

const INPUT = 200;
const OUTPUT = 200;
const LIMIT = 30_000;

/** One line for each tool call: what was asked and what came back. */
export function toolSection(shown: Shown, path: readonly Event[]): string {
  const calls = path.filter((event) => event.kind === 'tool.call');
  if (calls.length === 0) return '';
  const results = resultsOf(shown.view);
  const write = (call: Event<'tool.call'>): string => callLine(shown, call, results.get(call.id) ?? []);
  const { kept, left } = fitting(calls, write, LIMIT, 'last');
  const note = left > 0 ? ` The ${left} earliest are left out here.` : '';
  return `## Work done with tools\n\nOne line for each call, cut where long.${note}\n\n${fenced(kept.join('\n'))}`;
}

function callLine(shown: Shown, call: Event<'tool.call'>, answers: readonly Event<'tool.result'>[]): string {
  const given = call.body.inputText ?? jsonText(withoutSealed(call.body.input, () => undefined));
  const came = answers.map((answer) => readable(shown, answer)).join(' ');
  const numbers = [call, ...answers].map(({ id }) => place(shown, id)).join(', ');
  const back = clipped(withoutFernet(came.slice(0, OUTPUT * 16).replace(/`{3,}\w*/g, ' ')), OUTPUT);
  const result = answers.length === 0 ? 'no result recorded' : back || 'nothing';
  return `${numbers} ${shownName(call.body.name || call.body.class)} ${clipped(withoutFernet(withoutMarks(given)), INPUT)} -> ${result}`;
}
