import { attachedName } from '../../handoff/attached';
import { type CitedText, citedTexts, type LooseCite, looseCites } from '../../handoff/cited';
import { seenName, withoutMarks } from '../../handoff/marks';
import { jsonLines, missingWords, suppliedBy } from '../../handoff/readable';
import { writtenIn } from '../../handoff/run';
import { place } from '../../handoff/shown';
import { RUN_WORDS, runsBefore } from '../../handoff/thoughts';
import { derivedWords } from '../../handoff/versions';
import { hashIn } from '../../lib/hash';
import { counted } from '../../lib/text';
import { fileIcon } from '../../look/icons';
import type { Event } from '../../model/event';
import type { Part, PartOf } from '../../model/parts';
import { partsOf } from '../../projection/sources';
import type { Ways } from '../../prose/ways';
import { UNNAMED_FILE, UNNAMED_SOURCE, whyOf } from '../../report/gaps';
import { type Beside, besideOf, isMedia, type MediaPart, mediaHash, unnamedMedia } from '../../report/media';
import type { PageSession } from './context';
import { html, joined, type Markup, NOTHING } from './html';
import { iconHtml } from './icon-html';
import { inPlace } from './in-place';
import { isInText, isPicture, localFiles } from './local-files';
import { nameHtml, numberLink } from './names-html';
import { citeTree, codeHtml, markdownHtml, outsideHtml, plainHtml, treeHtml } from './tree-html';

/** The parts of an event, in order. */
export function partsHtml(page: PageSession, event: Event, prefix: string): Markup {
  const parts = partsOf(event);
  const texts = citedTexts(page.shown, parts);
  const cites = looseCites(page.shown, parts, texts);
  const local = localFiles(page, event, parts);
  const ways = { cite: citeTree(prefix), local: (address: string) => local.get(address) ?? null };
  const scope = (index: number): string => `${prefix}${place(page.shown, event.id)}.${index}.`;
  const runs = runsBefore(event);
  const placed = inPlace(page, event);
  const written = new Map(
    [...texts].map(([index, text]) => [index, textHtml(page, text, { ...ways, scope: scope(index) })]),
  );
  const said = joined([...written.values()]).markup;
  const write = (part: Part, index: number): Markup => {
    const text = written.get(index);
    if (text) return text;
    if (isMedia(part)) return placedHtml(page, placed.get(index), prefix, mediaHtml(page, event, part, said));
    if (part.type === 'citation') return citationHtml(cites.get(index), prefix);
    return isInText(event, part) ? NOTHING : partHtml(page, event.id, part, prefix);
  };
  return joined(
    parts.map((part, index) => {
      const run = runs.get(index);
      return html`${run === undefined ? NOTHING : html`<p class="quiet">${RUN_WORDS[run]}:</p>`}${write(part, index)}`;
    }),
  );
}

/** Numbers of sources as links to them. */
export const citeLinks =
  (prefix: string) =>
  (numbers: readonly number[]): Markup =>
    treeHtml(numbers.map(citeTree(prefix)));

function textHtml({ prose }: PageSession, text: CitedText, ways: Ways): Markup {
  const attached = attachedName(text.part);
  if (attached !== null) return codeHtml(text.text, `attached, ${attached || 'a pasted text'}`);
  if (text.part.format === 'markdown') return markdownHtml(prose(text), ways);
  return text.part.format === 'plain' ? plainHtml(text, ways) : codeHtml(text.text, 'html', 'html');
}

function partHtml({ shown }: PageSession, id: string, part: Part, prefix: string): Markup {
  switch (part.type) {
    case 'code':
      return codeHtml(part.text, part.language ?? '', part.language ?? '');
    case 'json':
      return codeHtml(jsonLines(part.value), typeof part.of === 'string' ? `${part.of}, json` : 'json', 'json');
    case 'command':
      return joined(writtenIn(part).map(({ text, what }) => codeHtml(text, what)));
    case 'diff':
      return codeHtml(part.text, part.path ?? 'diff', 'diff');
    case 'refusal':
      return html`<p class="text" dir="auto">${withoutMarks(part.text)}</p>`;
    case 'evidence':
      return evidenceHtml(part, shown.sourceNumber.get(`${id}#${part.id}`), prefix);
    case 'link':
      return html`<p>${outsideHtml(part.url, part.url)}</p>`;
    case 'placeholder':
      return html`<p class="quiet">Not readable: ${nameHtml(part.reason)}</p>`;
    default:
      return NOTHING;
  }
}

