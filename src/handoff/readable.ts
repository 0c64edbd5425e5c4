import { canonical } from '../lib/json';
import type { Event } from '../model/event';
import type { Part, PartOf } from '../model/parts';
import { partsOf } from '../projection/sources';
import { isMedia, type MediaPart, mediaHash } from '../report/media';
import { attachedName } from './attached';
import { type CitedText, citedTexts, type LooseCite, looseCites, withCites } from './cited';
import { fenced } from './fence';
import { attachedBlock } from './frame';
import { shownName, withoutMarks } from './marks';
import { writtenIn } from './run';
import { place, type Shown } from './shown';
import { isOfPerson, lastVersionNamed } from './versions';

const WHO: Readonly<Record<string, string>> = {
  provider: 'supplied by the provider',
  page: 'read on the page',
  refetch: 'fetched later by the recorder',
  user: 'supplied by the person',
};

/** Who supplied a passage, in words. */
export const suppliedBy = (origin: string): string => WHO[origin] ?? 'of unknown origin';

/** The numbers of sources as they stand in a text: `[3][5]`. */
export const bracketed = (numbers: readonly number[]): string => numbers.map((number) => `[${number}]`).join('');

/** What an event says, as plain text for a model: texts as they are, sources by number, files by hash and path. */
export function readable(shown: Shown, event: Event): string {
  const parts = partsOf(event);
  const texts = citedTexts(shown, parts);
  const loose = looseCites(shown, parts, texts);
  const pieces = parts.flatMap((part, index) => {
    const cited = texts.get(index);
    if (cited) return textOf(shown, cited);
    if (isMedia(part)) return mediaNote(shown, event, part);
    if (part.type === 'citation') return looseCitation(loose.get(index));
    if (part.type === 'evidence') return evidenceText(shown, event.id, part);
    return otherText(part);
  });
  return pieces.filter((piece) => piece.trim() !== '').join('\n\n');
}

/** Words as they are; what was sent along with them stands in a fence, under its name. */
function textOf({ view }: Shown, cited: CitedText): string {
  const name = attachedName(cited.part);
  const text = withCites(cited, bracketed);
  return name === null || text.trim() === ''
    ? text
    : `[attached: ${name === '' ? 'a pasted text' : JSON.stringify(shownName(name))}]\n${attachedBlock(view, text)}`;
}

/** Stands where a source, a file or what an agent did was not picked. */
export const WITHHELD = 'not handed over, as the person chose';

/** A file that a text can only name: what it is, its hash, and where it lies in the archive. */
export function mediaNote(shown: Shown, event: Event, part: MediaPart): string {
  const hash = mediaHash(shown.view, event, part);
  if (!shown.chosen.file(hash)) return `[${part.type}: ${WITHHELD}]`;
  const name = part.name ? ` ${JSON.stringify(shownName(part.name))}` : '';
  const mime = part.mime ? `, ${shownName(part.mime)}` : '';
  if (hash === null) return `[${part.type}${name}${mime}: ${missingWords(shown, event, part)}]`;
  const path = shown.artifactPath(hash);
  return `[${part.type}${name}${mime}: sha256 ${hash}${path === null ? '' : `, in the archive at ${path}`}]`;
}

/** What is said of a file without bytes: why, where it is known, and that the archive has versions of it, where it has. */
export function missingWords(shown: Shown, event: Event, { name }: MediaPart, why: string | null = null): string {
  const version = isOfPerson(event) ? null : lastVersionNamed(shown.view, name);
  if (version === null) return why ?? 'its bytes are not in the archive';
  const lack =
    why === null
      ? 'the site’s own copy is not in the archive; versions of it are'
      : `${why}; versions of it are in the archive`;
  return `${lack}, the last is ${place(shown, version.event.id)}`;
}

/** A citation that has a place stands in the text; one without stands by itself. */
function looseCitation(cite: LooseCite | undefined): string {
  if (!cite) return '';
  if ('numbers' in cite) return `Cited: ${bracketed(cite.numbers)}`;
  const { title, url } = cite.unproven;
  return `Cited, without evidence: ${[title, url].flatMap((each) => (each ? shownName(each) : [])).join(', ')}`;
}

function evidenceText(shown: Shown, event: string, part: PartOf<'evidence'>): string {
  const number = shown.sourceNumber.get(`${event}#${part.id}`);
  if (!shown.chosen.source(number)) return `[${number}] (${WITHHELD})`;
  const name = [part.title, part.url].flatMap((each) => (each ? shownName(each) : []));
  const head = `[${number ?? '?'}] ${name.join(', ') || 'a source without name or address'}`;
  const passages = part.passages.map(({ text, origin }) => `Passage (${suppliedBy(origin)}): ${withoutMarks(text)}`);
  return [head, ...passages].join('\n');
}

function otherText(part: Part): string {
  switch (part.type) {
    case 'code':
      return fenced(part.text, part.language ?? '');
    case 'json':
      return fenced(jsonText(part.value), 'json');
    case 'command':
      return writtenIn(part)
        .map(({ text, what }) => `${what}:\n${fenced(text, 'text')}`)
        .join('\n');
    case 'diff':
      return fenced(part.text, 'diff');
    case 'refusal':
      return withoutMarks(part.text);
    case 'link':
      return shownName(part.url);
    case 'placeholder':
      return `[not readable: ${shownName(part.reason)}]`;
    default:
      return '';
  }
}

/** A value as JSON on one line: keys in one order everywhere. */
export const jsonText = (value: unknown): string => withoutMarks(canonical(value ?? null));

const ONE_LINE = 80;

/** A value as JSON for people: short on one line, else a member on each. */
export function jsonLines(value: unknown): string {
  const line = jsonText(value);
  return line.length <= ONE_LINE ? line : withoutMarks(JSON.stringify(value, null, 2));
}
