import type { Delivery } from '../../src/jobs/deliver';
import { pickedIn } from '../../src/jobs/folder/picked';
import { packingApart } from '../../src/jobs/pack-apart';
import { exclusive, runExports } from '../../src/jobs/run-exports';
import { isWake } from '../../src/jobs/wake';
import { sender } from '../../src/messages/send';
import * as care from '../../src/platform/care';
import { onMessage, ourOrigin, sendToOurs } from '../../src/platform/messaging';
import { release } from '../../src/release';
import { type Database, openDatabase } from '../../src/store/database';
import { waitingPages } from '../../src/store/pages';
import { arePagesLeft } from '../../src/store/read-pages';

// Has the exports packed that wait, reads the pages that have come, tells the background then, and is closed by it.
const send = sender(sendToOurs);
const holder = crypto.randomUUID();

// such a document cannot ask what the other contexts know or remember: it knows of its own writes alone
let sound = true;
const own = {
  isSound: async () => sound,
  setSound: async (is: boolean) => {
    sound = is;
  },
  recall: async () => undefined,
  remember: async () => undefined,
  onRemembered: () => () => undefined,
};

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Does something and says so. Where there was nothing to do it says nothing: it would be asked at once to look again. */
const over = async (work: (db: Database) => Promise<boolean>): Promise<void> => {
  const db = await openDatabase({ care: { ...care, ...own } });
  const isTold = await work(db);
  db.close();
  if (isTold) await send('jobs.idle', null);
};
const keepPages = async (db: Database): Promise<boolean> => {
  if ((await waitingPages(db)).length === 0 && !(await arePagesLeft(db, release))) return false;
  const { readPages } = await import('./pages'); // far larger than all else here, and mostly not needed
  await readPages(db, Date.now, release);
  if ((await waitingPages(db)).length > 0) await pause(1000); // what failed is tried again, and not at once
  return true;
};
const pack = async (db: Database): Promise<boolean> => {
  const deliver = (delivery: Delivery): Promise<unknown> => send('job.deliver', delivery);
  const parts = { deliver, pause, picked: () => pickedIn(db) };
  await runExports({ worker: { db, holder, now: Date.now }, ...packingApart(release), ...parts });
  return true;
};
const runs = [exclusive(() => over(keepPages)), exclusive(() => over(pack))];
/** What fails here is in the job's row, or is done again when the background asks next. */
const attempt = (): Promise<unknown> => Promise.all(runs.map((run) => run().catch(() => undefined)));

onMessage((message, { ours, origin }) => {
  if (!isWake(message) || !ours || origin !== ourOrigin()) return undefined;
  return Promise.resolve(null).finally(() => void attempt());
});
void attempt();
