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

const REQUEST = /^(GET|POST) (\/\S*)$/;

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
  const [, method, path] = REQUEST.exec(value._request) ?? [];
  const found = scan(bytes, ['/_response']).at(-1);
  if (!method || path === undefined || !found) return null;
  for (const reader of readers) {
    const { id, routes } = reader.site;
    const address = new URL(path, firstOrigin(reader.site));
    const route = routes.find((each) => each.method === method && each.path.test(address.pathname));
    if (!route || (site !== null && site !== id)) continue;
    const status = typeof value._status === 'number' ? value._status : null;
    const body = bytes.slice(found.start, found.end);
    return { reader, route: route.name, method, address: address.href, status, body };
  }
  return null;
}
