import type { JobRow } from '../../src/store/job-rows';
import type { ExchangeRow, JournalRow, SessionRow } from '../../src/store/rows';
import type { Browser, Page } from './harness/browser';

/** What a browser's extension keeps, looked at from one of its own pages. */
export interface Kept {
  sessions(): Promise<readonly SessionRow[]>;
  jobs(): Promise<readonly JobRow[]>;
  exchanges(): Promise<readonly ExchangeRow[]>;
  journal(): Promise<readonly JournalRow[]>;
  /** The lines of a session's log. */
  log(session: string): Promise<readonly string[]>;
  /** Names of the tables in which a text stands, in bytes too. */
  holding(text: string): Promise<readonly string[]>;
  /** Sends one of the contract's messages, as a page of ours may. */
  send(name: string, ask: unknown): Promise<{ readonly answer?: unknown; readonly fault?: string }>;
  readonly page: Page;
}

/** Opens a page of the extension to look from. It stays open: it keeps nothing alive. */
export async function lookInto(browser: Browser): Promise<Kept> {
  const page = await browser.extensionPage('library.html');
  const table = <R>(name: string): Promise<R[]> => page.evaluate(rowsOf, name) as Promise<R[]>;
  return {
    page,
    sessions: () => table('sessions'),
    jobs: () => table('jobs'),
    exchanges: () => table('exchanges'),
    journal: () => table('journal'),
    async log(session) {
      const rows = await table<{ session: string; seq: number; line: string }>('events');
      return rows
        .filter((row) => row.session === session)
        .sort((a, b) => a.seq - b.seq)
        .map(({ line }) => line);
    },
    holding: (text) => page.evaluate(holding, text),
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
