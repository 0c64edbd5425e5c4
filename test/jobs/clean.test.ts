import 'fake-indexeddb/auto';
import { afterAll, describe, expect, test } from 'vitest';
import { openArchive } from '../../src/archive/open';
import { reportsOf } from '../../src/archive/reports';
import { verifyArchive } from '../../src/archive/verify';
import { blobSource } from '../../src/archive/zip/ports';
import { rereadArchive } from '../../src/cli/reread';
import { type Choice, clean, goOnCleaning, measureCleaning } from '../../src/jobs/clean';
import { planCleaning } from '../../src/jobs/clean-plan';
import { packSessions } from '../../src/jobs/export';
import { sha256Hex } from '../../src/lib/hash';
import type { Event } from '../../src/model/event';
import { viewOf } from '../../src/projection/view';
import type { Database } from '../../src/store/database';
import { addJob, newClean, openJobs, readJob } from '../../src/store/jobs';
import type { SessionRow } from '../../src/store/rows';
import { artifactsOf, listSessions, readArtifact, readLog } from '../../src/store/sessions';
import { usageBySite } from '../../src/store/usage';
import { answer, startServer } from '../capture/calling';
import { conversationWith, filesAt, PNG, site } from '../capture/files-flow';
import { capture, chatgptRead, everything, newDatabase, practiceRead, sinkOver } from '../capture/offer';
import { chat } from '../capture/talk';
import { jsonOf, startingConversations } from '../sites/chatgpt/conversations';
import { HARBOUR } from '../sites/chatgpt/harbour';

const server = await startServer();
afterAll(() => server.close());

const NOW = Date.UTC(2026, 11, 1);
const worker = (db: Database, holder = 'page') => ({ db, holder, now: () => NOW });
const signal = new AbortController().signal;
const ALL: Choice = { what: 'raw', before: '2027-01-01T00:00:00.000Z' };

async function kept(): Promise<{ db: Database; row: SessionRow }> {
  const db = await newDatabase();
  const stored = startingConversations().get(HARBOUR);
  const row = stored && (await capture(sinkOver(db), chatgptRead(HARBOUR, jsonOf(stored))));
  if (!row) throw new Error('no such conversation');
  return { db, row };
}

async function run(db: Database, choice: Choice): Promise<unknown> {
  let id = '';
  await clean(
    worker(db),
    () => crypto.randomUUID(),
    choice,
    (job) => (id = job),
  );
  return (await readJob(db, id))?.result;
}

async function packed(db: Database, ...ids: readonly string[]) {
  const parts = { db, release: '0.1.0', progress: () => undefined, signal };
  const { blob, lacking } = await packSessions({ sessions: ids }, parts);
  const archive = await openArchive(blobSource(blob));
  if (archive.kind === 'refused') throw new Error(archive.flaw.sentence);
  return { archive, lacking };
}

const eventsOf = async (db: Database, id: string): Promise<Event[]> =>
  ((await readLog(db, id)) ?? []).map((line) => JSON.parse(line) as Event);

