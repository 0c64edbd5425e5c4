/**
 * Adds all of them at the end of a list. `list.push(...more)` would put each on the stack, which overflows from some
 * hundred thousand on: an archive or a site can send as many.
 */
export function append<T>(list: T[], more: Iterable<T>): void {
  for (const each of more) list.push(each);
}
