import { fenced } from '../../handoff/fence';
import { escapeName } from '../../handoff/markdown';
import { withoutMarks } from '../../handoff/marks';
import { suppliedBy } from '../../handoff/readable';
import { place, type Shown } from '../../handoff/shown';
import type { NumberedSource } from '../../projection/sources';
import { outsideAddress } from '../../prose/addresses';
import type { PageSession } from './context';
import { publishedWords } from './describe';

/** The sources of a session, numbered, as the end of its transcript. */
export function sourceList({ shown }: PageSession): string[] {
  if (shown.sources.length === 0) return [];
  return ['## Sources', ...shown.sources.flatMap((source) => sourceEntry(shown, source))];
}

function sourceEntry(shown: Shown, source: NumberedSource): string[] {
  const address = source.url === null ? null : outsideAddress(source.url);
  const link = address === null ? (source.url === null ? '' : escapeName(source.url)) : `<${address}> (outside)`;
  const facts = [source.site, source.published === null ? null : publishedWords(source.published)].flatMap((fact) =>
    fact === null ? [] : escapeName(fact),
  );
  const lines = [
    escapeName(source.title ?? 'Without a title'),
    link,
    [...facts, source.cited ? 'cited' : 'retrieved, not cited', `first in ${place(shown, source.event)}`].join(' · '),
  ];
  const passages = source.passages.flatMap(({ text, origin }) => [
    `Passage, ${suppliedBy(origin)}:`,
    fenced(withoutMarks(text), 'text'),
  ]);
  return [`### Source ${source.number}`, lines.filter((line) => line !== '').join('  \n'), ...passages];
}