describe('old raw', () => {
  test('goes with a gap that names it: the archive is sound, and what it told is not read again', async () => {
    const { db, row } = await kept();
    const before = await measureCleaning(db, ALL, signal);
    expect(before).toMatchObject({ sessions: 1, artifacts: expect.any(Number) });
    const held = (await db.artifacts.toArray()).reduce((sum, { size }) => sum + size, 0);
    const result = await run(db, ALL);
    expect(result).toEqual({ sessions: 1, bytes: before.bytes });
    const left = (await db.artifacts.toArray()).reduce((sum, { size }) => sum + size, 0);
    expect(held - left).toBe(before.bytes);
    expect((await db.contents.toArray()).length).toBe((await db.artifacts.toArray()).length);
    const events = await eventsOf(db, row.id);
    const gap = events.at(-1);
    expect(gap).toMatchObject({ kind: 'gap', body: { why: 'dropped' }, actor: { kind: 'recorder' } });
    const { archive, lacking } = await packed(db, row.id);
    expect(lacking).toBe(0);
    expect(await verifyArchive(archive)).toMatchObject({ kind: 'sound', flaws: [] });
    const again = await rereadArchive(archive);
    expect(again).toMatchObject({ same: 0, differing: 0 });
    expect(again.notReread).toBeGreaterThan(10);
    const [report] = await reportsOf(archive);
    expect(report?.report.export).toMatchObject({ verdict: 'gaps', counts: { missing: 0, dropped: before.artifacts } });
    // a second time there is nothing left, and nothing is written
    expect(await measureCleaning(db, ALL, signal)).toEqual({ sessions: 0, artifacts: 0, bytes: 0 });
    expect(await run(db, ALL)).toEqual({ sessions: 0, bytes: 0 });
    expect(await eventsOf(db, row.id)).toHaveLength(events.length);
  });

  test('of another day stays, with what it shares; what is read afterwards is there again', async () => {
    const db = await newDatabase();
    const sink = sinkOver(db);
    const first = await capture(sink, practiceRead(chat('bread', ['How long?', 'An hour.'])));
    const later = sinkOver(db, { now: () => Date.UTC(2026, 10, 20) });
    await capture(later, practiceRead(chat('bread', ['How long?', 'An hour.', 'And rye?', 'Two.'], { minute: 30 })));
    const id = first?.id ?? '';
    const all = (await artifactsOf(db, id)).length;
    expect(await measureCleaning(db, { what: 'raw', before: '2026-10-01T00:00:00.000Z' }, signal)).toMatchObject({
      artifacts: 0,
    });
    await run(db, { what: 'raw', before: '2026-11-10T00:00:00.000Z' });
    const some = (await artifactsOf(db, id)).length;
    expect(some).toBeLessThan(all);
    expect(some).toBeGreaterThan(0);
    const { archive, lacking } = await packed(db, id);
    expect(lacking).toBe(0);
    const again = await rereadArchive({ ...archive });
    expect(again.differing).toBe(0);
    await capture(later, practiceRead(chat('bread', ['How long?', 'An hour.', 'And rye?', 'Two.', 'Spelt?'])));
    expect((await packed(db, id)).lacking).toBe(0);
  });

  test('of a copy stays: its log is somebody else’s; so does what cannot be read yet, and what another session needs', async () => {
    const { db, row } = await kept();
    await db.sessions.update(row.id, { copy: { from: 'x.zip', at: '2026-11-01T00:00:00.000Z', logHash: '' } });
    expect((await measureCleaning(db, ALL, signal)).sessions).toBe(0);
    expect(await run(db, ALL)).toEqual({ sessions: 0, bytes: 0 });
    const own = await kept();
    await own.db.artifacts.toCollection().modify((each) => {
      Object.assign(each, { sessions: [...each.sessions, 'another'] });
    });
    const before = await everything(own.db);
    expect(await run(own.db, ALL)).toEqual({ sessions: 1, bytes: 0 });
    expect((await everything(own.db)).contents).toEqual(before.contents);
    const other = await newDatabase();
    const sink = sinkOver(other);
    const bread = await capture(sink, practiceRead(chat('bread', ['How long?', 'An hour.'])));
    await capture(sink, practiceRead({ chat: { id: 'bread' }, messages: 7 } as never));
    const unread = (await eventsOf(other, bread?.id ?? '')).find(
      ({ body }) => 'why' in body && body.why === 'unreadable',
    );
    expect(await run(other, ALL)).toMatchObject({ sessions: 1 });
    const there = (await artifactsOf(other, bread?.id ?? '')).map(({ hash }) => `sha256:${hash}`);
    expect(there).toContain(unread?.source.raw[0]?.frame);
    expect(there.length).toBeLessThan(4);
  });
});

