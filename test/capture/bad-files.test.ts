import 'fake-indexeddb/auto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sha256Hex } from '../../src/lib/hash';
import { member } from '../../src/lib/json';
import type { Event } from '../../src/model/event';
import { sniff } from '../../src/raw/sniff';
import { exchangesOf } from '../../src/store/pending';
import { artifactsOf, listSessions, readArtifact } from '../../src/store/sessions';
import { changeSettings } from '../../src/store/settings';
import { until } from '../e2e/harness/temporary';
import { startServer } from './calling';
import { conversationWith, filesAt, PNG } from './files-flow';
import { holds } from './offer';

const server = await startServer();
afterAll(() => server.close());

type Answer = (response: ServerResponse) => unknown;
const gives =
  (status: number, type: string, body: string | Buffer = ''): Answer =>
  (response) =>
    response.writeHead(status, { 'content-type': type }).end(body);

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" onload="ran=1"><script>ran=1</script></svg>';
const HTML = '<!doctype html><html><body onload="ran=1"><script>ran=1</script></body></html>';
const WALL = '<!doctype html><html><body>Sign in, s3cr3t</body></html>';

/** What the site says of a file before it gives it. */
interface Lead {
  readonly name: string;
  readonly type?: string;
  readonly bytes?: number;
  /** In place of an address of the site's own. */
  readonly at?: string;
}

/** Each bad in its own way: what is said of it, what comes, and what is to become of it. */
const FILES: Readonly<Record<string, readonly [Lead, Answer, because: string, came: string | null]>> = {
  expired: [{ name: 'a.png' }, gives(410, 'text/plain', 'gone'), 'expired', null],
  refused: [{ name: 'a.png' }, gives(403, 'application/xml', '<Error/>'), 'forbidden', null],
  error: [
    { name: 'a.png', type: 'image/png' },
    gives(200, 'application/json', '{"status":"error","error_code":"file_not_found","error_message":"s3cr3t"}'),
    'not-found',
    'error',
  ],
  page: [{ name: 'a.png', type: 'image/png' }, gives(200, 'text/html; charset=utf-8', WALL), 'forbidden', 'page'],
  nothing: [{ name: 'a.png', bytes: 9 }, gives(200, 'image/png'), 'not-sent', 'nothing'],
  huge: [
    { name: 'a.png' },
    (response) => response.writeHead(200, { 'content-length': 3e9 }).write('x'),
    'too-large',
    null,
  ],
  endless: [
    { name: 'a.png', bytes: 9 },
    (response) => {
      const timer = setInterval(() => response.write('x'.repeat(65_536)), 1);
      response.on('close', () => clearInterval(timer));
    },
    'too-large',
    null,
  ],
  redirect: [
    { name: 'a.png' },
    (response) => response.writeHead(302, { location: `${server.origin}/private` }).end(),
    'forbidden',
    'redirect',
  ],
  private: [{ name: 'a.png', at: 'http://169.254.169.254/latest' }, gives(500, ''), 'unsupported', 'elsewhere'],
  loopback: [{ name: 'a.png', at: 'http://127.0.0.1:1/x' }, gives(500, ''), 'unsupported', 'elsewhere'],
  script: [{ name: 'a.png', at: 'javascript:ran=1' }, gives(500, ''), 'unsupported', 'elsewhere'],
  short: [
    { name: 'a.png' },
    (response) => response.writeHead(200, { 'content-length': 100 }).write('half', () => response.destroy()),
    'timed-out',
    null,
  ],
};

