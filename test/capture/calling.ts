import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { SiteCall } from '../../src/providers/contract';
import type { CallingPage } from '../../src/providers/kit/site-calls';
import { callSite } from '../../src/providers/kit/site-reads';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** A server on loopback that a read can ask: what it answers, and what it was asked. */
export async function startServer() {
  let answers: Handler[] = [];
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    answer?.(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  return {
    origin,
    asked,
    /** From now on it answers so, in order; the last again and again. What it was asked before is forgotten. */
    gives(...next: Handler[]): void {
      answers = next;
      asked.length = 0;
    },
    paths: (): (string | undefined)[] => asked.map(({ url }) => url),
    auths: (): (string | undefined)[] => asked.map(({ headers }) => headers.authorization),
    close(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}

const JSON_TYPE = { 'content-type': 'application/json' };

export const answer =
  (status: number, body: string | object, headers: Record<string, string> = JSON_TYPE): Handler =>
  (_, response) => {
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
  };

export const TOKEN = 'ey.page.token';

/** A page of the origin, its clock run by the test. */
export function pageAt(
  origin: string,
  { token = TOKEN as string | null, cookie = '_account=personal', path = '/c/abc' } = {},
) {
  const pauses: number[] = [];
  const waited: number[] = [];
  const control = new AbortController();
  const bootstrap = token === null ? '{}' : JSON.stringify({ session: { accessToken: token } });
  const calling: CallingPage = {
    document: {
      location: { origin, href: `${origin}${path}` },
      cookie,
      getElementById: (id: string) => (id === 'client-bootstrap' ? { textContent: bootstrap } : null),
    } as unknown as Document,
    signal: control.signal,
    waiting: (seconds) => void waited.push(seconds),
    pause: async (seconds) => void pauses.push(seconds),
  };
  return { calling, pauses, waited, control };
}

/** All that a read gives, the bodies as text. */
export async function readAll(call: SiteCall, { calling }: { calling: CallingPage }) {
  const all = [];
  for await (const each of callSite(call, 'abc', calling)) {
    if (each.kind === 'failed') all.push(each);
    else all.push({ ...each, body: await textOf(each.body) });
  }
  return all;
}

async function textOf(body: AsyncIterable<Uint8Array<ArrayBuffer>>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of body) text += decoder.decode(piece, { stream: true });
  return text;
}
