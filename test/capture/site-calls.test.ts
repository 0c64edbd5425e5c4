import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { chatgpt } from '../../src/providers/chatgpt/site';
import type { SiteCall } from '../../src/providers/contract';
import { type CallingPage, callSite, cookieIn, hasErrorInside, retryAfter } from '../../src/providers/kit/site-calls';
import { practice } from '../../src/providers/practice/site';

/** What the server answers, in order; the last again and again. */
let answers: ((request: IncomingMessage, response: ServerResponse) => void)[] = [];
let asked: IncomingMessage[] = [];
const server = createServer((request, response) => {
  asked.push(request);
  const answer = answers.length > 1 ? answers.shift() : answers[0];
  answer?.(request, response);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const address = server.address();
const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  asked = [];
});

const gives =
  (status: number, body: string, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
  (_: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(status, headers).end(body);
  };
const TOKEN = 'ey.page.token';
const RENEWED = 'ey.fresh.token';
const renews = gives(200, JSON.stringify({ accessToken: RENEWED }));
const fine = gives(200, '{"title":"fine"}');
const auths = (): (string | undefined)[] => asked.map(({ headers }) => headers.authorization);

/** A page of the origin, its clock run by the test. */
function page({ token = TOKEN as string | null, cookie = '_account=personal' } = {}) {
  const pauses: number[] = [];
  const waited: number[] = [];
  const control = new AbortController();
  const bootstrap = token === null ? '{}' : JSON.stringify({ session: { accessToken: token } });
  const calling: CallingPage = {
    document: {
      location: { origin },
      cookie,
      getElementById: (id: string) => (id === 'client-bootstrap' ? { textContent: bootstrap } : null),
    } as unknown as Document,
    signal: control.signal,
    waiting: (seconds) => void waited.push(seconds),
    pause: async (seconds) => void pauses.push(seconds),
  };
  return { calling, pauses, waited, control };
}

/** Reads a conversation; the body as text where there is one. */
async function reads(call: SiteCall, { calling }: { calling: CallingPage }) {
  const answer = await callSite(call, 'abc', calling);
  if (answer.kind === 'failed') return answer;
  const decoder = new TextDecoder();
  let body = '';
  for await (const piece of answer.body) body += decoder.decode(piece, { stream: true });
  return { kind: answer.kind, status: answer.status, body };
}

describe('the read over a site’s own call', () => {
  test('goes to the page’s origin with the page’s token, once', async () => {
    answers = [fine];
    expect(await reads(chatgpt.call, page())).toEqual({ kind: 'answer', status: 200, body: '{"title":"fine"}' });
    expect(asked.map(({ url }) => url)).toEqual(['/backend-api/conversation/abc']);
    expect(auths()).toEqual([`Bearer ${TOKEN}`]);
    expect(asked[0]?.headers['chatgpt-account-id']).toBeUndefined();
  });

  test('takes the workspace from the cookie', async () => {
    answers = [fine];
    await reads(chatgpt.call, page({ cookie: 'oai-did=1; _account=b7a8f2d4' }));
    expect(asked[0]?.headers['chatgpt-account-id']).toBe('b7a8f2d4');
  });

  test('asks for a token where the page has none; without one nothing is read', async () => {
    answers = [renews, fine];
    expect(await reads(chatgpt.call, page({ token: null }))).toMatchObject({ kind: 'answer' });
    expect(auths()).toEqual([undefined, `Bearer ${RENEWED}`]);
    asked = [];
    answers = [gives(200, '{}')];
    expect(await reads(chatgpt.call, page({ token: null }))).toEqual({
      kind: 'failed',
      because: 'signed-out',
      status: null,
    });
    expect(asked.map(({ url }) => url)).toEqual(['/api/auth/session']);
  });

  test.each([
    [401, '{"detail":"expired"}'],
    [403, '{"detail":"no"}'],
    [404, '{"detail":{"code":"conversation_inaccessible"}}'],
  ])('renews the token once on %i, and then believes the site (B37)', async (status, body) => {
    answers = [gives(status, body), renews, fine];
    expect(await reads(chatgpt.call, page())).toMatchObject({ kind: 'answer' });
    expect(auths()).toEqual([`Bearer ${TOKEN}`, undefined, `Bearer ${RENEWED}`]);
    asked = [];
    answers = [gives(status, body), renews, gives(status, body)];
    const because = { 401: 'signed-out', 403: 'refused', 404: 'not-found' }[status];
    expect(await reads(chatgpt.call, page())).toEqual({ kind: 'failed', because, status });
    expect(asked).toHaveLength(3);
  });

  test('a conversation that is gone is gone at once: its 404 is not the token’s', async () => {
    answers = [gives(404, '{"detail":"not found"}')];
    expect(await reads(chatgpt.call, page())).toEqual({ kind: 'failed', because: 'not-found', status: 404 });
    expect(asked).toHaveLength(1);
  });

  test('a check for persons stops it, whatever its status', async () => {
    for (const status of [200, 403]) {
      asked = [];
      answers = [gives(status, '<!doctype html>', { 'content-type': 'text/html', 'cf-mitigated': 'challenge' })];
      expect(await reads(chatgpt.call, page())).toEqual({ kind: 'failed', because: 'refused', status });
      expect(asked).toHaveLength(1);
    }
  });

  test('waits as long as the site says, and says so', async () => {
    answers = [gives(429, '{}', { 'retry-after': '17' }), fine];
    const here = page();
    expect(await reads(practice.call, here)).toMatchObject({ kind: 'answer' });
    expect([here.pauses, here.waited]).toEqual([[17], [17]]);
  });

  test('waits longer each time where the site does not say, and gives up', async () => {
    answers = [gives(429, '{}')];
    const here = page();
    expect(await reads(practice.call, here)).toEqual({ kind: 'failed', because: 'busy', status: 429 });
    expect(here.pauses).toEqual([30, 60]);
    expect(asked).toHaveLength(3);
  });

  test('does not wait for hours', async () => {
    answers = [gives(429, '{}', { 'retry-after': '3600' })];
    const here = page();
    expect(await reads(practice.call, here)).toEqual({ kind: 'failed', because: 'busy', status: 429 });
    expect(here.pauses).toEqual([]);
  });

  test('a failure on the site’s side is tried again a little', async () => {
    answers = [gives(502, 'x'), gives(500, 'x'), fine];
    expect(await reads(practice.call, page())).toMatchObject({ kind: 'answer' });
    answers = [gives(503, 'x')];
    expect(await reads(practice.call, page())).toEqual({ kind: 'failed', because: 'site-error', status: 503 });
    answers = [(request) => request.socket.destroy()];
    const here = page();
    expect(await reads(practice.call, here)).toEqual({ kind: 'failed', because: 'no-answer', status: null });
    expect(here.pauses).toEqual([2, 6]);
  });

  test('a redirect is followed nowhere: a token must not leave', async () => {
    answers = [gives(302, '', { location: `http://localhost:${new URL(origin).port}/elsewhere` })];
    expect(await reads(chatgpt.call, page())).toMatchObject({ kind: 'failed', because: 'no-answer' });
    expect(asked.every(({ url }) => url === '/backend-api/conversation/abc')).toBe(true);
  });

  test('status 200 with an error inside is an error', async () => {
    answers = [gives(200, '{"status":"error","error_code":"x"}')];
    expect(await reads(practice.call, page())).toEqual({ kind: 'failed', because: 'site-error', status: 200 });
  });

  test('large answers come in pieces, whole', async () => {
    const large = `{"text":"${'ä'.repeat(400_000)}"}`;
    answers = [gives(200, large)];
    expect(await reads(practice.call, page())).toMatchObject({ body: large });
  });

  test('is cancelled: while it waits, and while it receives', async () => {
    answers = [gives(429, '{}', { 'retry-after': '5' })];
    const waiting = page();
    const calling = {
      ...waiting.calling,
      pause: () => {
        waiting.control.abort();
        return Promise.reject(waiting.control.signal.reason);
      },
    };
    expect(await reads(practice.call, { calling })).toEqual({ kind: 'failed', because: 'cancelled', status: null });
    answers = [(_, response) => void response.writeHead(200).write('{"half":'.padEnd(70_000))];
    const receiving = page();
    const answer = await callSite(practice.call, 'abc', receiving.calling);
    const rest = async (): Promise<void> => {
      if (answer.kind === 'answer') for await (const _ of answer.body) receiving.control.abort();
    };
    await expect(rest()).rejects.toThrow();
  });
});

test('Retry-After is seconds or a date', () => {
  const now = Date.UTC(2026, 10, 1, 12);
  expect([
    retryAfter('7', now),
    retryAfter('Sun, 01 Nov 2026 12:00:30 GMT', now),
    retryAfter('Sun, 01 Nov 2026 11:00:00 GMT', now),
  ]).toEqual([7, 30, 0]);
  expect([retryAfter(null, now), retryAfter('soon', now)]).toEqual([null, null]);
});

test('an error inside is told from a conversation', () => {
  for (const bad of [{ status: 'error' }, { detail: 'x' }, { error: { code: 1 } }, { errors: [1] }])
    expect(hasErrorInside(bad)).toBe(true);
  for (const good of [{ title: 'error', error: null }, { errors: [], detail: '' }, [], 'x', null, { status: 'ok' }])
    expect(hasErrorInside(good)).toBe(false);
});

test('a cookie is found by its whole name', () => {
  expect(cookieIn('my_account=1; _account=a=b; x=2', '_account')).toBe('a=b');
  expect(cookieIn('_accounts=1', '_account')).toBeNull();
});
