import { html, joined, type Markup } from './html';
import { hostOf, outsideAddress } from './links';
import type { CiteLinks } from './text-blocks';

const INLINE =
  /\ue200([\d,]+)\ue201|(`+)((?:(?!\2)[^\n])+?)\2(?!`)|\*\*(?=\S)([^*\n]+?)\*\*|!?\[([^[\]\n]*)\]\(<?([^\s<>()]+(?:\([^\s<>()]*\)[^\s<>()]*)*)>?(?:\s+"[^"\n]*")?\)|\bhttps?:\/\/[^\s<>"'`\ue200\ue201]*[^\s<>"'`.,;:!?)\]\ue200\ue201]/g;

/** A line or more of somebody's words: code, bold, links to the web and numbers of sources; in plain words only the last two. */
export function inlineHtml(text: string, cites: CiteLinks, isPlain: boolean): Markup {
  const pieces: Markup[] = [];
  let last = 0;
  for (const match of text.matchAll(INLINE)) {
    const made = inlinePiece(match, cites, isPlain);
    if (!made) continue;
    pieces.push(html`${text.slice(last, match.index)}`, made);
    last = match.index + match[0].length;
  }
  pieces.push(html`${text.slice(last)}`);
  return joined(pieces);
}

function inlinePiece(match: RegExpExecArray, cites: CiteLinks, isPlain: boolean): Markup | null {
  const [whole, numbers, , code, bold, label, address] = match;
  if (numbers !== undefined) return cites(numbers.split(',').map(Number));
  if (isPlain && !whole.startsWith('http')) return null;
  if (code !== undefined) return html`<code dir="ltr">${code.replace(/\ue200[\d,]+\ue201/g, '')}</code>`;
  if (bold !== undefined) return html`<b>${bold.replace(/\ue200[\d,]+\ue201/g, '')}</b>`;
  if (address !== undefined) return outsideHtml(label || address, address);
  return outsideHtml(whole, whole);
}

/** A link that leads outside, with the host it leads to; an address of another kind is only words. */
export function outsideHtml(label: string, address: string): Markup {
  const safe = outsideAddress(address.replace(/\ue200[\d,]+\ue201/g, ''));
  const words = label.replace(/\ue200[\d,]+\ue201/g, '');
  if (safe === null) return html`<bdi>${words}</bdi>`;
  const host = hostOf(safe);
  const note = words.includes(host) ? '' : ` (${host})`;
  return html`<a class="outside" href="${safe}" rel="noreferrer noopener" target="_blank"><bdi>${words}</bdi></a><span class="host">${note}</span>`;
}
