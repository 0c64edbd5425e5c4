/** A browser looks for a short text in any other in a time that does not depend on what they say; not so for a long one. */
const HEAD = 48;
/** Places at which the beginning of a long text stands and the rest does not. No page that people read comes near it. */
const TRIES = 1000;

/** Where a text stands in another, from a place on; -1 where it does not. The work is bounded, whoever wrote the two. */
export function placeIn(long: string, text: string, from = 0): number {
  if (text.length <= HEAD) return long.indexOf(text, from);
  const head = text.slice(0, HEAD);
  let at = long.indexOf(head, from);
  for (let tries = 0; at >= 0 && tries < TRIES; tries++) {
    if (long.startsWith(text, at)) return at;
    at = long.indexOf(head, at + 1);
  }
  return -1;
}
