import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { type OpenedArchive, openArchive } from '../../src/archive/open';
import { verifyArchive } from '../../src/archive/verify';
import { blobSource } from '../../src/archive/zip/ports';
import { packSessions } from '../../src/jobs/export';
import { importArchive } from '../../src/jobs/import';
import type { Event } from '../../src/model/event';
import { branchesOf } from '../../src/projection/branches';
import { viewOf } from '../../src/projection/view';
import type { Database } from '../../src/store/database';
import type { ImportJob } from '../../src/store/job-rows';
import { readJob } from '../../src/store/jobs';
import type { SessionRow } from '../../src/store/rows';
import { listSessions, readLog } from '../../src/store/sessions';
import { capture, chatgptRead, everything, newDatabase, practiceRead, sinkOver } from '../capture/offer';
import { chat } from '../capture/talk';
import { jsonOf, startingConversations } from '../sites/chatgpt/conversations';
import { HARBOUR } from '../sites/chatgpt/harbour';

const packed = async (db: Database, ...sessions: readonly (SessionRow | null)[]) => {
  const ids = sessions.map((session) => session?.id ?? '');
  const signal = new AbortController().signal;
  return packSessions({ sessions: ids }, { db, release: '0.1.0', progress: () => undefined, signal });
};
const bytesOf = async (blob: Blob): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await blob.arrayBuffer());
const open = async (blob: Blob): Promise<OpenedArchive> => {
  const archive = await openArchive(blobSource(blob));
  if (archive.kind === 'refused') throw new Error(archive.flaw.sentence);
  return archive;
};
let jobs = 0;
const worker = (db: Database) => ({ db, holder: `page ${++jobs}`, now: () => Date.UTC(2026, 11, 1) });
const bring = (db: Database, archive: OpenedArchive, verb: 'import' | 'restore') =>
  importArchive({ worker: worker(db), newId: () => crypto.randomUUID() }, { archive, file: 'tides.zip', verb });
const outcomes = (done: ImportJob['result']): string[] => (done?.sessions ?? []).map(({ outcome }) => outcome);

const harbour = (): string => {
  const stored = startingConversations().get(HARBOUR);
  if (!stored) throw new Error('no such conversation');
  return jsonOf(stored);
};
const SHORT = chat('bread', ['How long?', 'An hour.']);
const LONG = chat('bread', ['How long?', 'An hour.', 'And rye?', 'Two.'], { minute: 30 });
const OTHER = chat('bread', ['How long?', 'An hour.', 'And spelt?', 'Less.'], { minute: 31 });

/** A database in which these reads were kept, one after the other. */
async function kept(
  ...reads: readonly Parameters<typeof capture>[1][]
): Promise<{ db: Database; row: SessionRow | null }> {
  const db = await newDatabase();
  const sink = sinkOver(db);
  let row: SessionRow | null = null;
  for (const read of reads) row = await capture(sink, read);
  return { db, row };
}

describe('export, import, export', () => {
  test('the same bytes, in a fresh browser', async () => {
    const { db, row } = await kept(chatgptRead(HARBOUR, harbour()));
    const first = await packed(db, row);
    expect(first.name).toMatch(/^.+ 2026-\d\d-\d\d-chatgpt-[0-9a-f]{8}\.zip$/);
    for (const verb of ['import', 'restore'] as const) {
      const fresh = await newDatabase();
      await bring(fresh, await open(first.blob), verb);
      const [copy] = await listSessions(fresh);
      expect(copy?.copy).toEqual(
        verb === 'import' ? { from: 'tides.zip', at: '2026-12-01T00:00:00.000Z', logHash: expect.any(String) } : null,
      );
      const second = await packed(fresh, copy ?? null);
      expect(Buffer.compare(await bytesOf(second.blob), await bytesOf(first.blob))).toBe(0);
      expect(second.name).toBe(first.name);
    }
  });

  test('several sessions make one archive, whose name says no title', async () => {
    const { db } = await kept(chatgptRead(HARBOUR, harbour()), practiceRead(LONG));
    const all = await listSessions(db);
    const { blob, name } = await packed(db, ...all);
    expect(name).toMatch(/^valise-2026-\d\d-\d\d-[0-9a-f]{8}\.zip$/);
    expect(await verifyArchive(await open(blob))).toMatchObject({ kind: 'sound', sessions: 2 });
    const fresh = await newDatabase();
    expect(outcomes(await bring(fresh, await open(blob), 'import'))).toEqual(['copied', 'copied']);
    expect(await listSessions(fresh)).toHaveLength(2);
  });
});

