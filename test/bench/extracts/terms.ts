import type { Turn } from '../../../src/handoff/turns';

const TERM = /https?:\/\/[^\s<>()"'`]+|[\p{L}\p{N}_$@~][\p{L}\p{N}_$./\\:@#~+-]*/gu;

/** The terms of a text in small letters: words, names, numbers, paths and addresses; of a path also its last part. */
export function termsIn(text: string): string[] {
  return (text.match(TERM) ?? []).flatMap((found) => {
    const term = found.replace(/[./\\:@#~+-]+$/, '');
    const last = term.includes('/') ? (term.split('/').at(-1) ?? '') : '';
    return [term, last].filter((each) => each.length >= 3).map((each) => each.toLowerCase());
  });
}

/** True where a term is no plain word: a path, an address, an identifier, a number. */
export const isName = (term: string): boolean => /[\d_/\\.$@]/.test(term) && term.length >= 4;

/** In how many of many texts each term stands. */
export function spreadOf(texts: Iterable<ReadonlySet<string>>): Map<string, number> {
  const spread = new Map<string, number>();
  for (const text of texts) for (const term of text) spread.set(term, (spread.get(term) ?? 0) + 1);
  return spread;
}

/** Every text of a turn: what was said, what a tool was asked, what it gave back. */
export function textsOf(turn: Turn): string[] {
  if (turn.role === 'user') return [turn.quote?.words ?? turn.text];
  const calls = turn.calls.flatMap(({ name, input, quote, result }) => [
    `${name} ${Object.values(input).map(asText).join('\n')}`,
    quote?.words ?? result,
  ]);
  return turn.text === null ? calls : [turn.text, ...calls];
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** What a turn says by itself: what a tool gave back is not said by anybody who remembers. */
export function saidBy(turn: Turn): string[] {
  if (turn.role === 'user') return turn.from === 'person' ? [turn.text] : [];
  const asked = turn.calls.map(({ input }) => Object.values(input).map(asText).join('\n'));
  return turn.text === null ? asked : [turn.text, ...asked];
}

export const setOf = (texts: readonly string[]): Set<string> => new Set(texts.flatMap(termsIn));
