import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { deriveAgain } from '../../src/archive/derived';
import { type OpenedArchive, openArchive } from '../../src/archive/open';
import { verifyArchive } from '../../src/archive/verify';
import { blobSource } from '../../src/archive/zip/ports';
import { planBackup, startBackup } from '../../src/jobs/backup';
import { endDelivery } from '../../src/jobs/deliver';
import { packSessions } from '../../src/jobs/export';
import { importArchive } from '../../src/jobs/import';
import { runExports } from '../../src/jobs/run-exports';
import { sha256Hex } from '../../src/lib/hash';
import { isReminderDue, MUCH, missingParts, readBackups, unsavedCount } from '../../src/store/backups';
import type { Database } from '../../src/store/database';
import { deleteSessions } from '../../src/store/forget';
import type { ExportJob, ImportJob } from '../../src/store/job-rows';
import { readJob } from '../../src/store/jobs';
import { changeNote, readNote } from '../../src/store/notes';
import { listSessions, readLog } from '../../src/store/sessions';
import { changeSettings, readSettings } from '../../src/store/settings';
import { capture, chatgptRead, newDatabase, practiceRead, sinkOver } from '../capture/offer';
import { chat } from '../capture/talk';
import * as command from '../cli/run';
import { jsonOf, startingConversations } from '../sites/chatgpt/conversations';
import { HARBOUR } from '../sites/chatgpt/harbour';

const AT = '2026-11-02T10:00:00.000Z';
const MIB = 1024 * 1024;
let holders = 0;
const worker = (db: Database) => ({ db, holder: `page ${++holders}`, now: () => Date.UTC(2026, 11, 1) });
const bytesOf = async (blob: Blob): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await blob.arrayBuffer());

async function open(blob: Blob): Promise<OpenedArchive> {
  const archive = await openArchive(blobSource(blob));
  if (archive.kind === 'refused') throw new Error(archive.flaw.sentence);
  return archive;
}

const restore = async (
  db: Database,
  blob: Blob,
  verb: 'import' | 'restore' = 'restore',
): Promise<ImportJob['result']> =>
  importArchive(
    { worker: worker(db), newId: () => crypto.randomUUID() },
    { archive: await open(blob), file: 'b.zip', verb },
  );

/** Three chats of our own and one that came in an archive, noted and with other settings than the usual ones. */
async function library(): Promise<Database> {
  const theirs = await newDatabase();
  const other = await capture(sinkOver(theirs), practiceRead(chat('spelt', ['How long?', 'Two hours.'])));
  const { blob } = await packSessions({ sessions: [other?.id ?? ''] }, parts(theirs));
  const db = await newDatabase();
  const sink = sinkOver(db);
  const stored = startingConversations().get(HARBOUR);
  if (!stored) throw new Error('no such conversation');
  const harbour = await capture(sink, chatgptRead(HARBOUR, jsonOf(stored)));
  const bread = await capture(sink, practiceRead(chat('bread', ['How long?', 'An hour.'])));
  await capture(sink, practiceRead(chat('rye', ['And rye?', 'Longer.'], { minute: 30 })));
  await restore(db, blob, 'import');
  await changeNote(db, harbour?.id ?? '', { starred: true, tags: [' tides ', 'sea', 'tides'], text: 'Ask again.' }, AT);
  await changeNote(db, bread?.id ?? '', { tags: ['baking'] }, AT);
  await changeSettings(db, { keys: false, mostFiles: 7, paused: ['chatgpt'] });
  return db;
}

const parts = (db: Database) =>
  ({ db, release: '0.1.0', progress: () => undefined, signal: new AbortController().signal }) as const;

/** Makes a backup as its jobs do; gives the files, by name. */
async function backUp(db: Database): Promise<Map<string, Blob>> {
  const made = new Map<string, Blob>();
  const downloads: string[] = [];
  const ids = await startBackup({ db, now: () => Date.UTC(2026, 11, 1), newId: () => crypto.randomUUID() });
  const deliver = {
    db,
    now: () => Date.UTC(2026, 11, 1),
    download: async (_: string, name: string) => downloads.push(name) - 1,
    findDownload: async () => null,
    ourFiles: async () => [],
    keepsList: true,
    discardDownload: async () => undefined,
    pause: async () => undefined,
    keepsEarlier: true,
    downloadEnd: async (id: number) => ({ kind: 'complete', name: downloads[id] ?? null, bytes: null }) as const,
  };
  await runExports({
    worker: worker(db),
    pack: async (job, { progress, signal }) => {
      const packed = await packSessions(job.ask, { db, release: '0.1.0', progress, signal });
      made.set(packed.name, packed.blob);
      return packed;
    },
    deliver: async ({ job, url, ...about }) => {
      const download = await deliver.download(url, about.name);
      const row = await readJob(db, job);
      await db.jobs.put({ ...(row as ExportJob), result: { ...about, download } });
      await endDelivery(deliver, download);
    },
    pause: async () => undefined,
  });
  for (const id of ids) expect(await readJob(db, id)).toMatchObject({ state: 'done' });
  return made;
}

