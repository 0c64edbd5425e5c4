import 'fake-indexeddb/auto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { type AskedPage, type FetchedPage, fetchPage, type PageLimits } from '../../src/network/fetch-page';
import { openDatabase } from '../../src/store/database';
import { readJournal } from '../../src/store/journal';

const db = await openDatabase({ name: 'pages' });
const LIMITS: PageLimits = { bytes: 10_000, milliseconds: 60_000 };
const HTML = { 'content-type': 'text/html; charset=utf-8' };

/** Sends pieces until nobody listens any more. */
function drip(response: ServerResponse, piece: string, every: number): void {
  const timer = setInterval(() => response.write(piece), every);
  response.on('close', () => clearInterval(timer));
}

const ROUTES: Record<string, (response: ServerResponse) => unknown> = {
  '/page': (response) =>
    response
      .writeHead(200, {
        ...HTML,
        etag: '"1"',
        'last-modified': 'Mon, 02 Nov 2026 00:00:00 GMT',
        'set-cookie': 'a=b',
        'content-length': 9,
      })
      .end('<p>Words.'),
  '/error': (response) => response.writeHead(200, HTML).end('{"error":"gone"}'),
  '/nothing': (response) => response.writeHead(200, HTML).end(),
  '/none': (response) => response.writeHead(204).end(),
  '/endless': (response) => drip(response.writeHead(200, HTML), 'x'.repeat(1000), 1),
  '/endless-bytes': (response) =>
    drip(response.writeHead(200, { 'content-type': 'application/zip' }), 'x'.repeat(1000), 1),
  '/never': () => undefined,
  '/slow': (response) => drip(response.writeHead(200, HTML), 'x', 50),
  '/stuck': (response) => response.writeHead(200, HTML).write('<p>Half'),
  '/huge': (response) =>
    response
      .writeHead(200, { 'content-type': 'video/mp4', 'content-length': 3_000_000_000 })
      .write('x', () => response.destroy()),
  '/huge-text': (response) => {
    response.writeHead(200, { ...HTML, 'content-length': 3_000_000_000 });
    drip(response, 'x'.repeat(1000), 1);
  },
  '/short': (response) => {
    response.writeHead(200, { ...HTML, 'content-length': 100 }).write('ten bytes.', () => response.destroy());
  },
  '/bomb': (response) =>
    response
      .writeHead(200, { ...HTML, 'content-encoding': 'gzip' })
      .end(gzipSync(Buffer.alloc(50_000_000, 0x20), { level: 9 })),
  '/packed': (response) => {
    const body = gzipSync(Buffer.alloc(5000, 0x61));
    response.writeHead(200, { ...HTML, 'content-encoding': 'gzip', 'content-length': body.length }).end(body);
  },
  '/unpackable': (response) => response.writeHead(200, { ...HTML, 'content-encoding': 'gzip' }).end('no gzip at all'),
  '/away': (response) => response.writeHead(302, { location: 'https://elsewhere.example/x' }).end(),
  '/inside': (response) => response.writeHead(307, { location: 'http://169.254.169.254/latest/meta-data' }).end('no'),
  '/unsaid': (response) => response.writeHead(301).end(),
  '/hangs-up': (response) => response.destroy(),
  '/untyped': (response) => response.writeHead(200).end('<p>x'),
};
for (const status of [400, 401, 403, 404, 410, 418, 429, 451, 500, 503])
  ROUTES[`/${status}`] = (response) => response.writeHead(status, HTML).end('<p>An error page');

