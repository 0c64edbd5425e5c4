import type { IncomingHttpHeaders } from 'node:http';

/** Headers that a browser adds to a request of a page by itself. */
const BROWSER = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'connection',
  'content-length',
  'content-type',
  'cookie',
  'host',
  'origin',
  'priority',
  'referer',
  'te',
  'user-agent',
]);

/** How a site tells the requests of its own page. */
export interface Habits {
  /** The site's own origin. */
  readonly origin: string;
  readonly cookie: readonly [name: string, value: string];
  /** Headers that the site's own script adds. */
  readonly headers: ReadonlySet<string>;
  /** The path under which its inner addresses lie: no page of the site has one. */
  readonly inner: string;
}

/**
 * Why a request to the site's inner addresses cannot be one of its own page, or null. The real site answers such
 * requests with its bot check; here the reason is told.
 */
export function strangenessOf(habits: Habits, method: string, headers: IncomingHttpHeaders): string | null {
  const [name, value] = habits.cookie;
  return cookieOf(headers, name) === value
    ? (foreign(habits, method, headers) ?? unlike(habits, headers))
    : 'no cookie of the site';
}

function foreign({ origin: own, inner }: Habits, method: string, headers: IncomingHttpHeaders): string | null {
  const { origin, referer = '' } = headers;
  if (headers['sec-fetch-site'] !== 'same-origin') return `sec-fetch-site: ${headers['sec-fetch-site']}`;
  if (headers['sec-fetch-mode'] !== 'cors') return `sec-fetch-mode: ${headers['sec-fetch-mode']}`;
  if (headers['sec-fetch-dest'] !== 'empty') return `sec-fetch-dest: ${headers['sec-fetch-dest']}`;
  if (origin !== undefined && origin !== own) return `origin: ${origin}`;
  if (method === 'POST' && origin !== own) return 'a POST without its origin';
  // A page's own request carries the whole address of the page, not only its origin.
  return referer.startsWith(`${own}/`) && !referer.includes(inner) ? null : `referer: ${referer}`;
}

function unlike({ headers: own }: Habits, headers: IncomingHttpHeaders): string | null {
  const strange = Object.keys(headers).find((name) => !BROWSER.has(name) && !own.has(name) && !name.startsWith('sec-'));
  if (strange !== undefined) return `a header the page does not send: ${strange}`;
  return headers.accept === '*/*' || headers.accept === 'text/event-stream' ? null : `accept: ${headers.accept}`;
}

/** The value of a cookie, or null. */
export function cookieOf(headers: IncomingHttpHeaders, name: string): string | null {
  const pairs = (headers.cookie ?? '').split(/; */).map((pair) => pair.split('='));
  const found = pairs.find(([key]) => key === name);
  return found ? found.slice(1).join('=') : null;
}
