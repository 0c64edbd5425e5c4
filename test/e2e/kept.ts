import type { Event } from '../../src/model/event';
import type { JobRow } from '../../src/store/job-rows';
import type { ExchangeRow, JournalRow, SessionRow } from '../../src/store/rows';
import type { SavedRow } from '../../src/store/saved';
import type { Browser, Page } from './harness/browser';
import { until } from './harness/temporary';

/** What a browser's extension keeps, looked at from one of its own pages. */
export interface Kept {
  sessions(): Promise<readonly SessionRow[]>;
  jobs(): Promise<readonly JobRow[]>;
  exchanges(): Promise<readonly ExchangeRow[]>;
  journal(): Promise<readonly JournalRow[]>;
  /** What lies in the folder of archives. */
  saved(): Promise<readonly SavedRow[]>;
  /** What is kept of the site's conversation. */
  session(native: string): Promise<SessionRow | undefined>;
  job(id: string): Promise<JobRow | undefined>;
  /** The lines of a session's log. */
  log(session: string): Promise<readonly string[]>;
  /** The events of the site's conversation. */
  events(native: string): Promise<readonly Event[]>;
  /** Names of the tables in which a text stands, in bytes too. */
  holding(text: string): Promise<readonly string[]>;
  /** Names of the files that archives are written to before they are handed to the downloads. */
  scratch(): Promise<readonly string[]>;
  /** Sends one of the contract's messages, as a page of ours may. */
  send(name: string, ask: unknown): Promise<{ readonly answer?: unknown; readonly fault?: string }>;
  readonly page: Page;
}

/**
 * Opens a page of the extension to look from. It stays open: it keeps nothing alive. The page itself makes the database;
 * who opened it before would make an empty one.
 */
export async function lookInto(browser: Browser): Promise<Kept> {
  const page = await browser.extensionPage('library.html');
  await page.waitUntil('the database', async () =>
    (await indexedDB.databases()).some(({ name, version }) => name === 'valise' && version),
  );
  const table = <R>(name: string): Promise<R[]> => page.evaluate(rowsOf, name) as Promise<R[]>;
  const session = async (native: string) =>
    (await table<SessionRow>('sessions')).find((each) => each.native === native);
  const log = async (id: string): Promise<string[]> => {
    const rows = await table<{ session: string; seq: number; line: string }>('events');
    return rows
      .filter((row) => row.session === id)
      .sort((a, b) => a.seq - b.seq)
      .map(({ line }) => line);
  };
  return {
    page,
    sessions: () => table('sessions'),
    jobs: () => table('jobs'),
    session,
    job: async (id) => (await table<JobRow>('jobs')).find((each) => each.id === id),
    log,
    events: async (native) => (await log((await session(native))?.id ?? '')).map((line) => JSON.parse(line) as Event),
    exchanges: () => table('exchanges'),
    journal: () => table('journal'),
    saved: () => table('saved'),
    holding: (text) => page.evaluate(holding, text),
    scratch: () => page.evaluate(scratchFiles),
    send: (name, ask) =>
      page.evaluate(
        (valise, asked) => {
          const { browser: own, chrome } = globalThis as unknown as Record<
            string,
            { runtime: { sendMessage(message: unknown): Promise<{ answer?: unknown; fault?: string }> } } | undefined
          >;
          const runtime = (own ?? chrome)?.runtime;
          if (!runtime) throw new Error('no page of the extension');
          return runtime.sendMessage({ valise, ask: asked });
        },
        name,
        ask,
      ),
  };
}

/** Presses the button in a tab, so that the popup asks for its conversation. The number of the read that comes of it. */
export async function readBy(browser: Browser, kept: Kept, page: Page): Promise<string> {
  const tab = await browser.tabId(page);
  const latest = async (): Promise<string | null> => {
    const { answer } = await kept.send('tab.state', { tab });
    return (answer as { job: string | null }).job;
  };
  const before = await latest();
  await browser.pressToolbar(page);
  return until('a read of the tab', async () => [await latest()].find((job) => job !== before), { within: 30_000 });
}

/** Waits until new pages of granted sites are watched: right after the start they may not be yet. */
export const watches = ({ page }: Kept): Promise<boolean> =>
  page.waitUntil('tap and relay to be registered', async () => {
    const { browser: own, chrome } = globalThis as unknown as Record<
      string,
      { scripting: { getRegisteredContentScripts(): Promise<unknown[]> } } | undefined
    >;
    return ((await (own ?? chrome)?.scripting.getRegisteredContentScripts()) ?? []).length > 1;
  });

/** Runs in the page: all rows of a table, without bytes. */
async function rowsOf(table: string): Promise<unknown[]> {
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const asked = indexedDB.open('valise');
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
  const rows = await new Promise<unknown[]>((resolve, reject) => {
    const asked = db.transaction(table).objectStore(table).getAll();
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
  db.close();
  return JSON.parse(JSON.stringify(rows, (_, each) => (each instanceof Uint8Array ? null : each)));
}

/** Runs in the page: the tables in which a text stands. */
async function holding(text: string): Promise<string[]> {
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const asked = indexedDB.open('valise');
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
  const found: string[] = [];
  const decoder = new TextDecoder();
  for (const table of db.objectStoreNames) {
    const rows = await new Promise<unknown[]>((resolve, reject) => {
      const asked = db.transaction(table).objectStore(table).getAll();
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(asked.error);
    });
    const pieces: Uint8Array[] = [];
    const whole = JSON.stringify(rows, (_, each) => {
      if (!(each instanceof Uint8Array)) return each;
      pieces.push(each);
      return decoder.decode(each);
    });
    // pieces of a stream end anywhere: what stands over the border of two is looked for as well
    const joined = await new Blob(pieces as BlobPart[]).text();
    if (whole.includes(text) || joined.includes(text)) found.push(table);
  }
  db.close();
  return found;
}

/** Runs in the extension's page. */
async function scratchFiles(): Promise<string[]> {
  const names: string[] = [];
  try {
    const root = await navigator.storage.getDirectory();
    for await (const name of (await root.getDirectoryHandle('exports')).keys()) names.push(name);
  } catch {
    // none was ever written
  }
  return names;
}
