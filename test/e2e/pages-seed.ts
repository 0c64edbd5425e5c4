import { type Database, openDatabase } from '../../src/store/database';
import type { Browser, Page } from './harness/browser';

const TABLES = ['sessions', 'events', 'entries', 'artifacts', 'contents', 'jobs'] as const;

/** Rows of every table, with bytes as base64 so that they travel as JSON. */
type Dump = Readonly<Record<string, readonly unknown[]>>;

/** What a database holds after some work on it: of one made for this, in memory. */
export async function dumpOf(work: (db: Database) => Promise<void>): Promise<Dump> {
  const db = await openDatabase({ name: `seed-${crypto.randomUUID()}` });
  await work(db);
  const entries = await Promise.all(TABLES.map(async (name) => [name, await db.table(name).toArray()] as const));
  db.close();
  return JSON.parse(JSON.stringify(Object.fromEntries(entries), plain)) as Dump;
}

const plain = (_: string, value: unknown): unknown =>
  value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value;

/** Puts rows into the extension's own database, as if they had been kept there. Gives a page of the extension. */
export async function seed(browser: Browser, dump: Dump): Promise<Page> {
  const page = await browser.extensionPage('library.html'); // makes the database
  await page.waitFor({ css: 'button:has(+ #verify-file)' });
  await page.evaluate(fill, dump);
  return page;
}

async function fill(dump: Dump): Promise<void> {
  const done = <R>(request: IDBRequest<R>): Promise<R> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const bytes = (value: unknown): unknown => {
    const { base64 } = (value ?? {}) as { base64?: string };
    return typeof base64 === 'string' ? Uint8Array.from(atob(base64), (each) => each.charCodeAt(0)) : value;
  };
  const db = await done(indexedDB.open('valise'));
  for (const [name, rows] of Object.entries(dump)) {
    const table = db.transaction(name, 'readwrite').objectStore(name);
    for (const row of rows as Record<string, unknown>[])
      await done(table.put(Object.fromEntries(Object.entries(row).map(([key, value]) => [key, bytes(value)]))));
  }
  db.close();
}
