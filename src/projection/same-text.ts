import { folded } from '../lib/fold-text';

/** A site's marks in a text: what stands between two of them is a name, no word. */
const MARKS = /\ue200[^\ue200\ue201]*\ue201|[\ue200-\ue2ff]/g;
/** Where a link or a picture leads, in Markdown. Bounded: whoever wrote it may have written it against us. */
const TARGET = /\]\((?:[^()\s]|\([^()\s]{0,200}\)){0,2000}(?:[ \t\n]{1,4}"[^"\n]{0,300}")?[ \t]{0,4}\)/g;
/** Lines that only part or rule (tables, headings), and the sign before the item of a list. */
const RULES = /^[|:=\-*_ \t]{3,}$|^[ \t]{0,40}[-+*•][ \t]/gm;
const TAGS = /<\/?[a-z][^<>]{0,500}>/gi;
/** The number of a note, as `[12]`. */
const NOTES = /\[{1,2}\d{1,3}\]{1,2}/g;
const ENTITIES = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos|nbsp|hellip|mdash|ndash));/gi;
const NAMED: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', hellip: '…', mdash: '—', ndash: '–' },
};
/** What only looks otherwise: spaces, quotation marks, and signs of Markdown. */
const LOOKS = /[\s\\*_`~|#>[\]!"'´‚‛„‟«»‹›「」『』〝〞〟′″]+/g;
const DASHES = /[-‑‒–—―−]+/g;

/**
 * A text as two spellings of it are compared: without white space, quotation marks, signs of Markdown and HTML, the
 * numbers of notes and a site's marks, with one kind of dash, and folded as for a search (capitals, accents, width,
 * what cannot be seen). Every other letter, number and sign stays, in its order.
 */
export function sameText(text: string): string {
  const plain = text
    .replace(MARKS, '')
    .replace(TARGET, ']')
    .replace(RULES, '')
    .replaceAll('\\', '')
    .replace(NOTES, '')
    .replace(TAGS, '')
    .replace(ENTITIES, entity);
  return folded(plain).replace(LOOKS, '').replace(DASHES, '-');
}

function entity(whole: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return NAMED[name.toLowerCase()] ?? whole;
  const point = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : whole;
}

const ELLIPSIS = /\[(?:…|\.{3})\]|\((?:…|\.{3})\)|…+|⋯+|\.{3,}|。{3,}/;

/** The pieces of a passage out of which something was left, as {@link sameText} has them. */
export const piecesOf = (passage: string): string[] =>
  passage
    .split(ELLIPSIS)
    .map(sameText)
    .filter((piece) => piece !== '');
