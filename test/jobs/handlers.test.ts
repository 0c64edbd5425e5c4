import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { type JobServices, jobHandlers } from '../../src/jobs/handlers';
import type { Database } from '../../src/store/database';
import { addJob, newExport, newFiles, readJob } from '../../src/store/jobs';
import { newDatabase } from '../capture/offer';

const OURS = { from: 'page-of-ours' } as const;
const ISO = '2026-12-01T00:00:00.000Z';
const SESSION = '0b5e7d10-3c2a-4f6e-9a41-000000000001';

/** Handlers over a database, and what they asked of the browser. */
async function handled(changes: Partial<JobServices> = {}) {
  const db: Database = await newDatabase();
  const done: string[] = [];
  const services: JobServices = {
    deliver: {
      db,
      now: () => Date.parse(ISO),
      download: async (url, name) => done.push(`download ${url} as ${name}`),
      downloadEnd: async () => null,
      findDownload: async () => null,
      ourFiles: async () => [],
      keepsList: true,
      discardDownload: async () => undefined,
      pause: async () => undefined,
      keepsEarlier: true,
    },
    newId: () => crypto.randomUUID(),
    startExports: async () => void done.push('start'),
    cancelRead: async (job, tab) => void done.push(`cancel ${job} in ${tab}`),
    cancelFiles: async (job) => void done.push(`cancel files ${job}`),
    goOnWithPages: async () => undefined,
    cancelBackfill: async (job) => void done.push(`cancel backfill ${job}`),
    cancelPages: async (job) => void done.push(`cancel pages ${job}`),
    stopDownload: async (id) => void done.push(`stop ${id}`),
    closeOffscreen: async () => void done.push('close'),
    removeLeft: async () => void done.push('remove'),
    tendArchives: async () => undefined,
    goOnWithArchives: async (write) => void done.push(`folder ${JSON.stringify(write)}`),
    ourOrigin: () => 'chrome-extension://valise',
    ...changes,
  };
  return { db, done, handlers: jobHandlers(async () => services) };
}

test('an export begins as a row, and whoever packs is told', async () => {
  const { db, done, handlers } = await handled();
  const { job } = await handlers['export.start']({ sessions: [SESSION] }, OURS);
  expect(await readJob(db, job)).toMatchObject({ kind: 'export', state: 'waiting', ask: { sessions: [SESSION] } });
  expect(done).toEqual(['start']);
});

test('the document is closed when nothing is left, and opened again for what came just then', async () => {
  const first = await handled();
  await first.handlers['jobs.idle'](null, OURS);
  expect(first.done).toEqual(['close', 'remove']);
  const late: { db?: Database } = {};
  const second = await handled({
    closeOffscreen: async () => {
      if (late.db) await addJob(late.db, newExport(crypto.randomUUID(), { sessions: [SESSION] }, ISO));
    },
  });
  late.db = second.db;
  await second.handlers['jobs.idle'](null, OURS);
  expect(second.done).toEqual(['remove', 'start']);
});

test('an export that is being packed is not asked for again, one that nobody is at any more is', async () => {
  const { db, done, handlers } = await handled();
  const job = newExport(crypto.randomUUID(), { sessions: [SESSION] }, ISO);
  const lease = { holder: 'the document', until: new Date(Date.parse(ISO) + 1000).toISOString() };
  await addJob(db, { ...job, state: 'running', lease });
  await handlers['jobs.idle'](null, OURS);
  expect(done).toEqual(['remove']);
  await db.jobs.put({ ...job, state: 'running', lease: { ...lease, until: ISO } });
  await handlers['jobs.idle'](null, OURS);
  expect(done).toEqual(['remove', 'remove', 'start']);
});

test('the document stays while an export waits for files, and goes with the last that is cancelled', async () => {
  const { db, done, handlers } = await handled();
  const files = newFiles(crypto.randomUUID(), { session: SESSION, tab: 1, again: false }, ISO);
  const waits = [1, 2].map(() => newExport(crypto.randomUUID(), { sessions: [SESSION] }, ISO));
  for (const job of [files, ...waits]) await addJob(db, job);
  await handlers['jobs.idle'](null, OURS);
  await handlers['job.cancel']({ job: waits[0]?.id ?? '' }, OURS);
  expect(done).toEqual(['remove', 'remove']);
  await handlers['job.cancel']({ job: waits[1]?.id ?? '' }, OURS);
  expect(done).toEqual(['remove', 'remove', 'close', 'remove']);
});

test('an archive is saved only from our own address', async () => {
  const { done, handlers } = await handled();
  const delivery = { job: crypto.randomUUID(), name: 'a.zip', bytes: 1, identity: 'x', lacking: 0 };
  await expect(handlers['job.deliver']({ ...delivery, url: 'blob:https://chatgpt.com/1' }, OURS)).rejects.toMatchObject(
    {
      code: 'bad-message',
    },
  );
  await handlers['job.deliver']({ ...delivery, url: 'blob:chrome-extension://valise/1' }, OURS);
  expect(done).toEqual(['download blob:chrome-extension://valise/1 as a.zip']);
});

test('cancelling ends an export and its download, a read in its tab, and nothing that has ended', async () => {
  const { db, done, handlers } = await handled();
  const job = newExport(crypto.randomUUID(), { sessions: [SESSION] }, ISO);
  await addJob(db, {
    ...job,
    state: 'running',
    result: { name: 'a.zip', bytes: 1, identity: 'x', lacking: 0, download: 9 },
  });
  await handlers['job.cancel']({ job: job.id }, OURS);
  expect(await readJob(db, job.id)).toMatchObject({ state: 'cancelled' });
  const ask = { tab: 4, site: 'chatgpt', origin: 'https://chatgpt.com', conversation: 'x', pack: false };
  const read = { ...job, id: crypto.randomUUID(), kind: 'read' as const, ask, result: null };
  await addJob(db, read);
  await handlers['job.cancel']({ job: read.id }, OURS);
  await handlers['job.cancel']({ job: crypto.randomUUID() }, OURS);
  expect(done).toEqual(['stop 9', 'close', 'remove', `cancel ${read.id} in 4`]);
  await addJob(db, { ...job, state: 'done' });
  await handlers['job.cancel']({ job: job.id }, OURS);
  expect(await readJob(db, job.id)).toMatchObject({ state: 'done' });
});
