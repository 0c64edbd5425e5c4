import { type Backfills, backfillsOf } from '../backfill/backfills';
import { readAgain } from '../capture/sink/read-again';
import { settlePages } from '../capture/sink/settle-page';
import { type Settler, settlerOf } from '../capture/sink/settler';
import type { Sink } from '../capture/sink/sink';
import { cancelFiles } from '../capture/watch/files';
import { cancelRead } from '../capture/watch/handlers';
import { markingWith } from '../capture/watch/marks';
import { cancelPages, goOnWithPages } from '../capture/watch/pages';
import type { BrowserDoors, Services } from '../capture/watch/services';
import { tidy } from '../capture/watch/tidy';
import { TIDY, TIDY_MINUTES, WATCH } from '../capture/watch/wake';
import { copyTools, readCopy } from '../intake/read-copy';
import type { DeliverParts } from '../jobs/deliver';
import { deliver, endDelivery } from '../jobs/deliver';
import { expectQuiet, FOLDER, type FolderParts, goOn, tendFolder } from '../jobs/folder/tend';
import type { JobServices } from '../jobs/handlers';
import { packingApart, removeLeft } from '../jobs/pack-apart';
import { exclusive, runExports } from '../jobs/run-exports';
import { WAKE } from '../jobs/wake';
import { once } from '../lib/once';
import { fetchNamedFile } from '../network/fetch-file';
import { fetchPage } from '../network/fetch-page';
import { pageQueue } from '../network/page-queue';
import { about, release } from '../platform/about';
import { awake, wakeAt, wakeBy } from '../platform/alarms';
import { markTab } from '../platform/badge';
import * as care from '../platform/care';
import {
  askedSince,
  discardDownload,
  download,
  downloadEnd,
  findDownload,
  keepsEarlier,
  keepsList,
  ourFiles,
  stopDownload,
} from '../platform/downloads';
import { ourOrigin, sendToOurs } from '../platform/messaging';
import { closeOffscreen, openOffscreen } from '../platform/offscreen';
import { hasHosts } from '../platform/permissions';
import { listsOf } from '../providers/lists';
import { readerOf } from '../providers/readers';
import { siteById, sites } from '../providers/sites';
import { openDatabase } from '../store/database';
import { noteSessions } from '../store/loss';

/** Everything the background works with, put together once; opened anew where opening failed. */
export interface Background {
  readonly capture: Services;
  readonly jobs: JobServices;
  readonly deliver: DeliverParts;
  readonly backfills: Backfills;
  /** Tries again what older releases could not read, and removes what exports left behind. */
  afterStart(): Promise<void>;
  /** One of our alarms went off, or the background has started: that is as good as the first of them. */
  afterAlarm(name: string): Promise<void>;
  /** A download has ended, whoever began it. */
  afterDownload(id: number): Promise<void>;
}

export function backgroundOf(doors: BrowserDoors): () => Promise<Background> {
  const now = (): number => Date.now();
  const newId = (): string => crypto.randomUUID();
  const background = once(async (): Promise<Background> => {
    const db = await openDatabase({ onReplaced: () => background.forget(), onReopened: noteSessions, care });
    await noteSessions(db);
    const sink: Sink = { db, sites, readerOf, now, newId, about: once(about) };
    const mark = markingWith(markTab);
    const settler: Settler = settlerOf(sink, awake, (row, came) => {
      mark(row, came);
      if (came !== null && typeof came === 'object') expectQuiet(folder).catch(() => undefined); // the next start looks
    });
    const lists = { download, downloadEnd, findDownload, ourFiles, discardDownload, keepsList, keepsEarlier };
    const parts: DeliverParts = { db, now, pause, ...lists };
    const startExports = exportsIn(parts, newId(), doors, () => tendFolder(folder));
    const siteName = (id: string): string => siteById(id)?.name ?? id;
    const folder: FolderParts = { db, now, newId, siteName, startExports, wakeAt, wakeBy, askedSince, stopDownload };
    const capture: Services = {
      sink,
      settler,
      doors,
      startExports,
      startBackfills: () => backfills.start(),
      siteUsed: (use) => backfills.used(use),
      fetchFile: (file) => fetchNamedFile(file, { db, now, hasHosts }),
      fetchPage: (page) => fetchPage(page, { db, now, hasHosts }),
      inTurn: pageQueue(),
      startCopies: copiesIn(sink, startExports, () => goOnWithPages(capture)),
      pause,
      awake,
    };
    const backfills = backfillsOf({ services: capture, listsOf, holder: newId(), random: Math.random });
    const jobs: JobServices = {
      deliver: parts,
      newId,
      startExports,
      cancelRead: (job, tab) => cancelRead(capture, job, tab),
      cancelFiles: (job) => cancelFiles(capture, job),
      goOnWithPages: () => goOnWithPages(capture),
      cancelBackfill: (job) => backfills.cancel(job),
      cancelPages: (job) => cancelPages(capture, job),
      stopDownload,
      closeOffscreen,
      removeLeft: () => awake(() => removeLeft(db)),
      ourOrigin,
      tendArchives: () => tendFolder(folder),
      goOnWithArchives: (write) => goOn(folder, write),
    };
    const afterDownload = (id: number): Promise<void> => endDelivery(parts, id).then(() => tendFolder(folder));
    const afterAlarm = async (name: string): Promise<void> => {
      const work: Promise<void>[] = [];
      if (name !== FOLDER) work.push(tidy(capture));
      if (name !== WATCH) work.push(tendFolder(folder));
      await Promise.all(work);
    };
    return {
      capture,
      jobs,
      deliver: parts,
      backfills,
      afterStart: () => awake(async () => void (await Promise.all([readAgain(sink), jobs.removeLeft()]))),
      afterAlarm,
      afterDownload,
    };
  });
  return background;
}

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Exports are packed in Chromium's offscreen document, elsewhere here, kept awake. Does not wait for their end; an alarm
 * looks after what was left undone.
 */
function exportsIn(
  parts: DeliverParts,
  holder: string,
  { wakeEvery }: BrowserDoors,
  after: () => Promise<void>,
): () => Promise<void> {
  // known when it is built, so that Chromium's background carries no archive room
  if (!import.meta.env.FIREFOX)
    return async () => {
      await wakeEvery(TIDY, TIDY_MINUTES);
      await openOffscreen();
      await sendToOurs(WAKE).catch(() => undefined); // just opened: it looks by itself when it is ready
    };
  const run = exclusive(() =>
    awake(() =>
      runExports({
        worker: { db: parts.db, holder, now: parts.now },
        ...packingApart(release()),
        deliver: (delivery) => deliver(parts, delivery),
        pause,
      }),
    ),
  );
  return async () => {
    await wakeEvery(TIDY, TIDY_MINUTES);
    // each job says itself what became of it; what is left undone the alarm finds
    run()
      .then(() => removeLeft(parts.db))
      .then(after)
      .catch(() => undefined);
  };
}

/** Pages that have come are read where exports are packed: their words are found by what Chromium's background cannot load. */
function copiesIn(sink: Sink, startExports: () => Promise<void>, goOn: () => Promise<void>): () => Promise<void> {
  if (!import.meta.env.FIREFOX) return startExports;
  const run = exclusive(() => awake(() => settlePages(sink, { readCopy, tools: copyTools })));
  return async () =>
    void run()
      .then(goOn)
      .catch(() => undefined); // what is left undone the alarm finds
}