describe('files', () => {
  test('over a size go by name; smaller ones and all else stay', async () => {
    server.gives(site);
    const at = await filesAt(server.origin);
    await at.read(conversationWith('sediment://file_1'));
    await at.start();
    await at.settled();
    const { db } = at.sink;
    const [row] = await listSessions(db);
    const id = row?.id ?? '';
    const used = await usageBySite(db, { signal });
    expect(used.get('chatgpt')).toMatchObject({ files: PNG.length, pages: 0 });
    expect(await run(db, { what: 'files', over: PNG.length })).toEqual({ sessions: 0, bytes: 0 });
    expect(await run(db, { what: 'files', over: PNG.length - 1 })).toEqual({ sessions: 1, bytes: PNG.length });
    expect(await readArtifact(db, sha256Hex(PNG))).toBeNull();
    const gap = (await eventsOf(db, id)).at(-1);
    expect(gap).toMatchObject({ kind: 'gap', body: { why: 'dropped', what: { file: 'file_1.png' } } });
    const { archive, lacking } = await packed(db, id);
    expect(lacking).toBe(0);
    expect(await verifyArchive(archive)).toMatchObject({ kind: 'sound', flaws: [] });
    // that it was there is still said where it stood
    expect(viewOf(await eventsOf(db, id)).current.get('chatgpt:m1/file_1')?.kind).toBe('artifact');
    server.gives(answer(404, {}));
    await at.start();
    await at.settled();
    expect(viewOf(await eventsOf(db, id)).current.get('chatgpt:m1/file_1')?.kind).toBe('artifact');
  });
});

describe('copies of pages', () => {
  const hash = (text: string): string => sha256Hex(Buffer.from(text));
  const event = (id: string, body: Record<string, unknown>): Event =>
    ({ id, kind: 'artifact', body, sealed: [], source: { raw: [] }, at: { recorded: '' } }) as unknown as Event;
  test('go with their pictures, and their words stay', async () => {
    const events = [
      event('p', { artifact: `sha256:${hash('page')}`, role: 'source-page', fetched: { url: 'https://a.example/' } }),
      event('p/text', { artifact: `sha256:${hash('text')}`, role: 'source-text', snapshot: `sha256:${hash('page')}` }),
      event('i', { artifact: `sha256:${hash('image')}`, role: 'source-image', name: 'a.png' }),
      event('f', { artifact: `sha256:${hash('file')}`, role: 'file' }),
    ];
    const sizes = new Map(['page', 'text', 'image', 'file'].map((each) => [hash(each), 9]));
    const held = { site: 'chatgpt', native: 'abc', events, sizes, artifact: async () => null };
    const dropping = await planCleaning(held, { choice: { what: 'pages' } });
    expect(dropping?.hashes).toEqual([hash('page'), hash('image')]);
    expect(dropping?.gaps.map(({ body }) => body.what)).toEqual([
      { source: 'https://a.example/' },
      { source: 'a.png' },
    ]);
  });
});

describe('a cleaning that is cut off', () => {
  test('goes on where it was: the end is that of one that was not', async () => {
    const three = async (): Promise<Database> => {
      const db = await newDatabase();
      const sink = sinkOver(db);
      for (const name of ['a', 'b', 'c']) await capture(sink, practiceRead(chat(name, [`${name}?`, 'Yes.'])));
      return db;
    };
    const [cut, whole] = [await three(), await three()];
    await run(whole, ALL);
    // the page that began it died after the first session
    const job = newClean(crypto.randomUUID(), { choice: ALL }, '2026-11-01T00:00:00.000Z');
    await addJob(cut, job);
    let looks = 0;
    const now = (): number => {
      if (++looks > 3) throw new Error('killed'); // two for the lease, one for the first session
      return NOW;
    };
    await goOnCleaning({ ...worker(cut, 'dead'), now });
    expect(await openJobs(cut)).toHaveLength(1);
    const gaps = (await listSessions(cut)).map(({ counts }) => counts.gaps);
    expect(gaps.toSorted()).toEqual([0, 0, 1]);
    await cut.jobs.toCollection().modify((each) => {
      Object.assign(each, { lease: null }); // it has run out
    });
    await goOnCleaning(worker(cut, 'next'));
    expect(await readJob(cut, job.id)).toMatchObject({ state: 'done' });
    const lines = async (db: Database): Promise<string[]> =>
      (await db.events.toArray()).map(({ line }) => String(line.length));
    expect((await lines(cut)).sort()).toEqual((await lines(whole)).sort());
    expect(await cut.artifacts.count()).toBe(await whole.artifacts.count());
  });

  test('cancelled, what is done is done and nothing else', async () => {
    const { db, row } = await kept();
    const job = newClean(crypto.randomUUID(), { choice: ALL }, '2026-11-01T00:00:00.000Z');
    await addJob(db, { ...job, state: 'cancelled' });
    await goOnCleaning(worker(db));
    expect(await eventsOf(db, row.id)).toHaveLength(row.tail.seq);
  });
});
