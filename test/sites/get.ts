import type { IncomingMessage } from 'node:http';
import { request as ask } from 'node:https';

/** An answer of a stand-in. */
export interface Got {
  readonly status: number;
  readonly body: string;
}

/** Asks a stand-in with exactly these headers. */
export function get(port: number, path: string, headers: Record<string, string>): Promise<Got> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path, headers, rejectUnauthorized: false };
    ask(options, async (response: IncomingMessage) => {
      let body = '';
      for await (const chunk of response) body += chunk;
      resolve({ status: response.statusCode ?? 0, body });
    })
      .on('error', reject)
      .end();
  });
}

/** What a browser sends by itself with a read of a site's own page. */
export const ofPage = (host: string, page: string, cookie: string): Record<string, string> => ({
  host,
  accept: '*/*',
  referer: `https://${host}${page}`,
  cookie,
  'sec-fetch-site': 'same-origin',
  'sec-fetch-mode': 'cors',
  'sec-fetch-dest': 'empty',
});

/** The headers without one of them. */
export const without = (headers: Record<string, string>, name: string): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([each]) => each !== name));
