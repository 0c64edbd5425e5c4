import { isObject } from '../lib/json';
import type { Reader } from '../providers/contract';
import { readers } from '../providers/readers';
import { firstOrigin } from '../providers/sites';
import { scan } from '../raw/scan';

/** An answer that was written down together with what was asked. */
export interface RecordedAnswer {
  readonly reader: Reader;
  readonly route: string;
  readonly method: string;
  readonly address: string;
  readonly status: number | null;
  /** The answer alone. */
  readonly body: Uint8Array<ArrayBuffer>;
}

/** A path of the site's own: what begins with two slashes would name another host. */
const REQUEST = /^(GET|POST) (\/(?![/\\])\S*)$/;

/**
 * Reads the form in which answers are written down for a file: `_request` (method and path), `_response`, perhaps
 * `_status`. Null: it is none, or of no site that has such a route.
 * @param site the only site it may be of, or null
 */
export function recordedAnswer(
  value: unknown,
  bytes: Uint8Array<ArrayBuffer>,
  site: string | null,
): RecordedAnswer | null {
  if (!isObject(value) || typeof value._request !== 'string' || !('_response' in value)) return null;
  const asked = REQUEST.exec(value._request);
  const found = scan(bytes, ['/_response']).at(-1);
  if (!asked || !found) return null;
  const [, method = '', path = ''] = asked;
  for (const reader of readers) {
    const gone = site === null || site === reader.site.id ? whereTo(reader, method, path) : null;
    if (!gone) continue;
    const status = typeof value._status === 'number' ? value._status : null;
    return { reader, ...gone, method, status, body: bytes.slice(found.start, found.end) };
  }
  return null;
}

/** The route of a site that a request goes to, and its whole address; null: none of its own. */
function whereTo({ site }: Reader, method: string, path: string): { route: string; address: string } | null {
  const origin = firstOrigin(site);
  if (!URL.canParse(path, origin)) return null;
  const { pathname, href } = new URL(path, origin);
  const route = site.routes.find((each) => each.method === method && each.path.test(pathname));
  return route ? { route: route.name, address: href } : null;
}