/** What a library holds, whatever ids this browser gave. */
async function contents(db: Database): Promise<unknown> {
  const rows = await listSessions(db);
  const all = rows.map(async ({ id, key, title, copy, containers, tail }) => {
    const note = await readNote(db, id);
    const log = ((await readLog(db, id)) ?? []).join('\n');
    return { key, title, copy, containers, tail, log: sha256Hex(log), note: note && { ...note, session: '' } };
  });
  const sessions = (await Promise.all(all)).toSorted((a, b) => (a.key + a.tail.prev < b.key + b.tail.prev ? -1 : 1));
  return { sessions, settings: await readSettings(db) };
}

describe('a backup of everything', () => {
  test('restored in a fresh browser is the same library, and backed up again the same bytes', async () => {
    const db = await library();
    const [[name = '', blob] = []] = [...(await backUp(db))];
    if (!blob) throw new Error('nothing was packed');
    expect(name).toMatch(/^valise-backup-2026-\d\d-\d\d-[0-9a-f]{8}\.zip$/);
    const archive = await open(blob);
    expect(await verifyArchive(archive)).toMatchObject({ kind: 'sound', sessions: 4 });
    expect(archive.library).toMatchObject({
      tags: ['baking', 'sea', 'tides'],
      settings: { keys: false, mostFiles: 7 },
    });
    expect(archive.library?.sessions.filter(({ copy }) => copy !== null)).toMatchObject([{ copy: { from: 'b.zip' } }]);
    const fresh = await newDatabase();
    const result = await restore(fresh, blob);
    expect(result?.sessions.map(({ outcome }) => outcome).sort()).toEqual([
      'copied',
      'restored',
      'restored',
      'restored',
    ]);
    expect(result?.backup).toEqual({ of: 1, missing: [] });
    expect(await contents(fresh)).toEqual(await contents(db));
    const [[again, second] = []] = [...(await backUp(fresh))];
    expect(again).toBe(name);
    expect(second && Buffer.compare(await bytesOf(second), await bytesOf(blob))).toBe(0);
  });

  test('restored where it is already adds nothing, and never loses a newer note', async () => {
    const db = await library();
    const [blob] = [...(await backUp(db)).values()];
    if (!blob) throw new Error('nothing was packed');
    const starred = [...(await db.notes.toArray())].find((row) => row.starred);
    await changeNote(db, starred?.session ?? '', { text: 'Asked.' }, '2026-11-03T10:00:00.000Z');
    const before = await contents(db);
    const result = await restore(db, blob);
    expect(result?.sessions.map(({ outcome }) => outcome)).toEqual(['known', 'known', 'known', 'known']);
    expect(await contents(db)).toEqual(before);
  });

  test('brings back what was deleted here, and it goes on from there', async () => {
    const db = await library();
    const [blob] = [...(await backUp(db)).values()];
    const bread = (await listSessions(db)).find(({ native }) => native === 'bread');
    await deleteSessions(db, [bread?.id ?? ''], AT);
    await restore(db, blob ?? new Blob());
    const longer = practiceRead(chat('bread', ['How long?', 'An hour.', 'And rye?'], { minute: 50 }));
    expect((await capture(sinkOver(db), longer))?.counts.messages).toBe(3);
  });

  test('imported as somebody else’s changes no setting, and its notes are the copies’', async () => {
    const db = await library();
    const [blob] = [...(await backUp(db)).values()];
    const fresh = await newDatabase();
    if (!blob) throw new Error('nothing was packed');
    await restore(fresh, blob, 'import');
    const rows = await listSessions(fresh);
    expect(rows.every(({ copy }) => copy?.from === 'b.zip')).toBe(true);
    expect((await readSettings(fresh)).keys).toBe(true);
    expect((await fresh.notes.toArray()).flatMap(({ tags }) => tags).sort()).toEqual(['baking', 'sea', 'tides']);
  });

  test('in parts: each is sound, they share a group, and the missing ones are said until the last has come', async () => {
    const db = await library();
    // the least that can be chosen is more than these: chats that need that much are made to seem so
    await db.artifacts.toCollection().modify((row) => {
      (row as { size: number }).size = 12 * MIB;
    });
    await changeSettings(db, { backupPart: 16 * MIB });
    const files = await backUp(db);
    expect(files.size).toBe(4);
    expect([...files.keys()].map((name) => /-(\d)-of-4\.zip$/.exec(name)?.[1])).toEqual(['1', '2', '3', '4']);
    const opened = await Promise.all([...files.values()].map(open));
    expect(new Set(opened.map(({ info }) => info.get('Bag-Group-Identifier'))).size).toBe(1);
    expect(opened.map(({ info }) => info.get('Bag-Count'))).toEqual(['1 of 4', '2 of 4', '3 of 4', '4 of 4']);
    for (const each of opened) expect(await verifyArchive(each)).toMatchObject({ kind: 'sound', flaws: [] });
    expect((await readBackups(db)).at).toBe('2026-12-01T00:00:00.000Z');
    const fresh = await newDatabase();
    const blobs = [...files.values()];
    const missing: unknown[] = [];
    for (const at of [2, 0, 2, 3, 1]) missing.push((await restore(fresh, blobs[at] ?? new Blob()))?.backup?.missing);
    expect(missing).toEqual([[1, 2, 4], [2, 4], [2, 4], [2], []]);
    expect(await contents(fresh)).toEqual(await contents(db));
    expect((await readBackups(fresh)).restoring).toBeNull();
  });

  test('asked for twice is made once', async () => {
    const db = await library();
    const doors = { db, now: () => Date.UTC(2026, 11, 1), newId: () => crypto.randomUUID() };
    expect(await startBackup(doors)).toEqual(await startBackup(doors));
    expect((await planBackup(await newDatabase())).parts).toEqual([]);
  });

  test('the command line finds it sound, and packs it to the same files again', async () => {
    const [blob] = [...(await backUp(await library())).values()];
    const zip = command.file('b.zip', await bytesOf(blob ?? new Blob()));
    expect((await command.verify(zip)).said).toMatch(/^Sound: 4 sessions/);
    expect((await command.report(zip)).code).toBe(0);
    const again = await command.pack([zip]);
    expect(again.complained).toBe('');
    const [first, second] = [await open(blob ?? new Blob()), await open(new Blob([readFileSync(again.zip)]))];
    expect(second.library).toEqual(first.library);
    expect(second.manifest).toEqual(first.manifest); // every file of the payload
    expect((await deriveAgain(first, '0.1.0')).flaws).toEqual([]);
    expect((await command.pack([zip, zip])).code).toBe(0);
  });
});

