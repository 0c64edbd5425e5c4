import { hashIn } from '../../lib/hash';
import type { Event } from '../../model/event';
import { ofBranch } from '../../projection/branches';
import { sourcePageOf } from '../../projection/source-pages';
import { type NumberedSource, partsOf } from '../../projection/sources';
import { fitting } from '../fitting';
import { quotedBlock } from '../frame';
import { clipped, shownName } from '../marks';
import { suppliedBy } from '../readable';
import { type HandoffUse, place, type Shown } from '../shown';

const PASSAGE = 600;
const PASSAGES = 3; // of each source
const LIMIT = 40_000;

/** Sources of a branch by number, with passages and who supplied them; the cited ones only, where any is cited. */
export function sourceSection(shown: Shown, path: readonly Event[], use: HandoffUse): string {
  const named = namedOn(shown, path);
  const picked = shown.sources.filter(({ number }) => shown.chosen.source(number));
  const here = picked.filter(({ evidence }) => evidence.some((name) => named.found.has(name)));
  const cited = here.filter(({ evidence }) => evidence.some((name) => named.cited.has(name)));
  const listed = cited.length > 0 ? cited : here;
  if (listed.length === 0) return '';
  const write = (source: NumberedSource): string => entry(shown, source, use === 'alone' ? PASSAGES : 0);
  const { kept, left } = fitting(listed, write, LIMIT);
  const others = picked.length - listed.length + left;
  const notes = [
    'Numbers in brackets in the texts mean these.',
    use === 'alone'
      ? 'A passage is what a claim rested on, cut where long.'
      : 'Their passages follow among the messages.',
    ...(others > 0 ? [`${others} more ${others === 1 ? 'is' : 'are'} in sources.json and in the log.`] : []),
  ];
  return `## Sources\n\n${notes.join(' ')}\n\n${quotedBlock(shown.view, kept.join('\n'))}`;
}

/** The evidence that a branch found or cites, each by `<event id>#<evidence id>`. */
function namedOn({ view }: Shown, path: readonly Event[]): { found: ReadonlySet<string>; cited: ReadonlySet<string> } {
  const isHere = ofBranch(view, path);
  const named = [...view.current.values()].filter(({ id }) => isHere(id)).flatMap(evidenceIn);
  const cited = new Set(named.flatMap(({ name, isCited }) => (isCited ? name : [])));
  return { found: new Set(named.map(({ name }) => name)), cited };
}

const evidenceIn = (event: Event): { readonly name: string; readonly isCited: boolean }[] =>
  partsOf(event).flatMap((part) => {
    if (part.type === 'citation') return part.evidence.map((name) => ({ name, isCited: true }));
    return part.type === 'evidence' ? [{ name: `${event.id}#${part.id}`, isCited: part.cited === true }] : [];
  });

function entry(shown: Shown, source: NumberedSource, most: number): string {
  const name = [source.title, source.url].flatMap((each) => (each === null ? [] : shownName(each))).join(', ');
  const copy = copyOf(shown, source);
  const passages = source.passages
    .slice(0, most)
    .map(({ text, origin }) => `  (${suppliedBy(origin)}) ${clipped(text, PASSAGE)}`);
  const more = most === 0 ? 0 : source.passages.length - passages.length;
  const rest = more > 0 ? [`  and ${more} more passages`] : [];
  return [`[${source.number}] ${name} (${place(shown, source.event)})`, ...copy, ...passages, ...rest].join('\n');
}

/** Where the words of our own copy of a source lie in the archive. */
function copyOf({ view, artifactPath }: Shown, { url }: NumberedSource): string[] {
  const kept = sourcePageOf(view, url);
  const hash = hashIn((kept?.text ?? kept?.copy)?.body.artifact ?? '');
  const path = hash === null ? null : artifactPath(hash);
  return path === null ? [] : [`  (a copy of the page was kept: ${path})`];
}
