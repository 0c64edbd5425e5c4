import { fenced } from '../../handoff/fence';
import { escapeName } from '../../handoff/markdown';
import { withoutMarks } from '../../handoff/marks';
import { place } from '../../handoff/shown';
import type { Event } from '../../model/event';
import type { PageSession } from './context';
import { type Fact, factsOf, headlineOf } from './describe';
import { fileMarkdown, partsMarkdown } from './parts-markdown';

/** One event of the transcript, with what hangs beside it. */
export function entryOf(page: PageSession, event: Event): string[] {
  const time = event.at.occurred === null ? '' : ` · ${event.at.occurred.slice(0, 19).replace('T', ' ')}`;
  const trust = page.trust(event);
  const head = `### ${place(page.shown, event.id)} · ${escapeName(headlineOf(event))}${time}${trust === null ? '' : ` · ${trust}`}`;
  const beside = page.outline().beside.get(event.id) ?? [];
  return [head, ...bodyOf(page, event), ...beside.flatMap((each) => besideEntry(page, each))];
}

function besideEntry(page: PageSession, event: Event): string[] {
  return [`*Beside it, ${place(page.shown, event.id)}: ${escapeName(headlineOf(event))}*`, ...bodyOf(page, event)];
}

function bodyOf(page: PageSession, event: Event): string[] {
  const facts = factsOf(event);
  const short = facts
    .filter(({ block }) => block === undefined)
    .map(({ label, value }) => `- ${escapeName(label)}: ${escapeName(value)}`);
  return [
    ...partsMarkdown(page, event),
    ...(event.kind === 'artifact' ? [fileMarkdown(page, event)] : []),
    ...(short.length > 0 ? [short.join('\n')] : []),
    ...facts.flatMap(factBlock),
  ];
}

function factBlock({ label, value, block }: Fact): string[] {
  return block === undefined ? [] : [`${escapeName(label)}:`, fenced(withoutMarks(value), block)];
}
