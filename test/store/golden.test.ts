import 'fake-indexeddb/auto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { settle } from '../../src/capture/sink/settle';
import { readLog } from '../../src/model/chain';
import type { Database } from '../../src/store/database';
import { addJob, newExport, openJobs } from '../../src/store/jobs';
import { readJournal } from '../../src/store/journal';
import { ledgerOf } from '../../src/store/keep';
import { DATABASE_VERSION, migrations } from '../../src/store/migrations/migrations';
import { endedExchanges } from '../../src/store/pending';
import { readLog as keptLog, listSessions, readArtifact } from '../../src/store/sessions';
import { changeSettings, readSettings } from '../../src/store/settings';
import { capture, chatgptRead, newDatabase, practiceRead, sinkOver, tell } from '../capture/offer';
import { chat } from '../capture/talk';
import { jsonOf, SHORT, startingConversations } from '../sites/chatgpt/conversations';
import { type Dump, dump, putBack } from './dump';

const folder = 'test/golden';
const file = (version: number): string => join(folder, `database-${version}.json`);
const released = migrations.map(({ version }) => version);

/** What version 2 added. */
async function unasked(db: Database, session: string): Promise<void> {
  const at = '2026-11-01T00:00:00.000Z';
  const [site, origin] = ['practice', 'http://localhost'];
  const listed = { site, origin, scope: null, native: 'bread', title: 'Bread', changed: at, round: 'r', tries: 1 };
  const shown = { list: 'normal', page: '/chat/bread', due: -1 };
  await db.listings.put({ ...listed, ...shown, state: 'read', readAs: at, error: null });
  await db.paces.put({ site, origin, tokens: 7, at, next: null, until: null, refusals: 0 });
  const lies = { place: 'downloads', name: 'bread.zip', pattern: '{title}', version: 1, bytes: 1 } as const;
  await db.saved.put({ session, revision: 1, log: '0'.repeat(64), ...lies, identity: '0'.repeat(64), at });
  await db.notes.put({ session, starred: true, tags: ['rye'], text: 'Try it.', changed: at });
}

/** A database in which every table has rows. */
async function written(name: string): Promise<Dump> {
  const db = await newDatabase(name);
  const ids = Array.from({ length: 9 }, (_, n) => `11111111-1111-4111-8111-00000000000${n}`);
  const sink = sinkOver(db, { newId: () => ids.pop() ?? '' });
  const stored = startingConversations().get(SHORT);
  if (!stored) throw new Error('no such conversation');
  await capture(sink, chatgptRead(SHORT, jsonOf(stored)));
  await capture(sink, practiceRead(chat('bread', ['How long?', 'An hour.'])));
  const again = await capture(sink, practiceRead(chat('bread', [])));
  await tell(sink, practiceRead(chat('bread', ['How long?', 'An hour.', 'And rye?'], { minute: 30 })));
  await addJob(db, newExport(ids.pop() ?? '', { sessions: [again?.id ?? ''] }, '2026-11-01T00:00:00.000Z'));
  await changeSettings(db, { paused: ['chatgpt'] });
  await unasked(db, again?.id ?? '');
  db.close();
  return dump(name);
}

describe('databases of every release', () => {
  test('the newest one is there', async () => {
    const path = file(DATABASE_VERSION);
    if (existsSync(path)) return;
    writeFileSync(path, `${JSON.stringify(await written(`golden-${DATABASE_VERSION}`), null, 1)}\n`);
    throw new Error(`${path} was not there and is written now: look at it, then run again`);
  });

  test.each(released)('version %i opens, and everything in it is as it was', async (version) => {
    const golden = JSON.parse(readFileSync(file(version), 'utf8')) as Dump;
    for (const { name, rows } of golden.stores) expect(rows.length, name).toBeGreaterThan(0);
    const name = `golden-read-${version}`;
    await putBack(name, golden);
    const db = await newDatabase(name);
    expect(db.verno).toBe(DATABASE_VERSION);
    const sessions = await listSessions(db);
    expect(sessions.map(({ native }) => native).sort()).toEqual([SHORT, 'bread']);
    for (const row of sessions) {
      const lines = (await keptLog(db, row.id)) ?? [];
      expect(readLog(lines).faults).toEqual([]);
      expect(lines).toHaveLength(row.tail.seq);
      expect((await ledgerOf(db, row)).versions.size).toBeGreaterThan(2);
    }
    for (const { hash, size } of await db.artifacts.toArray())
      expect((await readArtifact(db, hash))?.length).toBe(size);
    expect(await readSettings(db)).toMatchObject({ paused: ['chatgpt'], keys: true });
    const jobs = (await openJobs(db)).map(({ kind, state }) => [kind, state]);
    // from version 2 on, what could not be read is asked for once its chat is quiet
    expect(jobs).toEqual([['export', 'waiting'], ...(version < 2 ? [] : [['read', 'waiting']])]);
    expect((await readJournal(db)).length).toBeGreaterThan(0);
    // what waited to be read is read by this release
    const [row] = await endedExchanges(db);
    expect(row && (await settle(sinkOver(db), row))?.counts.messages).toBe(3);
  });

  test('a new database has the same stores and indexes as one that came all the way', async () => {
    const golden = JSON.parse(readFileSync(file(1), 'utf8')) as Dump;
    await putBack('golden-upgraded', golden);
    (await newDatabase('golden-upgraded')).close();
    (await newDatabase('golden-new')).close();
    const shape = ({ version, stores }: Dump) => ({ version, stores: stores.map(({ rows, ...rest }) => rest) });
    expect(shape(await dump('golden-upgraded'))).toEqual(shape(await dump('golden-new')));
  });
});
