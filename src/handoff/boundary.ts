import { sha256Hex } from '../lib/hash';
import { canonical } from '../lib/json';
import type { SessionView } from '../projection/view';

const known = new WeakMap<SessionView, string>();

/**
 * The mark between which a session is quoted: of the last line of its log, which holds the hash of the one before it, and so
 * of all lines. It is the same whenever the same log is written, and nobody whose words the log holds could know it: to write
 * it down would have changed it.
 */
export function boundaryOf(view: SessionView): string {
  const before = known.get(view);
  if (before !== undefined) return before;
  const boundary = shortHash(canonical(view.log.findLast(({ source }) => source.capture !== 'user') ?? null));
  known.set(view, boundary);
  return boundary;
}

const shortHash = (text: string): string => sha256Hex(`boundary ${text}`).slice(0, 12);

/** A text between its marks. `what` tells a quote from one that stands inside of another. */
export function marked(text: string, boundary: string, what: 'quoted' | 'attached' = 'quoted'): string {
  let mark = boundary;
  while (text.includes(`${what}-${mark}`)) mark = shortHash(mark); // a chance of one in a hundred million million
  return `<${what}-${mark}>\n${text}${text.endsWith('\n') || text === '' ? '' : '\n'}</${what}-${mark}>`;
}