describe('import', () => {
  test('B88 keeps the tree, the times and the models', async () => {
    const { db, row } = await kept(chatgptRead(HARBOUR, harbour()));
    const fresh = await newDatabase();
    await bring(fresh, await open((await packed(db, row)).blob), 'import');
    const [copy] = await listSessions(fresh);
    const events = (await readLog(fresh, copy?.id ?? ''))?.map((line) => JSON.parse(line) as Event) ?? [];
    const view = viewOf(events);
    expect(branchesOf(view).length).toBeGreaterThan(1);
    expect(events.some(({ actor }) => actor.kind === 'assistant' && actor.model !== null)).toBe(true);
    expect(events.filter(({ kind, at }) => kind === 'message' && at.occurred !== null).length).toBeGreaterThan(1);
    expect(await readLog(fresh, copy?.id ?? '')).toEqual(await readLog(db, row?.id ?? ''));
  });

  test('again, and around between browsers, adds nothing (B92)', async () => {
    const { db, row } = await kept(practiceRead(LONG));
    const archive = await open((await packed(db, row)).blob);
    expect(outcomes(await bring(db, archive, 'import'))).toEqual(['known']);
    const other = await newDatabase();
    expect(outcomes(await bring(other, archive, 'import'))).toEqual(['copied']);
    const before = await everything(other);
    expect(outcomes(await bring(other, archive, 'import'))).toEqual(['known']);
    // but for the job itself and its line in the journal
    expect({ ...(await everything(other)), jobs: [], journal: [] }).toEqual({ ...before, jobs: [], journal: [] });
    expect(await listSessions(other)).toHaveLength(1);
  });

  test('never changes what is ours, whatever the archive holds (B90)', async () => {
    const theirs = await kept(practiceRead(SHORT), practiceRead(OTHER));
    const archive = await open((await packed(theirs.db, theirs.row)).blob);
    const ours = await kept(practiceRead(SHORT), practiceRead(LONG));
    const before = await readLog(ours.db, ours.row?.id ?? '');
    expect(outcomes(await bring(ours.db, archive, 'import'))).toEqual(['copied']);
    expect(await readLog(ours.db, ours.row?.id ?? '')).toEqual(before);
    const rows = await listSessions(ours.db);
    expect(rows.map(({ copy }) => copy === null).sort()).toEqual([false, true]);
    // and what is captured afterwards goes on in ours
    const grown = await capture(sinkOver(ours.db), practiceRead(OTHER));
    expect(grown?.id).toBe(ours.row?.id);
  });
});

