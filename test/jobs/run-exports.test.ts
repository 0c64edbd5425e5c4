import 'fake-indexeddb/auto';
import { describe, expect, test, vi } from 'vitest';
import { openArchive } from '../../src/archive/open';
import { verifyArchive } from '../../src/archive/verify';
import { blobSource } from '../../src/archive/zip/ports';
import { type DeliverParts, type Delivery, deliver, endDelivery } from '../../src/jobs/deliver';
import { packSessions } from '../../src/jobs/export';
import { exclusive, type RunParts, runExports } from '../../src/jobs/run-exports';
import type { DownloadEnd } from '../../src/platform/downloads';
import type { Database } from '../../src/store/database';
import { deleteSessions } from '../../src/store/forget';
import { addJob, claimJob, endJob, newExport, readJob } from '../../src/store/jobs';
import { readJournal } from '../../src/store/journal';
import { capture, newDatabase, practiceRead, sinkOver } from '../capture/offer';
import { chat } from '../capture/talk';

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
const now = (): number => Date.now();
const iso = (milliseconds = 0): string => new Date(now() + milliseconds).toISOString();

/** A database with one session and an export of it that waits. */
async function waiting(): Promise<{ db: Database; job: string; session: string }> {
  const db = await newDatabase();
  const session = (await capture(sinkOver(db), practiceRead(chat('bread', ['How long?', 'An hour.']))))?.id ?? '';
  const job = crypto.randomUUID();
  await addJob(db, newExport(job, { sessions: [session] }, iso()));
  return { db, job, session };
}

/** A browser's downloads, as far as a job sees them: what lies at a Blob's address is taken over when it is told to. */
function downloads(db: Database) {
  let end: DownloadEnd | null = null;
  const saved: { name: string; url: string }[] = [];
  const parts: DeliverParts = {
    db,
    now,
    download: async (url, name) => saved.push({ name, url }),
    downloadEnd: async () => end,
    findDownload: async () => null,
    ourFiles: async () => [],
    keepsList: true,
    discardDownload: async () => undefined,
    pause: async () => undefined,
    keepsEarlier: true,
  };
  return {
    parts,
    saved,
    finish: async (as: DownloadEnd): Promise<void> => {
      end = as;
      await endDelivery(parts, 1);
    },
  };
}

const partsOf = (db: Database, give: (delivery: Delivery) => Promise<unknown>, holder = 'this page'): RunParts => ({
  worker: { db, holder, now },
  pack: ({ ask }, parts) => packSessions(ask, { db, release: '0.1.0', ...parts }),
  deliver: give,
  pause,
});

describe('an export', () => {
  test('is packed, verified, saved, and done when the download is', async () => {
    const { db, job } = await waiting();
    const browser = downloads(db);
    const blobs: Blob[] = [];
    const made = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      blobs.push(blob as Blob);
      return 'blob:here';
    });
    const revoked = vi.spyOn(URL, 'revokeObjectURL');
    const running = runExports(partsOf(db, (delivery) => deliver(browser.parts, delivery)));
    await expect.poll(() => browser.saved.length).toBe(1);
    expect(await readJob(db, job)).toMatchObject({ state: 'running', result: { download: 1 } });
    expect(revoked).not.toHaveBeenCalled();
    await browser.finish({ kind: 'complete', name: 'bread (1).zip', bytes: null });
    await running;
    expect(revoked).toHaveBeenCalledWith('blob:here');
    made.mockRestore();
    revoked.mockRestore();
    expect(await readJob(db, job)).toMatchObject({
      state: 'done',
      lease: null,
      result: { name: 'bread (1).zip', bytes: blobs[0]?.size },
    });
    const archive = await openArchive(blobSource(blobs[0] ?? new Blob()));
    expect(archive.kind === 'archive' && (await verifyArchive(archive))).toMatchObject({ kind: 'sound' });
    expect(await readJournal(db)).toMatchObject([{ what: 'exported' }]);
  });

  test.each([
    ['cancelled', 'cancelled', null],
    ['no-space', 'failed', 'storage-full'],
    ['interrupted', 'failed', 'broken-promise'],
  ] as const)('whose download is %s ends as %s', async (end, state, error) => {
    const { db, job } = await waiting();
    const browser = downloads(db);
    const running = runExports(partsOf(db, (delivery) => deliver(browser.parts, delivery)));
    await expect.poll(() => browser.saved.length).toBe(1);
    await browser.finish({ kind: end });
    await running;
    expect(await readJob(db, job)).toMatchObject({ state, error });
  });

  test('that was cancelled before it began is left alone, and one cancelled meanwhile is not saved', async () => {
    const { db, job } = await waiting();
    const give = vi.fn(async () => undefined);
    await endJob(db, job, iso(), { state: 'cancelled', error: null });
    await runExports(partsOf(db, give));
    expect(give).not.toHaveBeenCalled();
    const again = crypto.randomUUID();
    await addJob(db, newExport(again, { sessions: [(await db.sessions.toArray())[0]?.id ?? ''] }, iso()));
    const running = runExports(
      partsOf(db, async () => void (await endJob(db, again, iso(), { state: 'cancelled', error: null }))),
    );
    await running;
    expect(await readJob(db, again)).toMatchObject({ state: 'cancelled' });
  });

  test('of a session that was deleted meanwhile is none', async () => {
    const { db, job, session } = await waiting();
    await deleteSessions(db, [session], iso());
    expect(await readJob(db, job)).toBeNull();
    await addJob(db, newExport(job, { sessions: [session] }, iso()));
    const give = vi.fn(async () => undefined);
    await runExports(partsOf(db, give));
    expect(give).not.toHaveBeenCalled();
    expect(await readJob(db, job)).toMatchObject({ state: 'cancelled' });
  });

  test('that somebody else is at is waited for, and taken over when they give no sign of life', async () => {
    const { db, job } = await waiting();
    const dead = { holder: 'ended', now: iso(), until: iso(1500) };
    expect(await claimJob(db, job, dead)).not.toBeNull();
    expect(await claimJob(db, job, { holder: 'this page', now: iso(), until: iso(9000) })).toBeNull();
    const browser = downloads(db);
    const began = now();
    const running = runExports(partsOf(db, (delivery) => deliver(browser.parts, delivery)));
    await expect.poll(() => browser.saved.length).toBe(1);
    expect(now() - began).toBeGreaterThan(1400);
    await browser.finish({ kind: 'complete', name: null, bytes: null });
    await running;
    expect(await readJob(db, job)).toMatchObject({ state: 'done' });
  });
});

test('one run at a time; asked for meanwhile, another follows', async () => {
  let open = 0;
  let most = 0;
  let runs = 0;
  const run = exclusive(async () => {
    most = Math.max(most, ++open);
    await pause(20);
    runs++;
    open--;
  });
  await Promise.all([run(), run(), run()]);
  await run();
  expect({ most, runs }).toEqual({ most: 1, runs: 2 });
});
