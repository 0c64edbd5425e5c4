import { afterAll, describe, expect, test } from 'vitest';
import { chatgpt } from '../../src/providers/chatgpt/site';
import type { SiteCall } from '../../src/providers/contract';
import { hasErrorInside, retryAfter } from '../../src/providers/kit/site-answers';
import type { CallingPage } from '../../src/providers/kit/site-calls';
import { callSite } from '../../src/providers/kit/site-reads';
import { cookieIn } from '../../src/providers/kit/site-token';
import { practice } from '../../src/providers/practice/site';
import { answer, pageAt, readAll, startServer, TOKEN } from './calling';

const server = await startServer();
afterAll(() => server.close());
const { asked, auths } = server;
const page = (how?: Parameters<typeof pageAt>[1]) => pageAt(server.origin, how);

const RENEWED = 'ey.fresh.token';
const renews = answer(200, { accessToken: RENEWED });
const fine = answer(200, '{"title":"fine"}');

/** Reads a conversation: the first answer. */
async function reads(call: SiteCall, here: { calling: CallingPage }) {
  const [first] = await readAll(call, here);
  return first?.kind === 'answer' ? { kind: first.kind, status: first.status, body: first.body } : first;
}

describe('the read over a site’s own call', () => {
  test('goes to the page’s origin with the page’s token, once', async () => {
    server.gives(fine);
    expect(await reads(chatgpt.call, page())).toEqual({ kind: 'answer', status: 200, body: '{"title":"fine"}' });
    expect(asked.map(({ url }) => url)).toEqual(['/backend-api/conversation/abc']);
    expect(auths()).toEqual([`Bearer ${TOKEN}`]);
    expect(asked[0]?.headers['chatgpt-account-id']).toBeUndefined();
  });

  test('takes the workspace from the cookie', async () => {
    server.gives(fine);
    await reads(chatgpt.call, page({ cookie: 'oai-did=1; _account=b7a8f2d4' }));
    expect(asked[0]?.headers['chatgpt-account-id']).toBe('b7a8f2d4');
  });

  test('asks for a token where the page has none; without one, for a conversation without an account', async () => {
    server.gives(renews, fine);
    expect(await reads(chatgpt.call, page({ token: null }))).toMatchObject({ kind: 'answer' });
    expect(auths()).toEqual([undefined, `Bearer ${RENEWED}`]);
    server.gives(answer(200, '{}'), fine);
    expect(await reads(chatgpt.call, page({ token: null }))).toMatchObject({ kind: 'answer' });
    expect(asked.map(({ url }) => url)).toEqual(['/api/auth/session', '/backend-anon/conversation/abc']);
    expect(auths()).toEqual([undefined, undefined]);
    const gone = answer(404, '{"detail":"not found"}');
    server.gives(answer(200, '{}'), gone, gone);
    const failed = { kind: 'failed', because: 'signed-out', status: null };
    expect(await reads(chatgpt.call, page({ token: null }))).toEqual(failed);
    expect(asked).toHaveLength(3);
  });

  test.each([
    [401, '{"detail":"expired"}'],
    [403, '{"detail":"no"}'],
    [404, '{"detail":{"code":"conversation_inaccessible"}}'],
  ])('renews the token once on %i, and then believes the site (B37)', async (status, body) => {
    server.gives(answer(status, body), renews, fine);
    expect(await reads(chatgpt.call, page())).toMatchObject({ kind: 'answer' });
    expect(auths()).toEqual([`Bearer ${TOKEN}`, undefined, `Bearer ${RENEWED}`]);
    server.gives(answer(status, body), renews, answer(status, body));
    const because = { 401: 'signed-out', 403: 'refused', 404: 'not-found' }[status];
    expect(await reads(chatgpt.call, page())).toEqual({ kind: 'failed', because, status });
    expect(asked.filter(({ url }) => url === '/api/auth/session')).toHaveLength(1);
  });

  test('a conversation that is gone is gone: its 404 is not the token’s, and no other way or workspace has it', async () => {
    server.gives(answer(404, '{"detail":"not found"}'));
    expect(await reads(chatgpt.call, page())).toEqual({ kind: 'failed', because: 'not-found', status: 404 });
    expect(asked.map(({ url }) => url?.split('?')[0])).toEqual([
      '/backend-api/conversation/abc',
      '/backend-api/conversations/abc',
      '/backend-api/accounts/check/v4-2023-04-27',
    ]);
  });

  test('a check for persons stops it, whatever its status', async () => {
    for (const status of [200, 403]) {
      server.gives(answer(status, '<!doctype html>', { 'content-type': 'text/html', 'cf-mitigated': 'challenge' }));
      expect(await reads(chatgpt.call, page())).toEqual({ kind: 'failed', because: 'refused', status });
      expect(asked).toHaveLength(1);
    }
  });

  test('waits as long as the site says, and says so', async () => {
    server.gives(answer(429, '{}', { 'retry-after': '17' }), fine);
    const here = page();
    expect(await reads(practice.call, here)).toMatchObject({ kind: 'answer' });
    expect([here.pauses, here.waited]).toEqual([[17], [17]]);
  });

  test('waits longer each time where the site does not say, and gives up', async () => {
    server.gives(answer(429, '{}'));
    const here = page();
    expect(await reads(practice.call, here)).toEqual({ kind: 'failed', because: 'busy', status: 429 });
    expect(here.pauses).toEqual([30, 60]);
    expect(asked).toHaveLength(3);
  });

  test('does not wait for hours', async () => {
    server.gives(answer(429, '{}', { 'retry-after': '3600' }));
    const here = page();
    expect(await reads(practice.call, here)).toEqual({ kind: 'failed', because: 'busy', status: 429 });
    expect(here.pauses).toEqual([]);
  });

  test('a failure on the site’s side is tried again a little', async () => {
    server.gives(answer(502, 'x'), answer(500, 'x'), fine);
    expect(await reads(practice.call, page())).toMatchObject({ kind: 'answer' });
    server.gives(answer(503, 'x'));
    expect(await reads(practice.call, page())).toEqual({ kind: 'failed', because: 'site-error', status: 503 });
    server.gives((request) => request.socket.destroy());
    const here = page();
    expect(await reads(practice.call, here)).toEqual({ kind: 'failed', because: 'no-answer', status: null });
    expect(here.pauses).toEqual([2, 6]);
  });

  test('a redirect is followed nowhere: a token must not leave', async () => {
    server.gives(answer(302, '', { location: `http://localhost:${new URL(server.origin).port}/elsewhere` }));
    expect(await reads(chatgpt.call, page())).toMatchObject({ kind: 'failed', because: 'no-answer' });
    expect(asked.every(({ url }) => url === '/backend-api/conversation/abc')).toBe(true);
  });

  test('status 200 with an error inside is an error', async () => {
    server.gives(answer(200, '{"status":"error","error_code":"x"}'));
    expect(await reads(practice.call, page())).toEqual({ kind: 'failed', because: 'site-error', status: 200 });
  });

  test('B27: large answers come in pieces, whole, however long they take', async () => {
    const large = `{"text":"${'ä'.repeat(400_000)}"}`;
    server.gives(answer(200, large));
    expect(await reads(practice.call, page())).toMatchObject({ body: large });
  });

  test('is cancelled: while it waits, and while it receives', async () => {
    server.gives(answer(429, '{}', { 'retry-after': '5' }));
    const waiting = page();
    const calling = {
      ...waiting.calling,
      pause: () => {
        waiting.control.abort();
        return Promise.reject(waiting.control.signal.reason);
      },
    };
    expect(await reads(practice.call, { calling })).toEqual({ kind: 'failed', because: 'cancelled', status: null });
    server.gives((_, response) => void response.writeHead(200).write('{"half":'.padEnd(70_000)));
    const receiving = page();
    const rest = async (): Promise<void> => {
      for await (const answer of callSite(practice.call, 'abc', receiving.calling))
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
