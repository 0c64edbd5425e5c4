import { type Database, openDatabase } from '../../src/store/database';
import type { JobRow } from '../../src/store/job-rows';
import { readJob } from '../../src/store/jobs';

/*
 * What a person does in the popup and the library, from a page of the extension: the same messages, and then waiting until
 * the download of the verified archive has ended.
 */

interface Extension {
  readonly runtime: { sendMessage(message: unknown): Promise<{ readonly answer?: unknown; readonly fault?: string }> };
  readonly scripting: { executeScript(what: object): Promise<unknown> };
}
const { chrome } = globalThis as unknown as { chrome: Extension };

async function send(valise: string, ask: unknown): Promise<Record<string, string>> {
  const { answer, fault } = await chrome.runtime.sendMessage({ valise, ask });
  if (fault !== undefined) throw new Error(`${valise}: ${fault}`);
  return answer as Record<string, string>;
}

/** A look costs the browser something, too, and all of its processes are measured. */
const LOOK_AGAIN = 25;

/** A job once it is done. */
async function done(db: Database, id: string): Promise<JobRow> {
  for (;;) {
    const job = await readJob(db, id);
    if (job?.state === 'done') return job;
    if (job && job.state !== 'running' && job.state !== 'waiting') throw new Error(`${job.kind}: ${job.error}`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN));
  }
}

/** One chat: the button in the popup. Several: each is gone to and read, then all of them are exported as one archive. */
async function clicked(tab: number, paths: readonly string[]): Promise<JobRow> {
  const db = await openDatabase();
  const sessions: string[] = [];
  try {
    for (const path of paths) {
      if (paths.length > 1) await goTo(tab, path);
      const { job = '' } = await send('tab.read', { tab, pack: paths.length === 1 });
      const read = await done(db, job);
      const result = read.kind === 'read' ? read.result : null;
      if (result?.pack) return await done(db, result.pack);
      sessions.push(result?.session ?? '');
    }
    const { job = '' } = await send('export.start', { sessions });
    return await done(db, job);
  } finally {
    db.close();
  }
}

/** As the site's own page moves from one chat to the next. */
const goTo = (tab: number, path: string): Promise<unknown> =>
  chrome.scripting.executeScript({
    target: { tabId: tab },
    func: (to: string) => history.pushState(null, '', to),
    args: [path],
  });

async function toFile(tab: number, paths: readonly string[]): Promise<{ readonly ms: number; readonly bytes: number }> {
  const began = performance.now();
  const job = await clicked(tab, paths);
  const ms = performance.now() - began;
  return { ms, bytes: job.kind === 'export' ? (job.result?.bytes ?? 0) : 0 };
}

Object.assign(globalThis, { bench: { toFile } });
