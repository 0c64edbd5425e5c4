import 'fake-indexeddb/auto';
import { createServer, type IncomingMessage } from 'node:http';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { type FetchedFile, fetchNamedFile, type NamedFile } from '../../src/network/fetch-file';
import { openDatabase } from '../../src/store/database';
import { readJournal } from '../../src/store/journal';

const HOSTS = ['https://*.files.example/*'];
const db = await openDatabase({ name: 'network' });

const asked: IncomingMessage[] = [];
const server = createServer((request, response) => {
  asked.push(request);
  if (request.url === '/away') response.writeHead(302, { location: '/elsewhere' }).end();
  else if (request.url === '/lost')
    response.writeHead(200, { 'content-length': 10 }).write('x', () => response.destroy());
  else response.writeHead(200, { 'content-type': 'image/png' }).end('bytes');
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const port = (server.address() as { port: number }).port;
afterAll(() => server.close());

/** What the browser was asked, sent on to the server on loopback. */
const real = globalThis.fetch;
const spy = vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
  const { pathname, search } = new URL(String(input));
  return real(`http://127.0.0.1:${port}${pathname}${search}`, init);
});
afterEach(() => {
  spy.mockClear();
  asked.length = 0;
});

const fetching = (address: string, changes: Partial<NamedFile> = {}, granted = true): Promise<FetchedFile> =>
  fetchNamedFile(
    {
      address: new URL(address),
      site: 'acme',
      hosts: HOSTS,
      cookies: false,
      signal: new AbortController().signal,
      ...changes,
    },
    { db, now: () => Date.UTC(2026, 10, 1), hasHosts: async () => granted },
  );

async function textOf(fetched: FetchedFile): Promise<string> {
  const pieces: Uint8Array[] = [];
  if (fetched.kind === 'answer') for await (const piece of fetched.body) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

describe('a file that a site named', () => {
  test('is fetched with nothing of the page’s, and noted without its query', async () => {
    const fetched = await fetching('https://a.files.example/x/y?sig=s3cr3t');
    expect(fetched).toMatchObject({ kind: 'answer', status: 200, type: 'image/png' });
    expect(await textOf(fetched)).toBe('bytes');
    expect(spy.mock.calls[0]?.[1]).toMatchObject({
      credentials: 'omit',
      redirect: 'manual',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
    });
    expect(asked[0]?.headers).not.toHaveProperty('authorization');
    expect((await readJournal(db))[0]).toMatchObject({ what: 'fetched', site: 'acme', detail: 'a.files.example/x/y' });
  });

  test('with cookies only where the site needs them', async () => {
    await fetching('https://files.example/x', { cookies: true });
    expect(spy.mock.calls[0]?.[1]).toMatchObject({ credentials: 'include' });
  });

  test.each([
    'http://a.files.example/x',
    'https://a.files.example:8443/x',
    'https://me@a.files.example/x',
    'https://files.example.elsewhere.example/x',
    'https://afiles.example/x',
    'https://127.0.0.1/x',
    'file:///etc/passwd',
    'data:text/plain,x',
  ])('at %s is never asked for', async (address) => {
    expect(await fetching(address)).toEqual({ kind: 'failed', because: 'refused-address' });
    expect(spy).not.toHaveBeenCalled();
  });

  test('without a grant is never asked for, and a site without hosts has none', async () => {
    const before = (await readJournal(db)).length;
    expect(await fetching('https://a.files.example/x', {}, false)).toEqual({
      kind: 'failed',
      because: 'not-permitted',
    });
    expect(await fetching('https://a.files.example/x', { hosts: [] })).toMatchObject({ because: 'refused-address' });
    expect(spy).not.toHaveBeenCalled();
    expect(await readJournal(db)).toHaveLength(before);
  });

  test('that is elsewhere is not followed', async () => {
    expect(await fetching('https://a.files.example/away')).toEqual({ kind: 'failed', because: 'redirect' });
    expect(asked.map(({ url }) => url)).toEqual(['/away']);
  });

  test('whose connection is lost breaks off where it is read', async () => {
    await expect(fetching('https://a.files.example/lost').then(textOf)).rejects.toThrow();
  });

  test('that nobody answers', async () => {
    spy.mockRejectedValueOnce(new TypeError('no'));
    expect(await fetching('https://a.files.example/x')).toEqual({ kind: 'failed', because: 'no-answer' });
  });
});
