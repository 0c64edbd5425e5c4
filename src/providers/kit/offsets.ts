const PAIRED = /[\ud800-\udbff][\udc00-\udfff]/;

/** Turns code point offsets into UTF-16 offsets. Cheap where a text has no surrogate pair. */
export function fromCodePoints(text: string): (offset: number) => number {
  if (!PAIRED.test(text)) return (offset) => offset;
  const pairs: number[] = []; // code point offset of each character that takes two units
  let points = 0;
  for (const character of text) {
    if (character.length === 2) pairs.push(points);
    points++;
  }
  return (offset) => offset + countBelow(pairs, offset);
}

/** How many of the sorted numbers are less than a limit. */
export function countBelow(sorted: readonly number[], limit: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A stretch of a text that is to be replaced. Offsets in UTF-16. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly put: string;
}

/**
 * Replaces stretches by their places, never by searching. Overlapping ones: the first in order counts.
 * @returns the new text, and where an offset of the old one has gone
 */
export function replaceSpans(
  text: string,
  spans: readonly Span[],
): { text: string; moved: (offset: number) => number } {
  const sorted = [...spans].sort((a, b) => a.start - b.start || b.end - a.end);
  let out = '';
  let at = 0;
  const kept: { start: number; end: number; at: number; length: number }[] = [];
  for (const { start, end, put } of sorted) {
    if (start < at || end <= start) continue;
    out += text.slice(at, start);
    kept.push({ start, end, at: out.length, length: put.length });
    out += put;
    at = end;
  }
  const starts = kept.map(({ start }) => start);
  const moved = (offset: number): number => {
    const last = kept[countBelow(starts, offset + 1) - 1];
    if (!last) return offset;
    return offset < last.end ? last.at : last.at + last.length + (offset - last.end);
  };
  return { text: out + text.slice(at), moved };
}
