/** How a text that was read back stands to the one that was meant. */
export type Likeness =
  | { readonly kind: 'whole' | 'formatted' | 'untouched' }
  /** It ends before the meant one does. */
  | { readonly kind: 'cut' }
  | { readonly kind: 'differs'; readonly meant: number; readonly found: number; readonly same: number };

/**
 * A text without what editors change and nobody sees: kinds of line ends and spaces, white space at line ends and around the
 * whole, and characters of no width. Those that join or part letters of a script, or make one emoji of several, stay.
 */
export const plain = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .replace(/[\u200b\u2060\ufeff]/g, '')
    .replace(/\u00a0/g, ' ')
    .replace(/[ \t]+$/gm, '')
    .replace(/^\n+|\n+$/g, '');

/** The words alone: without white space, and without the marks of Markdown that an editor shows in its own way. */
export const bare = (text: string): string =>
  plain(text)
    .replace(/!?\[([^\]\n]*)\]\([^)\n]*\)/g, '$1')
    .replace(/^\s*(?:`{3,}|~{3,}).*$/gm, '')
    .replace(/^\s*(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?/gm, '')
    .replace(/^[\s>#]+/gm, '')
    .replace(/[\s\\*_`~|]|^-{3,}$/gm, '');

/** Compares what a composer shows with what stood there before and what was added to it. */
export function likeness(before: string, added: string, found: string): Likeness {
  const meant = plain(before + added);
  const there = plain(found);
  if (there === meant) return { kind: 'whole' };
  if (there === plain(before)) return { kind: 'untouched' };
  if (bare(found) === bare(before + added)) return { kind: 'formatted' };
  if (meant.startsWith(there) && there.length > plain(before).length) return { kind: 'cut' };
  return { kind: 'differs', meant: meant.length, found: there.length, same: sharedStart(meant, there) };
}

function sharedStart(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let at = 0;
  while (at < most && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  return at;
}