const asked: IncomingMessage[] = [];
const server = createServer((request, response) => {
  asked.push(request);
  const route = ROUTES[new URL(request.url ?? '', 'http://x').pathname];
  if (route) route(response);
  else response.writeHead(404).end();
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const port = (server.address() as { port: number }).port;
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

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

const AT = '2026-11-01T00:00:00.000Z';
const granted: string[][] = [];

const fetching = (path: string, changes: Partial<AskedPage> = {}, has = true): Promise<FetchedPage> =>
  fetchPage(
    {
      address: new URL(path, 'https://source.example'),
      limits: LIMITS,
      signal: new AbortController().signal,
      ...changes,
    },
    {
      db,
      now: () => Date.parse(AT),
      hasHosts: async (patterns) => {
        granted.push([...patterns]);
        return has;
      },
    },
  );

const quick = { limits: { ...LIMITS, milliseconds: 300 } };

describe('a page that is cited', () => {
  test('is fetched with nothing of the person’s, and recorded', async () => {
    const fetched = await fetching('/page?q=s3cr3t#there');
    expect(fetched).toMatchObject({
      kind: 'page',
      record: {
        url: 'https://source.example/page?q=s3cr3t#there',
        method: 'fetch',
        status: 200,
        started: AT,
        finished: AT,
        lastModified: 'Mon, 02 Nov 2026 00:00:00 GMT',
        etag: '"1"',
        contentType: 'text/html; charset=utf-8',
        contentLength: 9,
        bytes: 9,
        truncated: false,
      },
    });
    expect(fetched.record.date).toMatch(/GMT$/);
    expect(fetched.kind === 'page' && Buffer.from(fetched.bytes).toString()).toBe('<p>Words.');
    expect(spy.mock.calls[0]?.[1]).toMatchObject({
      credentials: 'omit',
      redirect: 'manual',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
    });
    for (const header of ['cookie', 'authorization', 'referer', 'origin'])
      expect(asked[0]?.headers).not.toHaveProperty(header);
  });

  test('needs the grant of its own origin and no other, and is noted without its query', async () => {
    granted.length = 0;
    await fetching('/page?q=s3cr3t');
    expect(granted).toEqual([['https://source.example/*']]);
    expect((await readJournal(db))[0]).toMatchObject({ what: 'fetched', site: null, detail: 'source.example/page' });
  });

  test.each([
    ['/page', 200],
    ['/404', 404],
    ['/away', 'redirect'],
    ['/never', 'no-answer'],
    ['/stuck', 200],
  ] as const)('at %s is noted with how it ended', async (path, ended) => {
    await fetching(path, quick);
    expect((await readJournal(db))[0]).toMatchObject({ detail: `source.example${path}`, ended });
  });

  test('that the person stops is noted as stopped', async () => {
    const stop = new AbortController();
    const stopped = fetching('/never', { signal: stop.signal });
    await expect.poll(() => asked.length).toBe(1);
    stop.abort();
    await expect(stopped).rejects.toThrow();
    expect((await readJournal(db))[0]).toMatchObject({ ended: 'stopped' });
  });

  test('without a grant is never asked for', async () => {
    const before = (await readJournal(db)).length;
    expect(await fetching('/page', {}, false)).toMatchObject({
      kind: 'failed',
      because: 'not-permitted',
      why: 'not-asked',
      record: { status: null, bytes: 0 },
    });
    expect(spy).not.toHaveBeenCalled();
    expect(await readJournal(db)).toHaveLength(before);
  });

  test.each([
    ['http://127.0.0.1/x', 'not-public'],
    ['http://2130706433/x', 'not-public'],
    ['http://[::ffff:10.0.0.1]/x', 'not-public'],
    ['http://router/x', 'not-public'],
    ['https://printer.local/x', 'not-public'],
    ['https://source.example:8443/x', 'other-port'],
    ['https://me:word@source.example/x', 'credentials'],
    ['file:///etc/passwd', 'other-scheme'],
    ['data:text/html,x', 'other-scheme'],
  ])('at %s is never asked for', async (address, refused) => {
    granted.length = 0;
    expect(await fetching(address)).toMatchObject({ kind: 'failed', because: 'refused-address', refused });
    expect(spy).not.toHaveBeenCalled();
    expect(granted).toEqual([]);
  });

  test('that is elsewhere is named and not followed, least of all inside', async () => {
    expect(await fetching('/away')).toMatchObject({ because: 'redirect', to: 'https://elsewhere.example/x' });
    expect(await fetching('/inside')).toMatchObject({
      because: 'redirect',
      to: 'http://169.254.169.254/latest/meta-data',
      record: { status: 307 },
    });
    expect(await fetching('/unsaid')).toMatchObject({ because: 'redirect', to: null, why: 'not-fetched' });
    expect(asked.map(({ url }) => url)).toEqual(['/away', '/inside', '/unsaid']);
  });

  test('whose browser keeps to itself where it leads', async () => {
    spy.mockResolvedValueOnce(
      Object.defineProperties(new Response(null), { type: { value: 'opaqueredirect' }, status: { value: 0 } }),
    );
    expect(await fetching('/away')).toMatchObject({ because: 'redirect', to: null, record: { status: null } });
  });

  test.each([
    [401, 'forbidden'],
    [403, 'forbidden'],
    [404, 'not-found'],
    [410, 'expired'],
    [418, 'not-fetched'],
    [429, 'not-fetched'],
    [451, 'forbidden'],
    [500, 'not-fetched'],
    [503, 'not-fetched'],
  ])('answered with %i is %s', async (status, why) => {
    expect(await fetching(`/${status}`)).toMatchObject({ kind: 'failed', because: 'status', why, record: { status } });
  });
});

describe('an answer that is not what it should be', () => {
  test('but an error called a page is what the server sent', async () => {
    expect(await fetching('/error')).toMatchObject({ kind: 'page', record: { status: 200, bytes: 16 } });
  });

  test('of no bytes is none', async () => {
    expect(await fetching('/nothing')).toMatchObject({ because: 'empty', why: 'not-sent', record: { status: 200 } });
    expect(await fetching('/none')).toMatchObject({ because: 'empty', record: { status: 204 } });
  });

  test('without an end is cut where it is a text, and left where it is none', async () => {
    const fetched = await fetching('/endless');
    expect(fetched).toMatchObject({ kind: 'page', record: { bytes: 10_000, truncated: true } });
    expect(fetched.kind === 'page' && fetched.bytes.length).toBe(10_000);
    expect(await fetching('/endless-bytes')).toMatchObject({
      because: 'too-large',
      why: 'too-large',
      record: { bytes: 10_000, truncated: true },
    });
  });

  test('that says it is too large is not waited for, unless it is a text', async () => {
    expect(await fetching('/huge')).toMatchObject({
      because: 'too-large',
      record: { contentLength: 3_000_000_000, bytes: 0 },
    });
    expect(await fetching('/huge-text')).toMatchObject({ kind: 'page', record: { bytes: 10_000, truncated: true } });
  });

  test('that unpacks to more than is allowed is cut', async () => {
    expect(await fetching('/bomb')).toMatchObject({ kind: 'page', record: { bytes: 10_000, truncated: true } });
  });

  test('that is packed is counted unpacked, beside what was said', async () => {
    const { record } = await fetching('/packed');
    expect(record).toMatchObject({ bytes: 5000, truncated: false });
    expect(record.contentLength).toBeLessThan(200);
  });

  test.each(['/short', '/unpackable'])('at %s breaks off', async (path) => {
    expect(await fetching(path)).toMatchObject({ because: 'broken-off', why: 'not-fetched', record: { status: 200 } });
  });

  test('that never comes is given up: before it began, while it drips, and in its middle', async () => {
    expect(await fetching('/never', quick)).toMatchObject({ because: 'timed-out', record: { status: null } });
    expect(await fetching('/slow', quick)).toMatchObject({ because: 'timed-out', record: { status: 200 } });
    expect(await fetching('/stuck', quick)).toMatchObject({ because: 'timed-out', why: 'timed-out' });
  });

  test('that nobody gives', async () => {
    expect(await fetching('/hangs-up')).toMatchObject({ because: 'no-answer', why: 'not-fetched' });
  });

  test('without a type is taken as it is', async () => {
    expect(await fetching('/untyped')).toMatchObject({ kind: 'page', record: { contentType: null } });
  });
});

test('whoever asked may end it at any time', async () => {
  const stop = new AbortController();
  const fetched = fetching('/slow', { signal: stop.signal });
  setTimeout(() => stop.abort(new Error('enough')), 100);
  await expect(fetched).rejects.toThrow('enough');
  await expect(fetching('/page', { signal: stop.signal })).rejects.toThrow('enough');
});
