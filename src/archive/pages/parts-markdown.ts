import { attachedName } from '../../handoff/attached';
import { type CitedText, citedTexts, type LooseCite, looseCites, withCites } from '../../handoff/cited';
import { fenced } from '../../handoff/fence';
import { escapeName } from '../../handoff/markdown';
import { withoutMarks } from '../../handoff/marks';
import { jsonLines, missingWords, suppliedBy } from '../../handoff/readable';
import { writtenIn } from '../../handoff/run';
import { place } from '../../handoff/shown';
import { RUN_WORDS, runsBefore } from '../../handoff/thoughts';
import { derivedWords } from '../../handoff/versions';
import { hashIn } from '../../lib/hash';
import { counted } from '../../lib/text';
import type { Event } from '../../model/event';
import type { Part, PartOf } from '../../model/parts';
import { partsOf } from '../../projection/sources';
import { outsideAddress } from '../../prose/addresses';
import { UNNAMED_FILE, whyOf } from '../../report/gaps';
import { type Beside, besideOf, isMedia, type MediaPart, mediaHash, unnamedMedia } from '../../report/media';
import { linkFrom, type PageSession } from './context';
import { inPlace } from './in-place';
import { TOKEN, token } from './inline';
import { isInText, localFiles } from './local-files';
import { plainText, proseOf } from './prose';

/** The parts of an event as blocks of Markdown, in order. */
export function partsMarkdown(page: PageSession, event: Event): string[] {
  const parts = partsOf(event);
  const texts = citedTexts(page.shown, parts);
  const cites = looseCites(page.shown, parts, texts);
  const local = localLinks(page, event, parts);
  const isQuoted = quotes(event);
  const runs = runsBefore(event);
  const placed = inPlace(page, event);
  const write = (part: Part, index: number): string => {
    const text = texts.get(index);
    if (text) return isQuoted ? fenced(text.text, 'text') + loose(text) : local(textMarkdown(text));
    if (isMedia(part)) return mediaMarkdown(page, event, part, placed.get(index));
    if (part.type === 'citation') return citationMarkdown(cites.get(index));
    return isInText(event, part) ? '' : partMarkdown(page, event.id, part);
  };
  return parts
    .flatMap((part, index) => {
      const run = runs.get(index);
      return [...(run === undefined ? [] : [`*${RUN_WORDS[run]}:*`]), write(part, index)];
    })
    .filter((block) => block !== '');
}

/** Events whose words nobody said to be read: they stand in fences. */
const quotes = (event: Event): boolean =>
  event.kind === 'tool.result' || event.kind === 'config' || (event.kind === 'message' && event.body.role === 'tool');

/** Links to files of the session that somebody's words hold, as the site wrote them, become links into the archive. */
function localLinks(page: PageSession, event: Event, parts: readonly Part[]): (text: string) => string {
  const files = localFiles(page, event, parts);
  return (text) =>
    [...files].reduce(
      (linked, [pointer, { href }]) => linked.replaceAll(`\\](${pointer})`, `](${linkFrom(page.folder, href)})`),
      text,
    );
}

const links = (numbers: readonly number[]): string =>
  numbers.map((number) => `[\\[${number}\\]](#source-${number})`).join('');

const withLinks = (text: string): string =>
  text.replace(TOKEN, (_, numbers: string) => links(numbers.split(',').map(Number)));

function textMarkdown(text: CitedText): string {
  const attached = attachedName(text.part);
  if (attached !== null)
    return `Attached, ${escapeName(attached || 'a pasted text')}:\n\n${fenced(text.text, 'text')}${loose(text)}`;
  const marked = withCites(text, token);
  if (text.part.format === 'markdown') return withLinks(proseOf(marked));
  return text.part.format === 'plain' ? withLinks(plainText(marked)) : fenced(text.text, 'html') + loose(text);
}

/** Sources of a text that is shown in a fence: after it. */
const loose = ({ cites }: CitedText): string =>
  cites.length === 0 ? '' : `\n\n${links([...new Set(cites.flatMap(({ numbers }) => numbers))])}`;

