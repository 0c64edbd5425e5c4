import 'fake-indexeddb/auto';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { exchangesOf } from '../../src/store/pending';
import { changeSettings } from '../../src/store/settings';
import { startServer } from './calling';
import { conversationWith, filesAt, outcomes, PNG, site } from './files-flow';
import { holds } from './offer';

const server = await startServer();
afterAll(() => server.close());
server.gives(site);

describe('a file on a host of the site’s files', () => {
  const chunks = async function* () {
    for (let at = 0; at < PNG.length; at += 7) yield new Uint8Array(PNG.subarray(at, at + 7));
  };
  const pointer = 'sediment://file_far';

  test('is fetched by the background over its door, and written down as it comes', async () => {
    const fetched: unknown[] = [];
    const at = await filesAt(server.origin, {
      fetchFile: async ({ address, hosts, cookies }) => {
        fetched.push([address.href, hosts, cookies]);
        return { kind: 'answer', status: 200, type: 'image/png', length: null, body: chunks() };
      },
    });
    await at.read(conversationWith(pointer));
    const id = await at.start();
    await at.settled();
    expect(fetched).toEqual([
      ['https://a.oaiusercontent.com/file_far?sig=s3cr3t', ['https://*.oaiusercontent.com/*'], false],
    ]);
    expect(outcomes(await at.job(id))).toEqual(['kept']);
    expect(await holds(at.sink.db, 's3cr3t')).toEqual([]);
    expect((await at.current()).find(({ kind }) => kind === 'artifact')).toMatchObject({ id: 'chatgpt:m1/file_far' });
  });

  test.each([
    [{ kind: 'failed', because: 'not-permitted' }, 'not-asked'],
    [{ kind: 'failed', because: 'redirect' }, 'forbidden'],
    [{ kind: 'failed', because: 'no-answer' }, 'timed-out'],
    [{ kind: 'failed', because: 'refused-address' }, 'unsupported'],
    [{ kind: 'answer', status: 404, type: null, length: null }, 'not-found'],
    [{ kind: 'answer', status: 200, type: null, length: 3e9 }, 'too-large'],
  ] as const)('%o', async (answered, outcome) => {
    const fetchFile = async () => ('status' in answered ? { ...answered, body: chunks() } : answered);
    const at = await filesAt(server.origin, { fetchFile });
    await at.read(conversationWith(pointer, 'sediment://file_1'));
    const id = await at.start();
    await at.settled();
    expect(outcomes(await at.job(id))).toEqual([outcome, 'kept']);
    expect(await exchangesOf(at.sink.db, id)).toEqual([]);
  });

  test('waits for its turn where so many are under way already', async () => {
    let [now, most] = [0, 0];
    const at = await filesAt(server.origin, {
      fetchFile: async () => {
        most = Math.max(most, ++now);
        await new Promise((resolve) => setTimeout(resolve, 30));
        now--;
        return { kind: 'answer', status: 200, type: 'image/png', length: null, body: chunks() };
      },
      pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds / 50)),
    });
    await changeSettings(at.sink.db, { filesAtOnce: 1, fileSeconds: 5 });
    await at.read(conversationWith(pointer, 'sediment://file_far2', 'sediment://file_far3'));
    const id = await at.start();
    await vi.waitFor(async () => expect((await at.job(id)).state).toBe('done'), 15_000);
    expect(outcomes(await at.job(id))).toEqual(['kept', 'kept', 'kept']);
    expect(most).toBe(1);
    expect(at.orders[0]).toMatchObject({ atOnce: 1, seconds: 5, largest: 64 * 1024 * 1024 });
  });

  test('without an end is cut', async () => {
    const endless = async function* () {
      for (;;) yield new Uint8Array(50_000);
    };
    const at = await filesAt(server.origin, {
      fetchFile: async () => ({ kind: 'answer', status: 200, type: null, length: null, body: endless() }),
    });
    await changeSettings(at.sink.db, { largestFile: 2_000_000 });
    await at.read(conversationWith(pointer));
    const id = await at.start();
    await at.settled();
    expect(outcomes(await at.job(id))).toEqual(['too-large']);
  });
});
