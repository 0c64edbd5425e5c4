import type { BlockContent, PhrasingContent } from 'mdast';
import { place } from '../../handoff/shown';
import { hashIn } from '../../lib/hash';
import { member } from '../../lib/json';
import { momentInWords } from '../../lib/time';
import type { Event } from '../../model/event';
import { type SourcePage, seenAt, sourcePageOf } from '../../projection/source-pages';
import type { NumberedSource } from '../../projection/sources';
import { innerLink, nameNode, paragraph } from '../../prose/markdown-nodes';
import { whyOf } from '../../report/gaps';
import { linkFrom, type PageSession } from './context';
import { html, joined, type Markup, NOTHING } from './html';
import { nameHtml, numberLink } from './names-html';

/** What is kept of the page of a source: links to the files in the archive, how and when they came; or why there is none. */
export function copyHtml(page: PageSession, source: NumberedSource, prefix: string): Markup {
  const kept = sourcePageOf(page.view, source.url);
  if (!kept) return NOTHING;
  const own = (event: Event | null): Markup => anchorHtml(page, source, event, prefix);
  return html`
${kept.copy && html`<p>${own(kept.copy)} ${copyWords(kept)} ${filesHtml(page, kept)} <span class="quiet"><code>sha256 ${hashIn(kept.copy.body.artifact)}</code></span></p>`}
${kept.text && html`<p class="quiet">${own(kept.text)} Its words were found by ${nameHtml(toolOf(kept.text))}${cutWords(kept.text)}.</p>`}
${kept.words && html`<p class="quiet">${own(kept.words)} ${ALL}${nameHtml(toolOf(kept.words))} has it${cutWords(kept.words)}.</p>`}
${picturesHtml(page, kept, own)}${kept.gap && html`<p class="missing">${kept.copy ? NOTHING : own(kept.gap)} ${nameHtml(gapWords(page, kept.gap))}</p>`}`;
}

function picturesHtml(page: PageSession, { pictures }: SourcePage, own: (event: Event) => Markup): Markup {
  if (pictures.length === 0) return NOTHING;
  const items = pictures.map((event) => {
    const file = event.kind === 'artifact' ? page.artifact(hashIn(event.body.artifact) ?? '') : null;
    const name = nameHtml(pictureName(event));
    if (event.kind === 'gap')
      return html`<li class="missing">${own(event)} ${name}: ${nameHtml(gapWords(page, event))}</li>`;
    if (!file) return html`<li>${own(event)} ${name} (not in the archive)</li>`;
    const { sniffed, path, size } = file;
    return html`<li>${own(event)} <a href="${path}">${name}</a> <span class="quiet">${sniffed.mime}, ${size} bytes</span></li>`;
  });
  return html`<p class="quiet">Pictures of the page:</p><ul>${items}</ul>`;
}

function pictureName(event: Event<'artifact'> | Event<'gap'>): string {
  const address = event.kind === 'artifact' ? event.body.url : member(event.body.what, 'picture');
  return typeof address === 'string' ? address : 'a picture';
}

/** The number of an event where it is told; of a page that two sources name, at the first. */
function anchorHtml(
  { shown, told }: PageSession,
  { number }: NumberedSource,
  event: Event | null,
  prefix: string,
): Markup {
  if (!event || told.get(event.id) !== number) return NOTHING;
  const name = place(shown, event.id);
  return html`<span id="${prefix}${name}">${numberLink(prefix, name)}</span>`;
}

function filesHtml(page: PageSession, kept: SourcePage): Markup {
  const links = filesOf(kept).map(({ label, hash }) => {
    const file = page.artifact(hash);
    if (!file) return html`${label} (not in the archive)`;
    return html`<a href="${file.path}">${label}</a> <span class="quiet">${file.sniffed.mime}, ${file.size} bytes</span>`;
  });
  return html`${joined(links, '; ')}.`;
}