/** Files that are what they are, whatever is said of them. */
const GOOD: Readonly<Record<string, readonly [Lead, Answer, body: Buffer, claimed: object | undefined]>> = {
  lying: [
    { name: 'a.gif', type: 'image/gif', bytes: 3e9 },
    gives(200, 'text/html', PNG),
    PNG,
    { mime: 'image/gif', bytes: 3e9 },
  ],
  svg: [
    { name: 'a.svg', type: 'image/svg+xml', bytes: SVG.length },
    gives(200, 'image/svg+xml', SVG),
    Buffer.from(SVG),
    { mime: 'image/svg+xml' },
  ],
  html: [
    { name: 'page.html', type: 'text/html', bytes: HTML.length },
    gives(200, 'text/html', HTML),
    Buffer.from(HTML),
    { mime: 'text/html' },
  ],
  good: [{ name: 'a.png', type: 'image/png', bytes: PNG.length }, gives(200, 'image/png', PNG), PNG, undefined],
};

const contacted: string[] = [];
function site({ url = '' }: IncomingMessage, response: ServerResponse): unknown {
  contacted.push(url);
  const id = /file_(\w+)/.exec(url)?.[1] ?? '';
  const found = FILES[id] ?? GOOD[id];
  if (!found) return response.writeHead(404).end();
  if (url.startsWith('/bytes')) return found[1](response);
  // other ways to the same file have nothing: the first says why
  if (!url.startsWith('/backend-api/files/download/')) return gives(404, '')(response);
  const { name, type, bytes, at } = found[0];
  const lead = { status: 'success', download_url: at ?? `/bytes/file_${id}?sig=s3cr3t`, file_name: name };
  return gives(200, 'application/json', JSON.stringify({ ...lead, mime_type: type, file_size_bytes: bytes }))(response);
}

describe('files that come badly', () => {
  let current: Event[] = [];
  let at: Awaited<ReturnType<typeof filesAt>>;
  let job = '';
  const eventOf = (id: string): Event | undefined => current.find((each) => each.id === `chatgpt:m1/file_${id}`);
  beforeAll(async () => {
    server.gives(site);
    at = await filesAt(server.origin);
    await changeSettings(at.sink.db, { largestFile: 1_000_000 });
    const all = [...Object.keys(FILES), ...Object.keys(GOOD)];
    await at.read(conversationWith(...all.map((id) => `sediment://file_${id}`)));
    job = await at.start();
    await until('the end of all files', async () => (await at.job(job)).state === 'done', { within: 50_000 });
    current = await at.current();
  }, 60_000);

  test.each(Object.entries(FILES))('%s is a gap that says why', (id, [, , why, came]) => {
    expect(eventOf(id)).toMatchObject({ kind: 'gap', body: { why } });
    expect(member(member(eventOf(id)?.body, 'what'), 'came') ?? null).toBe(came);
  });

  test.each(Object.entries(GOOD))('%s is kept to the byte, and as what it is', async (id, [lead, , body, claimed]) => {
    const event = eventOf(id);
    expect(event).toMatchObject({
      kind: 'artifact',
      body: { artifact: `sha256:${sha256Hex(body)}`, bytes: body.length, name: lead.name },
    });
    expect(member(event?.body, 'claimed')).toEqual(claimed);
    const kept = await readArtifact(at.sink.db, sha256Hex(body));
    expect(Buffer.from(kept ?? []).equals(body)).toBe(true);
    expect((await sniff(new Uint8Array(body))).suffix).toMatch(/^\.(?:png|txt)$/); // no double click runs it
  });

  test('the rest is done, and nothing is left of what is no file', async () => {
    expect(await at.job(job)).toMatchObject({ state: 'done', result: { kept: 4, lacking: Object.keys(FILES).length } });
    expect(await exchangesOf(at.sink.db, job)).toEqual([]);
    const [session] = await listSessions(at.sink.db);
    const stored = (await artifactsOf(at.sink.db, session?.id ?? '')).map(({ hash }) => hash);
    expect(stored).not.toContain(sha256Hex(Buffer.from(WALL)));
    expect(await holds(at.sink.db, 's3cr3t')).toEqual([]);
    expect(contacted.filter((url) => /private|latest/.test(url) && !url.includes('file_'))).toEqual([]);
  });
});
