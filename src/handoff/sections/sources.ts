import type { NumberedSource } from '../../projection/sources';
import { fenced } from '../fence';
import { fitting } from '../fitting';
import { clipped, shownName } from '../marks';
import { suppliedBy } from '../readable';
import { type HandoffUse, place, type Shown } from '../shown';

const PASSAGE = 600;
const PASSAGES = 3; // of each source
const LIMIT = 40_000;

/** Sources by number, with passages and who supplied them; the cited ones only, where any is cited. */
export function sourceSection(shown: Shown, use: HandoffUse): string {
  const cited = shown.sources.filter(({ cited: isCited }) => isCited);
  const listed = cited.length > 0 ? cited : shown.sources;
  if (listed.length === 0) return '';
  const write = (source: NumberedSource): string => entry(shown, source, use === 'alone' ? PASSAGES : 0);
  const { kept, left } = fitting(listed, write, LIMIT);
  const others = shown.sources.length - listed.length + left;
  const notes = [
    'Numbers in brackets in the texts mean these.',
    use === 'alone'
      ? 'A passage is what a claim rested on, cut where long.'
      : 'Their passages follow among the messages.',
    ...(others > 0 ? [`${others} more ${others === 1 ? 'is' : 'are'} in sources.json and in the log.`] : []),
  ];
  return `## Sources\n\n${notes.join(' ')}\n\n${fenced(kept.join('\n'))}`;
}

function entry(shown: Shown, source: NumberedSource, most: number): string {
  const name = [source.title, source.url].flatMap((each) => (each === null ? [] : shownName(each))).join(', ');
  const passages = source.passages
    .slice(0, most)
    .map(({ text, origin }) => `  (${suppliedBy(origin)}) ${clipped(text, PASSAGE)}`);
  const more = most === 0 ? 0 : source.passages.length - passages.length;
  const rest = more > 0 ? [`  and ${more} more passages`] : [];
  return [`[${source.number}] ${name} (${place(shown, source.event)})`, ...passages, ...rest].join('\n');
}
