import 'fake-indexeddb/auto';
import { afterAll, describe, expect, test } from 'vitest';
import { beginFile } from '../../src/capture/sink/begin-file';
import { afterTabClosed, tidy } from '../../src/capture/watch/tidy';
import { exchangesOf } from '../../src/store/pending';
import { startServer } from './calling';
import { conversationWith, filesAt, outcomes, PNG, site } from './files-flow';

const server = await startServer();
afterAll(() => server.close());
server.gives(site);

const FAR = 'sediment://file_far';
const chunk = new Uint8Array(PNG);
const came = (body: AsyncIterable<Uint8Array<ArrayBuffer>>) =>
  ({ kind: 'answer', status: 200, type: 'image/png', length: null, body }) as const;

type At = Awaited<ReturnType<typeof filesAt>>;
const until = async (work: () => Promise<boolean>): Promise<void> => {
  for (let n = 0; n < 200 && !(await work()); n++) await new Promise((resolve) => setTimeout(resolve, 5));
};
const isRunning = async (at: At, id: string): Promise<boolean> => (await at.job(id)).state === 'running';

describe('what nobody is at', () => {
  test('a page that took the order and was left since: it is asked again as soon as somebody looks', async () => {
    const at = await filesAt(server.origin);
    await at.read(conversationWith('sediment://file_1'));
    at.seen.relay = ({ relay }) => (relay === 'busy' ? { exchanges: [], jobs: [] } : true);
    const id = await at.start();
    await until(() => isRunning(at, id));
    at.seen.relay = at.listening;
    await tidy(at.services);
    await at.settled();
    expect(outcomes(await at.job(id))).toEqual(['kept']);
  });

  test('but a page that is at it is left in peace', async () => {
    const at = await filesAt(server.origin);
    await at.read(conversationWith('sediment://file_1'));
    const orders: string[] = [];
    at.seen.relay = ({ relay, job }) => {
      if (relay === 'files') orders.push(job ?? '');
      return relay === 'busy' ? { exchanges: [], jobs: orders } : true;
    };
    const id = await at.start();
    await until(async () => orders.length > 0);
    await tidy(at.services);
    await tidy(at.services);
    expect(orders).toEqual([id]);
    expect(await isRunning(at, id)).toBe(true);
  });

  test('what a background that has ended was fetching over its door comes anew', async () => {
    const at = await filesAt(server.origin, {
      fetchFile: async () =>
        came(
          (async function* () {
            yield chunk;
          })(),
        ),
    });
    await at.read(conversationWith(FAR));
    at.seen.relay = ({ relay }) => (relay === 'busy' ? { exchanges: [], jobs: [] } : true);
    const id = await at.start();
    await until(() => isRunning(at, id));
    const file = { number: 0, claims: null, outcome: 'kept', came: null, preview: false } as const;
    const address = 'https://a.oaiusercontent.com/file_far';
    const coming = { id: 'x.1', job: id, tab: 7, file, address, status: 200, type: 'image/png' };
    expect(await beginFile(at.sink, coming, 'https://chatgpt.com')).toBe(true);
    at.seen.relay = at.listening;
    await tidy(at.services);
    await at.settled();
    expect(outcomes(await at.job(id))).toEqual(['kept']);
    expect(await exchangesOf(at.sink.db, id)).toEqual([]);
  });

  test('a tab that is closed ends its own files, and not what comes over our door', async () => {
    let fetched = 0;
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const at = await filesAt(server.origin, {
      fetchFile: async () => {
        fetched++;
        return came(
          (async function* () {
            yield chunk.subarray(0, 20);
            await held;
            yield chunk.subarray(20);
          })(),
        );
      },
    });
    await at.read(conversationWith(FAR));
    const id = await at.start();
    await until(async () => (await exchangesOf(at.sink.db, id)).length > 0);
    at.seen.address = null;
    await afterTabClosed(at.services, 7);
    release();
    await at.settled();
    expect([outcomes(await at.job(id)), fetched]).toEqual([['kept'], 1]);
  });
});