const RUN = { 'what was run': 'What was run', output: 'Output', errors: 'Errors' } as const;

function partMarkdown({ shown }: PageSession, id: string, part: Part): string {
  switch (part.type) {
    case 'code':
      return fenced(part.text, part.language ?? '');
    case 'json':
      return `${typeof part.of === 'string' ? `${escapeName(part.of)}:\n\n` : ''}${fenced(jsonLines(part.value), 'json')}`;
    case 'command':
      return writtenIn(part)
        .map(({ text, what }) => `${RUN[what]}:\n\n${fenced(text, 'text')}`)
        .join('\n\n');
    case 'diff':
      return `${part.path ? `${escapeName(part.path)}\n\n` : ''}${fenced(part.text, 'diff')}`;
    case 'refusal':
      return proseOf(withoutMarks(part.text));
    case 'evidence':
      return evidenceMarkdown(part, shown.sourceNumber.get(`${id}#${part.id}`));
    case 'link':
      return outsideLink(part.url, part.url);
    case 'placeholder':
      return `*Not readable: ${escapeName(part.reason)}*`;
    default:
      return '';
  }
}

function citationMarkdown(cite: LooseCite | undefined): string {
  if (!cite) return '';
  if ('numbers' in cite) return `Cited: ${links(cite.numbers)}`;
  const { title, url } = cite.unproven;
  return `Cited, without evidence: ${url ? outsideLink(title ?? url, url) : escapeName(title ?? '')}`;
}

/** A link that leads outside says so; an address of another kind is only words. */
function outsideLink(label: string, url: string): string {
  const address = outsideAddress(url);
  return address === null ? escapeName(label) : `[${escapeName(label)}](<${address}>) (outside)`;
}

function evidenceMarkdown(part: PartOf<'evidence'>, number: number | undefined): string {
  const name = escapeName(part.title ?? part.url ?? 'A source without name');
  const head = `- ${number === undefined ? '' : `${links([number])} `}${name}`;
  const origins = [...new Set(part.passages.map(({ origin }) => suppliedBy(origin)))].join(', ');
  const count = part.passages.length;
  return count === 0 ? head : `${head} (${counted(count, 'passage')}, ${origins}: see the source)`;
}

/** A file where a part names it, or why its bytes are not there; `beside`: what is said there, with its number. */
function mediaMarkdown(page: PageSession, event: Event, part: MediaPart, beside: Beside | undefined): string {
  const hash = mediaHash(page.view, event, part);
  const name = part.name ? `${part.type} ${part.name}` : unnamedMedia(part);
  const number = beside === undefined ? [] : [place(page.shown, beside.id)];
  if (hash !== null) {
    const role = beside?.kind === 'artifact' ? [escapeName(beside.body.role)] : [];
    return [fileOf(page, hash, name, part.type === 'image'), ...[...number, ...role].map((word) => ` · ${word}`)].join(
      '',
    );
  }
  const gap = besideOf(page.view, event, part);
  const words = missingWords(page.shown, event, part, gap?.kind === 'gap' ? whyOf(gap) : null);
  return `*${[escapeName(name), ...number].join(', ')}: ${words}.*`;
}

/** The file that an `artifact` event names. */
export function fileMarkdown(page: PageSession, event: Event<'artifact'>): string {
  const { body } = event;
  const derived = derivedWords(page.view, event);
  const file = fileOf(page, hashIn(body.artifact) ?? '', body.name ?? UNNAMED_FILE, false);
  return `${file} · ${escapeName(body.role)}${body.bytes === undefined ? '' : `, ${body.bytes} bytes`}${derived === null ? '' : `, ${derived}`}`;
}

function fileOf(page: PageSession, hash: string, name: string, isImage: boolean): string {
  const file = page.artifact(hash);
  const label = escapeName(name);
  if (!file)
    return page.has(hash)
      ? `${label} (in \`raw.pack\`, sha256 ${hash})`
      : `*${label}: its bytes are not in the archive (sha256 ${hash}).*`;
  const link = `[${label}](${linkFrom(page.folder, file.path)})`;
  return isImage && file.sniffed.mime.startsWith('image/') ? `!${link}` : link;
}
