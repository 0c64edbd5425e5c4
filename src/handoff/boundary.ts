import { sha256Hex } from '../lib/hash';
import { canonical } from '../lib/json';
import { oncePer } from '../lib/once-per';
import type { SessionView } from '../projection/view';

/**
 * The mark between which a session is quoted: of the last line of its log, which holds the hash of the one before it, and so
 * of all lines. It is the same whenever the same log is written, and nobody whose words the log holds could know it: to write
 * it down would have changed it.
 */
export const boundaryOf = oncePer((view: SessionView): string =>
  shortHash(canonical(view.log.findLast(({ source }) => source.capture !== 'user') ?? null)),
);

const shortHash = (text: string): string => sha256Hex(`boundary ${text}`).slice(0, 12);

/** A text between its marks. `what` tells a quote from one that stands inside of another. */
export function marked(text: string, boundary: string, what: 'quoted' | 'attached' = 'quoted'): string {
  let mark = boundary;
  while (text.includes(`${what}-${mark}`)) mark = shortHash(mark); // a chance of one in a hundred million million
  return `<${what}-${mark}>\n${text}${text.endsWith('\n') || text === '' ? '' : '\n'}</${what}-${mark}>`;
}