function citationHtml(cite: LooseCite | undefined, prefix: string): Markup {
  if (!cite) return NOTHING;
  if ('numbers' in cite) return html`<p class="quiet">Cited: ${citeLinks(prefix)(cite.numbers)}</p>`;
  const { title, url } = cite.unproven;
  const name = seenName(title, url) ?? UNNAMED_SOURCE;
  return html`<p class="quiet">Cited, without evidence: ${url ? outsideHtml(name, url) : nameHtml(name)}</p>`;
}

function evidenceHtml(part: PartOf<'evidence'>, number: number | undefined, prefix: string): Markup {
  const name = nameHtml(seenName(part.title, part.url) ?? UNNAMED_SOURCE);
  const origins = [...new Set(part.passages.map(({ origin }) => suppliedBy(origin)))].join(', ');
  const passages = part.passages.length === 0 ? '' : ` ${counted(part.passages.length, 'passage')}, ${origins}`;
  return html`<p>${number === undefined ? NOTHING : citeLinks(prefix)([number])} ${name}<span class="quiet">${passages}</span></p>`;
}

/** A file where a part names it, or why its bytes are not there. `said`: the event’s texts as they are shown. */
function mediaHtml(page: PageSession, event: Event, part: MediaPart, said: string): Markup {
  const hash = mediaHash(page.view, event, part);
  const name = seenName(part.name) ?? unnamedMedia(part);
  if (hash !== null) return storedHtml(page, hash, name, typeof part.alt === 'string' ? part.alt : name, said);
  const gap = besideOf(page.view, event, part);
  const words = missingWords(page.shown, event, part, gap?.kind === 'gap' ? whyOf(gap) : null);
  return html`<p class="missing">${nameHtml(name)}: ${words}.</p>`;
}

/** With the number of what is said there, and its anchor. */
function placedHtml({ shown }: PageSession, beside: Beside | undefined, prefix: string, media: Markup): Markup {
  if (!beside) return media;
  const number = place(shown, beside.id);
  const role = beside.kind === 'artifact' ? html`${nameHtml(beside.body.role)} ` : NOTHING;
  return html`<div class="placed" id="${prefix}${number}">${media}<p class="quiet">${role}${numberLink(prefix, number)}</p></div>`;
}

/** The file that an `artifact` event names. */
export function fileHtml(page: PageSession, event: Event<'artifact'>): Markup {
  const { body } = event;
  const derived = derivedWords(page.view, event);
  return html`${storedHtml(page, hashIn(body.artifact) ?? '', seenName(body.name) ?? UNNAMED_FILE, body.name ?? '')}<p class="quiet">${nameHtml(body.role)}, ${body.bytes ?? 'unknown'} bytes${derived === null ? '' : `, ${derived}`}</p>`;
}

/** Something that lies in the archive: pictures and sounds are shown, the rest, and what words show already, is a link. */
function storedHtml(page: PageSession, hash: string, name: string, alt: string, said = ''): Markup {
  const file = page.artifact(hash);
  if (!file) {
    const where = page.has(hash) ? 'it lies in raw.pack' : 'its bytes are not in the archive';
    return html`<p class="quiet">${nameHtml(name)}: ${where} <code>sha256 ${hash}</code></p>`;
  }
  const { path, sniffed, size } = file;
  const link = html`${iconHtml(fileIcon(sniffed.mime))} <a href="${path}">${nameHtml(name)}</a> <span class="quiet">${sniffed.mime}, ${size} bytes</span>`;
  if (isPicture(sniffed.mime) && !said.includes(`<img src="${path}"`))
    return html`<figure><img src="${path}" alt="${nameHtml(alt, 'text')}" loading="lazy"><figcaption>${link}</figcaption></figure>`;
  if (sniffed.mime.startsWith('audio/'))
    return html`<figure><audio controls preload="none" src="${path}"></audio><figcaption>${link}</figcaption></figure>`;
  if (sniffed.mime.startsWith('video/'))
    return html`<figure><video controls preload="none" src="${path}"></video><figcaption>${link}</figcaption></figure>`;
  return html`<p>${link}</p>`;
}
