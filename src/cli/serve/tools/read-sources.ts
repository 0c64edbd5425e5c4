import { z } from 'zod';
import { foundWords, publishedWords } from '../../../archive/pages/describe';
import { quotedName } from '../../../handoff/markdown';
import { suppliedBy } from '../../../handoff/readable';
import { hashIn } from '../../../lib/hash';
import { counted } from '../../../lib/text';
import type { EvidenceCheck } from '../../../projection/evidence-state';
import { sourcePageOf } from '../../../projection/source-pages';
import type { NumberedSource } from '../../../projection/sources';
import { numberOf } from '../../../projection/view';
import { comparedWords, standWords } from '../../../report/evidence-words';
import { type Entry, failure, fittingEntries, notice, said } from '../answer';
import type { ServedSession } from '../served';
import { SESSION, SKIP, toolOf } from '../tool';

export const readSources = toolOf({
  name: 'read_sources',
  title: 'Read sources',
  description:
    'The numbered sources of a session: title, address, dates, whether it was cited, every passage with who supplied it, whether our own copy of the page still says so, and the hash of that copy (read it with read_artifact). In texts of events [3] means source 3.',
  input: z.strictObject({
    session: SESSION,
    number: z.int().min(1).optional().describe('Only this source.'),
    from: z.int().min(1).default(1).describe('Source to begin with.'),
    cited: z.boolean().default(false).describe('Only those that were cited.'),
    skip: SKIP,
  }),
  async run(served, { session: slug, number, from, cited, skip }) {
    const session = served.session(slug);
    if (typeof session === 'string') return failure(session);
    const { sources } = session.shown;
    const listed = listedIn(sources, { number, from, cited });
    if (listed.length === 0) return failure(noneWords(sources.length, number ?? from, cited));
    const evidence = await session.evidence();
    const { texts, whole, next } = fittingEntries(entriesOf(session, listed, evidence), skip);
    const rest = listed[whole];
    const more =
      rest === undefined
        ? ''
        : `More (${counted(listed.length - whole, 'source')}): read_sources with ${number === undefined ? 'from' : 'number'} ${rest.number}${next === null ? '' : `, skip ${next}`}.`;
    return said(notice(session.view), `${counted(sources.length, 'source')} in ${session.slug}.`, ...texts, more);
  },
});

interface Wanted {
  readonly number: number | undefined;
  readonly from: number;
  readonly cited: boolean;
}

const listedIn = (sources: readonly NumberedSource[], { number, from, cited }: Wanted): readonly NumberedSource[] =>
  sources.filter((each) =>
    number === undefined ? each.number >= from && (each.cited || !cited) : each.number === number,
  );

function noneWords(all: number, from: number, cited: boolean): string {
  if (all === 0) return 'This session has no sources.';
  return from > all
    ? `There is no source ${from}: the last is ${all}.`
    : `No source${cited ? ' that was cited' : ''} from ${from} on.`;
}

function* entriesOf(
  session: ServedSession,
  sources: readonly NumberedSource[],
  evidence: EvidenceCheck,
): Generator<Entry> {
  for (const source of sources) yield entryOf(session, source, evidence);
}

function entryOf(session: ServedSession, source: NumberedSource, evidence: EvidenceCheck): Entry {
  const { view, clean } = session;
  const checked = evidence.sources.get(source.number);
  const facts = [
    source.cited ? 'cited' : 'retrieved, not cited',
    `first in ${numberOf(view, source.event)}`,
    standWords(checked, source),
    ...copyFacts(session, source),
  ].filter((fact) => fact !== null);
  const lines = [
    source.url === null ? '' : `Address: ${source.url}`,
    source.site === null ? '' : `Site: ${source.site}`,
    source.published === null ? '' : publishedWords(source.published),
    foundWords(source.found) ?? '',
    ...source.passages.map(
      ({ text, origin }) => `Passage, ${suppliedBy(origin)}${comparedWords(checked, text)}:\n${text}`,
    ),
  ];
  return {
    head: `### [${source.number}] ${quotedName(clean(source.title ?? 'a source without a title'))}\n${facts.join(' · ')}`,
    quoted: clean(lines.filter((line) => line !== '').join('\n\n')),
    view,
  };
}

/** What is kept of the page, by hash. */
function copyFacts({ view }: ServedSession, { url }: NumberedSource): string[] {
  const kept = sourcePageOf(view, url);
  if (!kept) return [];
  return (
    [
      ['its words', kept.text],
      ['the page as it came', kept.copy],
    ] as const
  ).flatMap(([what, event]) => {
    const hash = event && hashIn(event.body.artifact);
    return hash ? [`${what}: sha256 ${hash}`] : [];
  });
}
