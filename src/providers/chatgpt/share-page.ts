import { utf8Length } from '../../lib/bytes';
import { parseJson } from '../../lib/json';
import type { MaskRule, Payload, Reading } from '../contract';
import { readShare } from './share';
import { decodeLiteral, type Found, findInTable, type Literal, textsOfTable } from './table';
import { mappingOf, sharedOf } from './wire';

/** The route of a saved page that carries a public snapshot in its script. */
export const SHARE_PAGE = 'share-page';

const CALL = 'streamController.enqueue("';
const CLOSE = '")';
const HOLDS = ['linear_conversation', 'backing_conversation_id'] as const;

/** The script of a page that carries a snapshot: where its call and its text stand, and what is in it. */
interface Carried extends Found {
  readonly call: readonly [start: number, end: number];
  /** Where the text begins. */
  readonly from: number;
  readonly literal: Literal;
}

function carriedIn(page: string): Carried | null {
  if (!HOLDS.some((name) => page.includes(name))) return null;
  for (let at = page.indexOf(CALL); at >= 0; at = page.indexOf(CALL, at + CALL.length)) {
    const from = at + CALL.length;
    const to = endOfText(page, from);
    const carried = snapshotIn(page.slice(from, to));
    if (carried && page.startsWith(CLOSE, to)) return { ...carried, from, call: [at, to + CLOSE.length] };
  }
  return null;
}

/** Where a text in a script ends: at the quote that no backslash stands before. No pattern could be so long. */
function endOfText(page: string, from: number): number {
  let at = from;
  while (at < page.length && page[at] !== '"') at += page[at] === '\\' ? 2 : 1;
  return at;
}

function snapshotIn(inside: string): (Found & { readonly literal: Literal }) | null {
  const literal = HOLDS.some((name) => inside.includes(name)) ? decodeLiteral(inside) : null;
  const table = literal && parseJson(literal.text.split('\n', 1)[0] ?? '');
  const found = Array.isArray(table) ? findInTable(table, HOLDS) : null;
  return literal && found && (sharedOf(found.value) || mappingOf(found.value)) ? { ...found, literal } : null;
}

/** A saved page of a snapshot, as a text that is no JSON; null: it is none. */
export const recogniseSharePage = (
  text: string,
): { readonly route: typeof SHARE_PAGE; readonly form: 'page' } | null =>
  carriedIn(text) ? { route: SHARE_PAGE, form: 'page' } : null;

/** Reads the snapshot that a page carries: what the page shows is made of it. */
export function readSharePage({ text }: Payload): Reading {
  const carried = carriedIn(text);
  if (!carried) return { kind: 'drift', because: 'shape', at: ['no snapshot in its script'] };
  const start = utf8Length(text, 0, carried.from);
  const end = start + utf8Length(text, carried.from, carried.call[1] - CLOSE.length);
  return readShare(carried.value, null, [start, end]);
}

/** Masks everything of a page but the snapshot: whoever saved it was signed in, and so the page has a token, too. */
export const sharePageMask: MaskRule = {
  rule: 'beside-the-chat',
  *find(text) {
    const carried = carriedIn(text);
    if (!carried) {
      yield [0, text.length];
      return;
    }
    const { call, from, literal, used } = carried;
    yield [0, call[0]];
    for (const [entry, [start, end]] of textsOfTable(literal.text))
      if (!used.has(entry)) yield [from + (literal.at[start] ?? 0), from + (literal.at[end] ?? 0)];
    yield [call[1], text.length];
  },
};