/** The same as Markdown. */
export function copyNodes(page: PageSession, source: NumberedSource): BlockContent[] {
  const kept = sourcePageOf(page.view, source.url);
  if (!kept) return [];
  const { copy, text, words: all, pictures, gap } = kept;
  const files = filesOf(kept).flatMap(({ label, hash }, index): PhrasingContent[] => {
    const file = page.artifact(hash);
    const link = file ? [innerLink(label, linkFrom(page.folder, file.path)), words(`, ${file.size} bytes`)] : [];
    return [...(index === 0 ? [] : [words('; ')]), ...(file ? link : [words(`${label} (not in the archive)`)])];
  });
  const number = (event: Event): string => `${place(page.shown, event.id)} `;
  return [
    ...(copy
      ? [
          paragraph(
            words(`${number(copy)}${copyWords(kept)} `),
            ...files,
            words(`. sha256 ${hashIn(copy.body.artifact)}.`),
            ...(text ? [words(` ${number(text)}Its words were found by `), nameNode(toolOf(text)), end(text)] : []),
            ...(all ? [words(` ${number(all)}${ALL}`), nameNode(toolOf(all)), words(' has it'), end(all)] : []),
          ),
        ]
      : []),
    ...pictures.map((event) => pictureNode(page, event, number(event))),
    ...(gap ? [paragraph(nameNode(`${copy ? '' : number(gap)}${gapWords(page, gap)}`))] : []),
  ];
}

function pictureNode(page: PageSession, event: Event<'artifact'> | Event<'gap'>, number: string): BlockContent {
  const before = [words(`${number}Picture `), nameNode(pictureName(event))];
  if (event.kind === 'gap') return paragraph(...before, words(': '), nameNode(gapWords(page, event)));
  const file = page.artifact(hashIn(event.body.artifact) ?? '');
  if (!file) return paragraph(...before, words(' (not in the archive).'));
  return paragraph(
    ...before,
    words(': '),
    innerLink(file.sniffed.mime, linkFrom(page.folder, file.path)),
    words(`, ${file.size} bytes.`),
  );
}

const ALL = 'Passages are looked for in all that it says, too, as ';
const cutWords = ({ body: { cut } }: Event<'artifact'>): string => (cut === true ? ', of its beginning only' : '');
const end = (event: Event<'artifact'>): PhrasingContent => words(`${cutWords(event)}.`);

const words = (value: string): PhrasingContent => ({ type: 'text', value });

interface NamedFile {
  readonly label: string;
  readonly hash: string;
}

function filesOf({ copy, text, words: all, earlier }: SourcePage): NamedFile[] {
  const files = [
    ['the page as it came', copy],
    ['its words', text],
    ['all that it says', all],
    ...earlier.map((each, index) => [`an earlier copy (${index + 1})`, each] as const),
  ] as const;
  return files.flatMap(([label, event]) => {
    const hash = event ? hashIn(event.body.artifact) : null;
    return hash === null ? [] : [{ label, hash }];
  });
}

function copyWords({ copy, copiedAt }: SourcePage): string {
  const when = copiedAt === null ? 'at a time that is not known' : momentInWords(copiedAt);
  const how = copy?.body.method === 'tab' ? 'what an open tab showed the person' : 'fetched by Valise, without cookies';
  const isCut = member(copy?.body.fetched, 'truncated') === true;
  return `Copy of ${when}, ${how}${isCut ? ', only its beginning' : ''}:`;
}

function gapWords({ view }: PageSession, gap: Event<'gap'>): string {
  const at = seenAt(view, gap);
  const to = member(gap.body.what, 'to');
  const where = typeof to === 'string' ? ` (${to})` : '';
  return `No copy${at === null ? '' : ` at ${momentInWords(at)}`}: ${whyOf(gap)}${where}.`;
}

function toolOf({ body: { tool } }: Event<'artifact'>): string {
  const said = [member(tool, 'name'), member(tool, 'version')];
  return said.filter((each) => typeof each === 'string').join(' ') || 'a tool that is not named';
}
