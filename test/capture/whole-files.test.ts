import 'fake-indexeddb/auto';
import { afterAll, describe, expect, test, vi } from 'vitest';
import type { Handlers } from '../../src/messages/handle';
import { readerOf } from '../../src/providers/readers';
import { readJournal } from '../../src/store/journal';
import { endedExchanges } from '../../src/store/pending';
import { listSessions, readLog } from '../../src/store/sessions';
import { startServer } from './calling';
import { conversationWith, filesAt, outcomes, PNG, site } from './files-flow';

const server = await startServer();
afterAll(() => server.close());

const THREE = conversationWith('sediment://file_1', 'sediment://file_2', 'sediment://file_gone');
const FROM = { site: 'chatgpt', origin: 'https://chatgpt.com', tab: 7, granted: true, from: 'site' } as const;

/** A job of files whose page has been asked and says nothing by itself. */
async function asked(pointers = THREE) {
  server.gives(site);
  const at = await filesAt(server.origin);
  await at.read(pointers);
  at.seen.relay = () => true;
  const job = await at.start();
  await at.settled();
  const tell = (numbers: readonly number[], changes: object = {}, from: object = FROM) => {
    const files = numbers.map((number) => {
      const file = { number, claims: null, outcome: 'kept' as const, came: null, preview: false };
      const address = `https://chatgpt.com/backend-api/estuary/content?id=${number}&sig=s3cr3t`;
      const told = { route: 'file', method: 'GET', page: 'https://chatgpt.com/c/abc', address, status: 200 };
      return { head: { ...told, type: 'image/png', job, file, ...changes }, bytes: new Uint8Array(PNG) };
    });
    return at.handlers['capture.files']({ files } as never, from as Parameters<Handlers['capture.files']>[1]);
  };
  return { ...at, id: job, tell };
}

describe('files that come whole', () => {
  test('are kept when that is answered, in one transaction, and nothing waits', async () => {
    const at = await asked();
    await at.tell([0, 1]);
    expect(outcomes(await at.job(at.id))).toEqual(['kept', 'kept', null]);
    expect(await endedExchanges(at.sink.db)).toEqual([]);
    expect((await at.current()).filter(({ kind }) => kind === 'artifact')).toHaveLength(2);
    const rows = await at.sink.db.entries.toArray();
    expect(rows.at(-1)?.entries).toHaveLength(2);
    const requests = (await readJournal(at.sink.db)).filter(({ what }) => what === 'request');
    const line = { site: 'chatgpt', detail: 'chatgpt.com/backend-api/estuary/content', ended: 200 };
    expect(requests).toMatchObject([line, line]);
  });

  test('told a second time, since the answer was lost, add nothing', async () => {
    const at = await asked();
    await at.tell([0]);
    const before = (await listSessions(at.sink.db))[0]?.tail;
    await at.tell([0, 0]);
    expect((await listSessions(at.sink.db))[0]?.tail).toEqual(before);
  });

  test.each([
    ['another tab', {}, { ...FROM, tab: 8 }],
    ['another origin', {}, { ...FROM, origin: 'https://chat.openai.com' }],
    ['another job', { job: '00000000-0000-4000-8000-000000000000' }, FROM],
    ['no job', { job: null }, FROM],
    ['no file', { file: undefined }, FROM],
    [
      'a file that nobody asked for',
      { file: { number: 9, claims: null, outcome: 'kept', came: null, preview: false } },
      FROM,
    ],
  ])('of %s are not', async (_, changes, from) => {
    const at = await asked();
    const lines = (await listSessions(at.sink.db))[0]?.tail.seq;
    await at.tell([0], changes, from);
    expect(outcomes(await at.job(at.id))).toEqual([null, null, null]);
    expect((await listSessions(at.sink.db))[0]?.tail.seq).toBe(lines);
    expect(await endedExchanges(at.sink.db)).toEqual([]);
  });

  test('are not kept for a session that was deleted meanwhile', async () => {
    const at = await asked();
    await at.sink.db.sessions.clear();
    await at.tell([0]);
    expect(await at.sink.db.sessions.count()).toBe(0);
  });

  test('wait as others do where our own code fails over them, and are tried again', async () => {
    const at = await asked();
    const real = at.sink.readerOf('chatgpt');
    let failures = 2;
    vi.spyOn(at.sink, 'readerOf').mockImplementation((id) => {
      if (failures-- > 0) throw new TypeError('ours');
      return id === 'chatgpt' ? real : readerOf(id);
    });
    await at.tell([0]);
    await at.settled();
    expect(outcomes(await at.job(at.id))).toEqual(['kept', null, null]);
  });

  test('are refused where there is no room: the page tells them again', async () => {
    const at = await asked();
    const full = vi.spyOn(at.sink.db.contents, 'bulkAdd').mockRejectedValue(new DOMException('', 'QuotaExceededError'));
    await expect(at.tell([0])).rejects.toMatchObject({ code: 'storage-full' });
    expect(outcomes(await at.job(at.id))).toEqual([null, null, null]);
    full.mockRestore();
    await at.tell([0]);
    expect(outcomes(await at.job(at.id))).toEqual(['kept', null, null]);
  });

  test('say the same in the log as what comes in pieces', async () => {
    const big = async (wholes: boolean): Promise<string[]> => {
      const at = await asked(conversationWith('sediment://file_1'));
      if (wholes) await at.tell([0]);
      else {
        const id = '0b5e7d10-3c2a-4f6e-9a41-000000000001.1';
        const file = { number: 0, claims: null, outcome: 'kept' as const, came: null, preview: false };
        const address = 'https://chatgpt.com/backend-api/estuary/content?id=0&sig=s3cr3t';
        const told = { route: 'file', method: 'GET', page: 'https://chatgpt.com/c/abc', address, status: 200 };
        await at.handlers['capture.begin'](
          { id, head: { ...told, type: 'image/png', job: at.id, file }, request: null },
          FROM,
        );
        await at.handlers['capture.chunk']({ id, number: 0, bytes: new Uint8Array(PNG) }, FROM);
        await at.handlers['capture.end']({ id, chunks: 1, whole: true, page: 'https://chatgpt.com/c/abc' }, FROM);
        await at.settled();
      }
      const [session] = await listSessions(at.sink.db);
      const lines = (await readLog(at.sink.db, session?.id ?? '')) ?? [];
      const artifacts = (await at.sink.db.artifacts.toArray()).map(({ size }) => size).sort();
      return [...lines.map((line) => line.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z|[0-9a-f]{64}/g, '')), `${artifacts}`];
    };
    expect(await big(true)).toEqual(await big(false));
  });
});
