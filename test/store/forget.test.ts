import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stageArtifacts } from '../../src/store/adopt';
import type { Database } from '../../src/store/database';
import { deleteSessions, planDeletion } from '../../src/store/forget';
import { addJob, newExport } from '../../src/store/jobs';
import { listSessions, readArtifact } from '../../src/store/sessions';
import { capture, everything, holds, newDatabase, practiceRead, sinkOver, tell } from '../capture/offer';
import { chat } from '../capture/talk';

const NOW = '2026-12-01T00:00:00.000Z';
const planted = (n: number): string => `planted${n}x`;

/** Sessions that each hold words, an id and a title of their own, one of them still waiting to be read once more. */
async function filled(count: number): Promise<Database> {
  const db = await newDatabase();
  const sink = sinkOver(db);
  for (let n = 0; n < count; n++) {
    const talk = chat(planted(n), [`Question ${planted(n)}?`, `Answer ${planted(n)}.`], {
      title: `Title ${planted(n)}`,
    });
    const session = await capture(sink, practiceRead(talk));
    await addJob(db, {
      ...newExport(crypto.randomUUID(), { sessions: [session?.id ?? ''] }, NOW),
      state: 'done',
      result: { name: `Title ${planted(n)}.zip`, bytes: 1, identity: '', lacking: 0, download: null },
    });
    await tell(sink, practiceRead(talk));
  }
  return db;
}

describe('deleting from this browser', () => {
  test('leaves no trace of what was deleted in any table, and all of the rest', async () => {
    await fc.assert(
      fc.asyncProperty(fc.subarray([0, 1, 2, 3]), async (doomed) => {
        const db = await filled(4);
        const rows = await listSessions(db);
        const ids = rows.filter(({ native }) => doomed.some((n) => native === planted(n))).map(({ id }) => id);
        const plan = await planDeletion(db, ids);
        const done = await deleteSessions(db, ids, NOW);
        expect({ ...done, sessions: done.sessions.length }).toEqual({ ...plan, sessions: plan.sessions.length });
        for (let n = 0; n < 4; n++) {
          const found = await holds(db, planted(n));
          if (doomed.includes(n)) expect(found).toEqual([]);
          else expect(found).toEqual(expect.arrayContaining(['sessions', 'events', 'entries', 'contents', 'jobs']));
        }
        const { artifacts, contents } = await everything(db);
        expect(contents).toHaveLength(artifacts?.length ?? -1);
      }),
      { numRuns: 12 },
    );
  });

  test('tells how far it is, and takes all of it back when it is no longer wanted', async () => {
    const db = await filled(2);
    const before = JSON.stringify(await everything(db));
    const ids = (await listSessions(db)).map(({ id }) => id);
    const told: (readonly [number, number])[] = [];
    const stop = new AbortController();
    const progress = (done: number, of: number): void => {
      told.push([done, of]);
      if (told.length === 2) stop.abort();
    };
    await expect(deleteSessions(db, ids, NOW, { progress, signal: stop.signal })).rejects.toMatchObject({
      code: 'cancelled',
    });
    expect(JSON.stringify(await everything(db))).toBe(before);
    await deleteSessions(db, ids, NOW, { progress });
    const [done, of] = told.at(-1) ?? [];
    expect(done).toBe(of);
    expect(await listSessions(db)).toEqual([]);
  });

  test('keeps what another session needs, and says so beforehand', async () => {
    const db = await filled(2);
    const [one, two] = await listSessions(db);
    const shared = new Map([['a'.repeat(64), new Uint8Array([1, 2, 3])]]);
    for (const row of [one, two]) await stageArtifacts(db, row?.id ?? '', shared);
    expect(await planDeletion(db, [one?.id ?? ''])).toMatchObject({ shared: 1 });
    await deleteSessions(db, [one?.id ?? ''], NOW);
    expect(await readArtifact(db, 'a'.repeat(64))).toEqual(new Uint8Array([1, 2, 3]));
    await deleteSessions(db, [two?.id ?? ''], NOW);
    expect(await readArtifact(db, 'a'.repeat(64))).toBeNull();
  });

  test('of nothing is nothing', async () => {
    const db = await filled(1);
    const before = await everything(db);
    expect(await deleteSessions(db, [crypto.randomUUID()], NOW)).toMatchObject({ sessions: [], bytes: 0 });
    expect(await everything(db)).toEqual(before);
  });
});
