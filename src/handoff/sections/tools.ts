import type { Event } from '../../model/event';
import { hasFailed } from '../../report/failed';
import { resultsOf } from '../../report/results';
import { fitting } from '../fitting';
import { quotedBlock } from '../frame';
import { clipped, shownName, withoutMarks } from '../marks';
import { toolWords } from '../names';
import { withoutFernet, withoutSealed } from '../opaque';
import { jsonText, readable } from '../readable';
import { place, type Shown } from '../shown';

const INPUT = 200;
const OUTPUT = 200;
const LIMIT = 30_000;

/** One line for each tool call: what was asked and what came back; and one for each result of which no call is known. */
export function toolSection(shown: Shown, path: readonly Event[]): string {
  const results = resultsOf(shown.view);
  const joined = new Set([...results.values()].flat().map(({ id }) => id));
  const steps = path.filter(
    (event) => event.kind === 'tool.call' || (event.kind === 'tool.result' && !joined.has(event.id)),
  );
  if (steps.length === 0) return '';
  const write = (event: Event): string => {
    if (event.kind === 'tool.call') return callLine(shown, event, results.get(event.id) ?? []);
    return event.kind === 'tool.result' ? resultLine(shown, event) : '';
  };
  const { kept, left } = fitting(steps, write, LIMIT, 'last');
  const note = left > 0 ? ` The ${left} earliest are left out here.` : '';
  return `## Work done with tools\n\nOne line for each call, cut where long.${note}\n\n${quotedBlock(shown.view, kept.join('\n'))}`;
}

function callLine(shown: Shown, call: Event<'tool.call'>, answers: readonly Event<'tool.result'>[]): string {
  const given = call.body.inputText ?? jsonText(withoutSealed(call.body.input, () => undefined));
  const numbers = [call, ...answers].map(({ id }) => place(shown, id)).join(', ');
  return `${numbers} ${shownName(toolWords(call, call.body.class))} ${clipped(withoutFernet(withoutMarks(given)), INPUT)} -> ${cameBack(shown, answers)}`;
}

const resultLine = (shown: Shown, result: Event<'tool.result'>): string =>
  `${place(shown, result.id)} ${shownName(toolWords(result, 'a tool'))} (its call is not known) -> ${cameBack(shown, [result])}`;

/** What came back, cut as a whole; that and why something failed is never cut off behind what went well. */
function cameBack(shown: Shown, answers: readonly Event<'tool.result'>[]): string {
  if (answers.length === 0) return 'no result recorded';
  const failed = answers.filter(({ body }) => hasFailed(body));
  const well = answers.filter(({ body }) => !hasFailed(body));
  const failures = failed.map((answer) => {
    const words = cut(errorText(answer) || readable(shown, answer));
    return words === '' ? 'FAILED' : `FAILED: ${words}`;
  });
  const good = well.length === 0 ? [] : [cut(well.map((answer) => readable(shown, answer)).join(' ')) || 'nothing'];
  return [...failures, ...good].join('; ');
}

/** What a result says of its failure, where its parts do not. */
function errorText({ body }: Event<'tool.result'>): string {
  return body.parts.length === 0 && (body.error ?? null) !== null ? jsonText(body.error) : '';
}

const cut = (text: string): string =>
  clipped(withoutFernet(text.slice(0, OUTPUT * 16).replace(/`{3,}\w*/g, ' ')), OUTPUT);