describe('what is noted', () => {
  test('stays at home unless the person says so', async () => {
    const db = await library();
    const noted = (await db.notes.toArray()).map(({ session }) => session);
    const [without, along] = [
      await open((await packSessions({ sessions: noted }, parts(db))).blob),
      await open((await packSessions({ sessions: noted, notes: true }, parts(db))).blob),
    ];
    expect([...without.manifest.keys()].filter((path) => /note|library/.test(path))).toEqual([]);
    expect(along.sessions.map(({ note }) => note?.changed)).toEqual([AT, AT]);
    expect([...along.manifest.keys()]).toContain('data/schema/note.schema.json');
    expect(along.library).toBeNull();
  });
});

describe('what lies in no file', () => {
  test('is counted by what has changed since, and said at most once a week where it is much', async () => {
    const db = await library();
    expect(await unsavedCount(db)).toEqual({ unsaved: 4, all: 4 });
    await backUp(db);
    expect(await unsavedCount(db)).toEqual({ unsaved: 0, all: 4 });
    await capture(sinkOver(db), practiceRead(chat('bread', ['How long?', 'An hour.', 'Thanks.'], { minute: 40 })));
    expect(await unsavedCount(db)).toEqual({ unsaved: 1, all: 4 });
    const [week, now] = [7 * 86_400_000, Date.UTC(2026, 11, 1)];
    expect(isReminderDue({ hushed: null }, MUCH, now)).toBe(true);
    expect(isReminderDue({ hushed: null }, MUCH - 1, now)).toBe(false);
    expect(isReminderDue({ hushed: new Date(now).toISOString() }, 999, now + week - 1)).toBe(false);
    expect(isReminderDue({ hushed: new Date(now).toISOString() }, 999, now + week)).toBe(true);
    expect(missingParts({ of: 3, done: [2] })).toEqual([1, 3]);
  });
});
