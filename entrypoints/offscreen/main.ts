import { settlePages } from '../../src/capture/sink/settle-page';
import { copyTools, readCopy } from '../../src/intake/read-copy';
import type { Delivery } from '../../src/jobs/deliver';
import { packingApart } from '../../src/jobs/pack-apart';
import { exclusive, runExports } from '../../src/jobs/run-exports';
import { isWake } from '../../src/jobs/wake';
import { sender } from '../../src/messages/send';
import * as care from '../../src/platform/care';
import { onMessage, ourOrigin, sendToOurs } from '../../src/platform/messaging';
import { readerOf } from '../../src/providers/readers';
import { sites } from '../../src/providers/sites';
import { release } from '../../src/release';
import { type Database, openDatabase } from '../../src/store/database';
import { waitingPages } from '../../src/store/pages';

// Packs the exports that wait and reads the pages that have come, tells the background when nothing is left, and is closed by it then.
const send = sender(sendToOurs);
const holder = crypto.randomUUID();

/** Such a document cannot ask what the other contexts know or remember: it knows of its own writes alone. */
let sound = true;
const own = {
  isSound: async () => sound,
  setSound: async (now: boolean) => {
    sound = now;
  },
  recall: async () => undefined,
  remember: async () => undefined,
  onRemembered: () => () => undefined,
};

const now = (): number => Date.now();
const newId = (): string => crypto.randomUUID();
const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
const about = async () => ({ release, browser: null, os: null }); // a session whose pages come has begun, and said it

const over = async (work: (db: Database) => Promise<void>): Promise<void> => {
  const db = await openDatabase({ care: { ...care, ...own } });
  await work(db);
  db.close();
  await send('jobs.idle', null);
};
const keepPages = async (db: Database): Promise<void> => {
  await settlePages({ db, sites, readerOf, now, newId, about }, { readCopy, tools: copyTools });
  if ((await waitingPages(db)).length > 0) await pause(1000); // what failed is tried again, and not at once
};
const deliver = (delivery: Delivery): Promise<unknown> => send('job.deliver', delivery);
const pack = (db: Database): Promise<void> =>
  // such a document has no manifest to ask: of the browser's functions it gets messages alone
  runExports({ worker: { db, holder, now }, ...packingApart(release), deliver, pause });
const runs = [exclusive(() => over(keepPages)), exclusive(() => over(pack))];
/** What fails here is in the job's row, or is done again when the background asks next. */
const attempt = async (): Promise<void> => void (await Promise.all(runs.map((run) => run().catch(() => undefined))));

onMessage((message, { ours, origin }) => {
  if (!isWake(message) || !ours || origin !== ourOrigin()) return undefined;
  void attempt();
  return Promise.resolve(null);
});
void attempt();
