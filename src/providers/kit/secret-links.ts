import type { MaskRule } from '../contract';

/** Characters that end a link in a text, or in JSON. */
const ENDS = new Set('"<>()[]');
const AMPERSAND = '\\u0026';

/**
 * A rule that masks the queries of links. `opening` finds where such a link begins (flags `gu`); of its rest up to the
 * query, `path` says whether it is one. `keep` finds what of a query stays (flag `y`). Reads each link once: a text may
 * be one link that begins again and again.
 */
export const secretQueries = (
  rule: string,
  opening: RegExp,
  { path, keep }: { readonly path?: RegExp; readonly keep?: RegExp } = {},
): MaskRule => ({
  rule,
  *find(text) {
    const opens = new RegExp(opening.source, opening.flags);
    while (opens.test(text)) {
      const from = opens.lastIndex;
      const mark = endOfPath(text, from);
      const end = text[mark] === '?' ? endOfQuery(text, mark + 1) : mark;
      opens.lastIndex = end;
      const isOne = end > mark + 1 && !text.startsWith('[masked:', end);
      if (isOne && (path?.test(text.slice(from, mark)) ?? true))
        yield [mark + 1 + kept(text.slice(mark + 1, end), keep), end];
    }
  },
});

function kept(query: string, keep: RegExp | undefined): number {
  if (!keep) return 0;
  keep.lastIndex = 0;
  return keep.exec(query)?.[0].length ?? 0;
}

const isLink = (character: string): boolean => character !== '\\' && !ENDS.has(character) && !/\s/.test(character);

/** Where the query of a link begins, or where it ends without one. A slash may stand as `\/`. */
function endOfPath(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const character = text[at] ?? '';
    const length = character === '[' ? lengthOfMask(text, at) : Number(isLink(character) || isSlash(text, at));
    if (character === '?' || length === 0) break;
    at += length;
  }
  return at;
}

const isSlash = (text: string, at: number): boolean => text.startsWith('\\/', at);

/** What is masked already may stand in a path. */
const MASKED = /\[masked:[\w-]{1,40}\]/y;

function lengthOfMask(text: string, at: number): number {
  MASKED.lastIndex = at;
  return MASKED.exec(text)?.[0].length ?? 0;
}

function endOfQuery(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    if (text.startsWith(AMPERSAND, at)) at += AMPERSAND.length;
    else if (isLink(text[at] ?? '')) at++;
    else break;
  }
  return at;
}
