import { shownName } from '../../handoff/marks';
import { ticksOf } from '../../handoff/ticks';
import { html, joined, type Markup } from './html';
import { hostOf, outsideAddress } from './links';

/** What the links in somebody's words lead to. */
export interface TextLinks {
  /** The numbers of cited sources, as links. */
  readonly cites: (numbers: readonly number[]) => Markup;
  /** The file of the archive that an address means, or null. */
  readonly local: (address: string) => string | null;
}

const CITE = /\ue200([\d,]+)\ue201/;
const BOLD = /\*\*(?=\S)([^*\n]+?)\*\*/;
const LINK = /!?\[([^[\]\n]*)\]\(<?([^\s<>()]+(?:\([^\s<>()]*\)[^\s<>()]*)*)>?(?:\s+"[^"\n]*")?\)/;
const ADDRESS = /\bhttps?:\/\/[^\s<>"'`\ue200\ue201]*[^\s<>"'`.,;:!?)\]\ue200\ue201]/;
const WORDS = new RegExp([CITE, BOLD, LINK, ADDRESS].map(({ source }) => source).join('|'), 'g');

/** A line or more of somebody's words: code, bold, links and numbers of sources; in plain words only addresses and numbers. */
export function inlineHtml(text: string, links: TextLinks, isPlain: boolean): Markup {
  if (isPlain || !text.includes('`')) return wordsHtml(text, links, isPlain);
  return joined(text.split(/(\n)/).map((line) => lineHtml(line, links)));
}

/** A line with code spans in it. */
function lineHtml(line: string, links: TextLinks): Markup {
  const partner = ticksOf(line);
  const pieces: Markup[] = [];
  let last = 0;
  for (const { 0: run, index } of line.matchAll(/`+/g)) {
    const end = index < last ? null : partner(index + run.length, run.length);
    if (end === null) continue;
    const code = line.slice(index + run.length, end - run.length);
    pieces.push(wordsHtml(line.slice(last, index), links, false), html`<code dir="ltr">${withoutCites(code)}</code>`);
    pieces.push(wordsHtml(code.match(/\ue200[\d,]+\ue201/g)?.join('') ?? '', links, false));
    last = end;
  }
  pieces.push(wordsHtml(line.slice(last), links, false));
  return joined(pieces);
}

function wordsHtml(text: string, links: TextLinks, isPlain: boolean): Markup {
  const pieces: Markup[] = [];
  let last = 0;
  for (const match of text.matchAll(WORDS)) {
    const made = inlinePiece(match, links, isPlain);
    if (!made) continue;
    pieces.push(html`${text.slice(last, match.index)}`, made);
    last = match.index + match[0].length;
  }
  pieces.push(html`${text.slice(last)}`);
  return joined(pieces);
}

const withoutCites = (text: string): string => text.replace(/\ue200[\d,]+\ue201/g, '');

function inlinePiece(match: RegExpExecArray, links: TextLinks, isPlain: boolean): Markup | null {
  const [whole, numbers, bold, label, address] = match;
  if (numbers !== undefined) return links.cites(numbers.split(',').map(Number));
  if (isPlain && !whole.startsWith('http')) return null;
  if (bold !== undefined) return html`<b>${withoutCites(bold)}</b>`;
  if (address === undefined) return outsideHtml(whole, whole);
  const path = links.local(address);
  const words = withoutCites(label || address);
  return path === null ? outsideHtml(words, address) : html`<a href="${path}"><bdi>${words}</bdi></a>`;
}

/** A link that leads outside, with the host it leads to; an address of another kind is only words. */
export function outsideHtml(label: string, address: string): Markup {
  const safe = outsideAddress(withoutCites(address));
  const words = shownName(withoutCites(label));
  if (safe === null) return html`<bdi>${words}</bdi>`;
  const host = hostOf(safe);
  const note = words.includes(host) ? '' : ` (${host})`;
  return html`<a class="outside" href="${safe}" rel="noreferrer noopener" target="_blank"><bdi>${words}</bdi></a><span class="host">${note}</span>`;
}
