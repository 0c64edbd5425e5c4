import { type DeliverParts, deliver, endDelivery } from '../../../src/jobs/deliver';
import { packSessions } from '../../../src/jobs/export';
import { asOne } from '../../../src/jobs/folder/names';
import { type FolderParts, tendFolder } from '../../../src/jobs/folder/tend';
import { runExports } from '../../../src/jobs/run-exports';
import type { DownloadEnd } from '../../../src/platform/downloads';
import type { PickedFolder } from '../../../src/platform/picked-folder';
import { type Database, openDatabase } from '../../../src/store/database';
import { readFolder } from '../../../src/store/folder';
import { openJobs } from '../../../src/store/jobs';
import { changeSettings, type FolderSettings, Settings } from '../../../src/store/settings';
import { capture, practiceRead, sinkOver } from '../../capture/offer';
import { chat } from '../../capture/talk';

/** When the chats of these tests have come, and how long they must be quiet. */
export const BEGUN = Date.UTC(2026, 10, 1);
export const QUIET = 600_000;

/** Where the context that works can be ended. */
export type Step = 'pack' | 'packed' | 'download' | 'begun' | 'ended' | 'written' | 'discard';

const blobs: Blob[] = [];
URL.createObjectURL = (blob) => `blob:${blobs.push(blob as Blob) - 1}`;
URL.revokeObjectURL = () => undefined;

