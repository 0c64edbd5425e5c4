import { fenced } from '../../handoff/fence';
import { codeSpan, escapeName } from '../../handoff/markdown';
import { withoutMarks } from '../../handoff/marks';
import { place } from '../../handoff/shown';
import { momentInWords } from '../../lib/time';
import type { Event } from '../../model/event';
import type { PageSession } from './context';
import { emptyWords, headingTime, headlineOf } from './describe';
import { type Fact, factsOf } from './facts';
import { fileMarkdown, partsMarkdown } from './parts-markdown';

/** One event of the transcript, with what hangs beside it. */
export function entryOf(page: PageSession, event: Event): string[] {
  const at = headingTime(event);
  const time = at === null ? '' : ` · ${momentInWords(at, 'second')}`;
  const trust = page.trust(event);
  const head = `### ${place(page.shown, event.id)} · ${escapeName(headlineOf(event))}${time}${trust === null ? '' : ` · ${trust}`}`;
  const beside = page.outline().beside.get(event.id) ?? [];
  return [head, ...bodyOf(page, event), ...beside.flatMap((each) => besideEntry(page, each))];
}

function besideEntry(page: PageSession, event: Event): string[] {
  return [`*Beside it, ${place(page.shown, event.id)}: ${escapeName(headlineOf(event))}*`, ...bodyOf(page, event)];
}

function bodyOf(page: PageSession, event: Event): string[] {
  const facts = factsOf(page.shown, event);
  const short = facts
    .filter(({ block }) => block === undefined)
    .map((fact) => `- ${labelOf(fact)}: ${escapeName(fact.value)}`);
  const parts = partsMarkdown(page, event);
  const rest = [
    ...(event.kind === 'artifact' ? [fileMarkdown(page, event)] : []),
    ...(short.length > 0 ? [short.join('\n')] : []),
    ...facts.flatMap(factBlock),
  ];
  const isEmpty = parts.length === 0 && (rest.length === 0 || event.kind === 'message');
  const empty = isEmpty ? emptyWords(event) : null;
  return [...(empty === null ? parts : [`*${empty}*`]), ...rest];
}

const labelOf = ({ label, isTheirs }: Fact): string => (isTheirs ? codeSpan(label) : escapeName(label));

function factBlock(fact: Fact): string[] {
  const { value, block } = fact;
  return block === undefined ? [] : [`${labelOf(fact)}:`, fenced(withoutMarks(value), block)];
}
