/**
 * Finds the run of backticks that closes a code span: the next one of the same length on the line. Asked from left to
 * right, so that a line full of backticks costs no more than its length.
 */
export function ticksOf(line: string): (from: number, length: number) => number | null {
  const ends = new Map<number, { readonly list: number[]; next: number }>();
  for (const { 0: run, index } of line.matchAll(/`+/g)) {
    const known = ends.get(run.length);
    if (known) known.list.push(index + run.length);
    else ends.set(run.length, { list: [index + run.length], next: 0 });
  }
  return (from, length) => {
    const known = ends.get(length);
    if (!known) return null;
    while ((known.list[known.next] ?? Number.POSITIVE_INFINITY) - length < from) known.next++;
    return known.list[known.next] ?? null;
  };
}
