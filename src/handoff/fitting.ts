/** As many texts as there is room for, from the first on (or from the last), in their order; and how many are left out. */
export function fitting(
  texts: readonly string[],
  room: number,
  from: 'first' | 'last' = 'first',
): { readonly kept: readonly string[]; readonly left: number } {
  const order = from === 'first' ? texts : texts.toReversed();
  let used = 0;
  const end = order.findIndex((text) => {
    used += text.length;
    return used > room;
  });
  // one text that is too long by itself is better than none
  const kept = end < 0 ? order : order.slice(0, Math.max(end, 1));
  return { kept: from === 'first' ? kept : kept.toReversed(), left: texts.length - kept.length };
}
