import { exclusive, runExports } from '../../src/jobs/run-exports';
import { isWake } from '../../src/jobs/wake';
import { sender } from '../../src/messages/send';
import * as care from '../../src/platform/care';
import { onMessage, ourOrigin, sendToOurs } from '../../src/platform/messaging';
import { release } from '../../src/release';
import { openDatabase } from '../../src/store/database';

// Packs the exports that wait, tells the background when nothing is left, and is closed by it then.
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

const run = exclusive(async () => {
  const db = await openDatabase({ care: { ...care, ...own } });
  await runExports({
    worker: { db, holder, now: () => Date.now() },
    release, // such a document has no manifest to ask: of the browser's functions it gets messages alone
    deliver: (delivery) => send('job.deliver', delivery),
    pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  });
  db.close();
  await send('jobs.idle', null);
});
/** What fails here is in the job's row, or is done again when the background asks next. */
const attempt = (): Promise<void> => run().catch(() => undefined);

onMessage((message, { ours, origin }) => {
  if (!isWake(message) || !ours || origin !== ourOrigin()) return undefined;
  void attempt();
  return Promise.resolve(null);
});
void attempt();