/** A computer: a disk, a browser's downloads, a clock; contexts come and go over one database. */
export function computer() {
  const name = crypto.randomUUID();
  const disk = new Map<string, Blob>();
  let begins = 0;
  const downloads = new Map<
    number,
    { name: string; path: string; below: string; bytes: number; at: number; end: DownloadEnd | null }
  >();
  const world = {
    disk,
    downloads,
    clock: BEGUN + QUIET * 2,
    alarm: null as number | null,
    /** How the next downloads end; null: they wait. */
    ends: { kind: 'complete' } as { kind: DownloadEnd['kind'] } | null,
    refuses: (_path: string): boolean => false,
    asked: null as number | null,
    /** The browser's folder for downloads. */
    below: '/downloads',
    keepsList: true,
    /** False: what was to have its place taken is lost where the new one finds no room. */
    keepsEarlier: true,
    /** How many more archives find room, and how a download ends then: with an empty file, or with none. */
    room: Infinity,
    leaves: 'empty' as 'empty' | 'nothing',
    /** What was removed of downloads that came to nothing. */
    discarded: [] as number[],
    /** How many bytes less than were handed over the disk took of the next ones. */
    short: 0,
    /** What was seen to be gone once: a browser does not look again. */
    lost: new Set<string>(),
    stopped: [] as number[],
    /** The next time the work comes here it is ended. */
    killAt: null as Step | null,
    packs: 0,
    allowed: true,
    /** What the picked folder throws when it is written to. */
    fault: null as Error | null,
    /** What a picked folder keeps differs from what was written. */
    spoils: false,
    database: (): Promise<Database> => openDatabase({ name }),
  };
  /** A context of the extension: it works until it is ended, and what it had in hand is gone then. */
  async function context() {
    const db = await world.database();
    let isEnded = false;
    const at = (step: Step): void => {
      if (!isEnded && world.killAt !== step) return;
      isEnded = true;
      world.killAt = null;
      db.close();
      db.open = () => Promise.reject(new Error('ended')) as unknown as ReturnType<typeof db.open>;
      throw new Error('ended');
    };
    const now = (): number => world.clock;
    const pause = async (milliseconds: number): Promise<void> => {
      world.clock += milliseconds;
      await new Promise((resolve) => setTimeout(resolve));
    };
    const isThere = (path: string): boolean => [...disk.keys()].some((each) => asOne(each) === asOne(path));
    const free = (path: string): string => {
      for (let n = 0, other = path; ; other = path.replace(/\.zip$/, ` (${++n}).zip`))
        if (!isThere(other)) return other;
    };
    const saved = (path: string, blob: Blob): { name: string; end: DownloadEnd | null } => {
      const name = path.slice(path.lastIndexOf('/') + 1);
      const kind = world.ends?.kind ?? null;
      if (kind !== 'complete') return { name, end: kind && { kind } };
      if (world.room-- <= 0) return { name, end: unfit(path) };
      disk.set(path, blob.slice(0, blob.size - world.short));
      return { name, end: { kind, name, bytes: blob.size - world.short } };
    };
    const unfit = (path: string): DownloadEnd => {
      if (world.keepsEarlier) return { kind: 'no-space' };
      disk.delete(path);
      if (world.leaves === 'nothing') return { kind: 'interrupted' };
      disk.set(path, new Blob());
      return { kind: 'complete', name: path.slice(path.lastIndexOf('/') + 1), bytes: 0 };
    };
    const parts: DeliverParts = {
      db,
      now,
      async download(url, path, isOver = false) {
        at('download');
        if (world.refuses(path)) throw new Error('illegal characters');
        const blob = blobs[Number(url.slice(5))] ?? new Blob();
        const end = isOver ? path : free(path);
        const begun = { path: end, below: world.below, bytes: blob.size, at: now() };
        downloads.set(++begins, { ...saved(end, blob), ...begun });
        at('begun');
        return begins;
      },
      async downloadEnd(id) {
        at('ended');
        return downloads.get(id)?.end ?? null;
      },
      async findDownload({ name: sought, bytes, since }) {
        const found = [...downloads].find(
          ([, each]) =>
            each.end?.kind === 'complete' &&
            each.name.replace(/ \(\d+\)(?=\.zip$)/, '') === sought &&
            each.end.bytes === bytes &&
            each.at >= Date.parse(since),
        );
        return found?.[0] ?? null;
      },
      keepsList: world.keepsList,
      keepsEarlier: world.keepsEarlier,
      pause,
      async discardDownload(id) {
        at('discard');
        world.discarded.push(id);
        disk.delete(downloads.get(id)?.path ?? '');
        downloads.delete(id);
      },
      // what the browser knows of the disk: of what it wrote itself, and only whether something has the name
      ourFiles: async () =>
        [...downloads.values()]
          .filter(({ end }) => end?.kind === 'complete')
          .map(({ path, bytes, below }) => ({
            path: `${below}/${path}`,
            bytes,
            isThere: disk.has(path) && !world.lost.has(path),
          })),
    };
    const folder: FolderParts = {
      db,
      now,
      newId: () => crypto.randomUUID(),
      siteName: (id) => id,
      startExports: async () => undefined,
      wakeAt: async (_, when) => {
        world.alarm = when;
      },
      wakeBy: async (_, when) => {
        world.alarm = Math.min(world.alarm ?? when, when);
      },
      askedSince: async () => world.asked,
      stopDownload: async (id) => void world.stopped.push(id),
    };
    const picked: PickedFolder = {
      isAllowed: async () => world.allowed,
      read: async (path) => {
        const there = disk.get(path);
        return there && world.spoils && there.size > 0 ? new Blob([there.slice(1), 'x']) : (there ?? null);
      },
      async write(path, blob) {
        if (world.fault) throw world.fault;
        disk.set(path, disk.get(path) ?? new Blob());
        at('begun');
        disk.set(path, blob);
        at('written');
      },
      errorOf: (error) => (error instanceof DOMException ? 'folder-full' : 'folder-failing'),
    };
    const run = {
      worker: { db, holder: crypto.randomUUID(), now },
      pack: async (job: Parameters<typeof packSessions>[0] extends infer A ? { ask: A } : never, more: object) => {
        at('pack');
        world.packs++;
        const packed = await packSessions(job.ask, {
          db,
          release: '0.1.0',
          ...(more as { progress: () => void; signal: AbortSignal }),
        });
        at('packed');
        return packed;
      },
      deliver: (delivery: Parameters<typeof deliver>[1]) => deliver(parts, delivery),
      pause,
      picked: async () => picked,
    };
    return { db, parts, folder, run };
  }

  /** The background looks and the work is done, over and over, until nothing is left for now. */
  async function work(): Promise<void> {
    const { db, folder, run } = await context();
    try {
      for (let round = 0; round < 40; round++) {
        await tendFolder(folder);
        if ((await openJobs(db)).length === 0) break;
        await runExports(run);
        if (world.ends === null) break;
      }
    } catch {
      // this context was ended
    } finally {
      db.close();
    }
  }

  return Object.assign(world, { context, work, end: endDelivery });
}

export type Computer = ReturnType<typeof computer>;

/** What lies in the folder. */
export const names = ({ disk }: Computer): string[] => [...disk.keys()].sort();

/** What stands in the way of writing there; null: nothing. */
export async function trouble(at: Computer) {
  const db = await at.database();
  const { trouble: found } = await readFolder(db);
  db.close();
  return found;
}

/** A library with some chats, and the folder switched on. */
export async function library(chats: readonly string[], folder: Partial<FolderSettings> = {}): Promise<Computer> {
  const at = computer();
  const db = await at.database();
  const usual = Settings.parse({}).folder;
  await changeSettings(db, {
    folder: { ...usual, on: true, pattern: '{title}.zip', ...folder },
    folderQuiet: QUIET / 1000,
  });
  for (const each of chats) await say(at, each, ['How long?', 'An hour.']);
  db.close();
  return at;
}

/** Something is said in a chat. */
export async function say(at: Computer, id: string, texts: readonly string[], title = `On ${id}`): Promise<void> {
  const db = await at.database();
  await capture(
    sinkOver(db, { now: () => at.clock - QUIET * 2 }),
    practiceRead(chat(id, texts, { title, minute: 10 + texts.length })),
  );
  db.close();
}