describe('restore', () => {
  test('makes ours longer where ours is a prefix, and it goes on', async () => {
    const backup = await kept(practiceRead(SHORT));
    const early = await open((await packed(backup.db, backup.row)).blob);
    const later = await capture(sinkOver(backup.db), practiceRead(LONG));
    const late = await open((await packed(backup.db, later)).blob);

    const fresh = await newDatabase();
    expect(outcomes(await bring(fresh, early, 'restore'))).toEqual(['restored']);
    expect(outcomes(await bring(fresh, late, 'restore'))).toEqual(['extended']);
    expect(outcomes(await bring(fresh, early, 'restore'))).toEqual(['known']);
    const [row, ...others] = await listSessions(fresh);
    expect(others).toEqual([]);
    expect(row).toMatchObject({ copy: null, counts: { messages: 4 } });
    expect(await readLog(fresh, row?.id ?? '')).toEqual(await readLog(backup.db, later?.id ?? ''));
    expect((await packed(fresh, row ?? null)).identity).toBe((await packed(backup.db, later)).identity);
    const again = await capture(sinkOver(fresh), practiceRead(LONG));
    expect(again?.id).toBe(row?.id);
  });

  test('on a fork becomes a copy beside ours', async () => {
    const theirs = await kept(practiceRead(SHORT), practiceRead(OTHER));
    const archive = await open((await packed(theirs.db, theirs.row)).blob);
    const ours = await kept(practiceRead(SHORT), practiceRead(LONG));
    expect(outcomes(await bring(ours.db, archive, 'restore'))).toEqual(['copied']);
    expect(await listSessions(ours.db)).toHaveLength(2);
  });
});

describe('an import that does not end well', () => {
  test('cancelled, leaves no bytes behind, and its row says so', async () => {
    const { db, row } = await kept(chatgptRead(HARBOUR, harbour()));
    const archive = await open((await packed(db, row)).blob);
    const fresh = await newDatabase();
    let id = '';
    const slow: OpenedArchive = {
      ...archive,
      artifact: async (hash) => {
        if (id !== '') await fresh.jobs.update(id, { state: 'cancelled' });
        await new Promise((resolve) => setTimeout(resolve, 60));
        return archive.artifact(hash);
      },
    };
    const parts = { worker: worker(fresh), newId: () => crypto.randomUUID(), begun: (job: string) => (id = job) };
    expect(await importArchive(parts, { archive: slow, file: 'tides.zip', verb: 'import' })).toBeNull();
    expect(await readJob(fresh, id)).toMatchObject({ state: 'cancelled' });
    const { sessions, events, entries, artifacts, contents } = await everything(fresh);
    expect([sessions, events, entries, artifacts, contents]).toEqual([[], [], [], [], []]);
  });

  test('of a log that does not hold keeps nothing of it, and says so', async () => {
    const { db, row } = await kept(practiceRead(LONG));
    const archive = await open((await packed(db, row)).blob);
    const [session] = archive.sessions;
    if (!session) throw new Error('no session');
    const changed = { ...session, lines: session.lines.map((line) => line.replace('An hour.', 'A day.')) };
    const fresh = await newDatabase();
    expect(outcomes(await bring(fresh, { ...archive, sessions: [changed] }, 'import'))).toEqual(['broken']);
    const other = { ...session, identity: { ...session.identity, native: 'another' } };
    expect(outcomes(await bring(fresh, { ...archive, sessions: [other] }, 'import'))).toEqual(['broken']);
    const elsewhere = { ...session, identity: { ...session.identity, site: 'claude' } };
    expect(outcomes(await bring(fresh, { ...archive, sessions: [elsewhere] }, 'import'))).toEqual(['broken']);
    expect(await listSessions(fresh)).toEqual([]);
  });

  test('of one that lacks bytes, and its export: what is there comes along, and what lacks is counted', async () => {
    const { db, row } = await kept(chatgptRead(HARBOUR, harbour()));
    const whole = await packed(db, row);
    expect(whole.lacking).toBe(0);
    const archive = await open(whole.blob);
    const [lost = ''] = archive.artifacts;
    const damaged = { ...archive, artifact: async (hash: string) => (hash === lost ? null : archive.artifact(hash)) };
    const fresh = await newDatabase();
    expect(outcomes(await bring(fresh, damaged, 'import'))).toEqual(['copied']);
    const [copy = null] = await listSessions(fresh);
    const again = await packed(fresh, copy);
    expect(again.lacking).toBeGreaterThan(0);
    const reopened = await open(again.blob);
    expect(reopened.artifacts.size).toBe(archive.artifacts.size - 1);
    expect(reopened.sessions[0]?.lines).toEqual(archive.sessions[0]?.lines);
  });
});
