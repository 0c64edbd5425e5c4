/**
 * Writes as many items as there is room for, from the first on (or from the last), and keeps their order; what does not
 * fit is not even written. Empty texts are skipped. One text that is too long by itself is better than none.
 */
export function fitting<T>(
  items: readonly T[],
  write: (item: T) => string,
  room: number,
  from: 'first' | 'last' = 'first',
): { readonly kept: readonly string[]; readonly left: number } {
  const order = from === 'first' ? items : items.toReversed();
  const kept: string[] = [];
  let used = 0;
  for (const [index, item] of order.entries()) {
    const text = write(item);
    used += text.length;
    if (used > room && kept.length > 0) return { kept: inOrder(kept, from), left: items.length - index };
    if (text !== '') kept.push(text);
  }
  return { kept: inOrder(kept, from), left: 0 };
}

const inOrder = (texts: readonly string[], from: 'first' | 'last'): readonly string[] =>
  from === 'first' ? texts : texts.toReversed();
