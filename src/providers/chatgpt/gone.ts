import { asObject, textsIn } from '../kit/value';

/** True for words, not for an id, a code or an address: they have a blank inside, or letters that no code has. */
export const isWords = (text: string): boolean => /\S\s+\S/.test(text) || /[^\0-\x7f]/.test(text);

export const wordsOf = (value: unknown): string[] => textsIn(value).filter(isWords);

/** Members of a content that say what it is, not what it says. */
const KINDS: ReadonlySet<string> = new Set(['content_type', 'language']);
const CONTENT = '/message/content';

/** Words that a change of a stream's value takes away: all of a message's content, and what else is words. */
export function wordsGone(path: string, before: unknown, after: unknown): string[] {
  if (typeof before !== 'object' && typeof before !== 'string') return [];
  if (typeof before === 'string' && typeof after === 'string' && after.startsWith(before)) return []; // it grew
  const isContent = path === CONTENT || path.startsWith(`${CONTENT}/`);
  const content = isContent ? before : contentIn(path, before);
  const isKind = isContent && KINDS.has(path.slice(path.lastIndexOf('/') + 1));
  const shown = isKind ? [] : textsIn(content, KINDS).filter((text) => /\S/.test(text));
  return isContent ? shown : [...shown, ...wordsOf(before)];
}

/** The content of the message that a value is, or is around. */
function contentIn(path: string, value: unknown): unknown {
  const { message } = asObject(value);
  return asObject(path === '' ? message : path === '/message' ? value : null).content;
}

/** Of words that were taken away those that nothing shows: what came back, or went on as another text, is there. */
export function stillGone(gone: readonly string[], shown: readonly string[]): string[] {
  if (gone.length === 0) return [];
  const known = new Set(shown);
  const all = [...new Set([...gone, ...shown])].sort();
  // in this order a text that begins with another comes right after it
  const isPart = new Set(all.filter((text, i) => all[i + 1]?.startsWith(text)));
  return [...new Set(gone)].filter((text) => !known.has(text) && !isPart.has(text));
}
