import type { JobRow } from '../../../src/store/job-rows';
import { newBackfill } from '../../../src/store/jobs';
import type { ListingRow } from '../../../src/store/listings';
import type { Browser, Page } from '../harness/browser';
import type { FirefoxBrowser } from '../harness/firefox';
import { until } from '../harness/temporary';

/** Brings a page to the front with the keyboard in it: what was done before may have left that with the browser itself. */
export async function front(browser: Browser, page: Page): Promise<void> {
  await page.activate();
  await until('the keyboard in the page', async () => {
    // a menu that closes only now takes it away again
    if (browser.kind === 'firefox') await (browser as FirefoxBrowser).inWindow('gBrowser.selectedBrowser.focus();');
    return page.evaluate(() => document.hasFocus());
  });
}

/** Gives an element the focus and presses a key on it. */
export async function key(page: Page, css: string, name: 'Enter' | 'Space'): Promise<void> {
  await focus(page, css);
  await page.press(name);
}

/** Gives an element the focus, as soon as it is there and enabled. */
export const focus = (page: Page, css: string): Promise<boolean> =>
  page.waitUntil(
    `${css} to have the focus`,
    (wanted) => {
      const element = document.querySelector<HTMLElement>(wanted);
      element?.focus();
      return element !== null && document.activeElement === element;
    },
    css,
  );

/** Waits until nothing more is added to what a page shows. */
export const settled = (page: Page): Promise<boolean> =>
  page.waitUntil(
    'everything to be shown',
    () =>
      document.querySelector('[aria-busy=true], .searching') === null &&
      [...document.images].every(({ complete }) => complete),
  );

/** Opens all that is folded in a part of a page, folds in folds too. */
export async function unfold(page: Page, css: string): Promise<void> {
  await page.waitUntil(
    `all of ${css} to be open`,
    (within) => {
      const closed = [...document.querySelectorAll<HTMLDetailsElement>(`${within} details:not([open])`)];
      for (const each of closed) each.open = true;
      return document.querySelector(within) !== null && closed.length === 0;
    },
    css,
  );
  await page.waitUntil(
    `what is folded in ${css}`,
    (within) =>
      [...document.querySelectorAll(`${within} details.fold`)].every(({ childElementCount: parts }) => parts > 1),
    css,
  );
}

/** Puts a job into the extension's database, as if somebody were at it. It is seen by pages that are opened afterwards. */
export const putJob = (page: Page, job: JobRow): Promise<void> => putRow(page, 'jobs', job);

/** The same with a row of any table. */
const putRow = (page: Page, table: string, row: object): Promise<void> =>
  page.evaluate(
    async (put, name) => {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const asked = indexedDB.open('valise');
        asked.onsuccess = () => resolve(asked.result);
        asked.onerror = () => reject(asked.error);
      });
      await new Promise((resolve, reject) => {
        const asked = db.transaction(name, 'readwrite').objectStore(name).put(put);
        asked.onsuccess = resolve;
        asked.onerror = () => reject(asked.error);
      });
      db.close();
    },
    row,
    table,
  );

/** Puts a site's list into it, and that it is being brought in: some kept, some given up, some gone, one list left out. */
async function putListed(page: Page): Promise<void> {
  const account = { site: 'chatgpt', origin: 'https://chatgpt.com' };
  const id = '88888888-8888-4888-8888-888888888888';
  const at = '2026-10-05T10:00:00.000Z';
  const job = newBackfill(id, { ...account, opens: true }, at);
  const progress = { step: 'reading', done: 2, total: 8 } as const;
  const leftOut = [{ list: 'archived', because: 'read-not-found' }] as const;
  // one that rests: the browser's own background would go on with another
  await putJob(page, { ...job, state: 'running', paused: true, lists: [], leftOut, seconds: 14_400, progress });
  for (const [n, state] of (
    ['read', 'read', 'waiting', 'waiting', 'waiting', 'failed', 'failed', 'gone'] as const
  ).entries()) {
    const native = `6a3f1c20-f140-8321-9d8e-5b1e6a1c03${String(n).padStart(2, '0')}`;
    const what = { native, scope: null, list: 'normal', title: n === 6 ? null : `The tides of day ${n}`, changed: at };
    const how = {
      page: `/c/${native}`,
      state,
      due: n,
      readAs: null,
      round: id,
      tries: 3,
      error: 'read-no-answer',
    } as const;
    await putRow(page, 'listings', { ...account, ...what, ...how } satisfies ListingRow);
  }
}

const FAR = '2099-01-01T00:00:00.000Z';

/** The folder of archives is on, with none picked, so that nothing is written; and something stands in its way. */
export async function troubledFolder(page: Page): Promise<void> {
  await putRow(page, 'settings', { name: 'settings', value: { folder: { on: true, place: 'picked' } } });
  const trouble = { error: 'folder-full', at: FAR, tries: 1, until: FAR };
  await putRow(page, 'settings', { name: 'folder', value: { trouble } });
}

/** An export in the middle, whoever packs it. */
export const packing = (sessions: readonly string[], now = new Date().toISOString()): JobRow => ({
  id: crypto.randomUUID(),
  kind: 'export',
  made: now,
  changed: now,
  state: 'running',
  progress: { step: 'packing', done: 40, total: 100 },
  lease: { holder: 'somebody else', until: FAR },
  error: null,
  ask: { sessions },
  result: null,
});

/** Files that are being fetched, whoever does it. */
export const fetching = (session: string, now = new Date().toISOString()): JobRow => ({
  id: crypto.randomUUID(),
  kind: 'files',
  made: now,
  changed: now,
  state: 'running',
  progress: { step: 'fetching', done: 3, total: 12 },
  // no tab: what nobody is at there would be taken up
  lease: { holder: 'somebody else', until: FAR },
  error: null,
  ask: { session, tab: null, again: true },
  files: [],
  result: null,
});

/** The same after the person has cancelled it. */
export const noLonger = (job: JobRow): JobRow => ({ ...job, state: 'cancelled', lease: null });

/** From now on the browser says in this page that hardly anything more can be kept. */
export const nearlyFull = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { storage } = navigator;
    const estimate = storage.estimate.bind(storage);
    storage.estimate = async () => {
      const { usage = 0 } = await estimate();
      return { usage, quota: usage + 70_000_000 };
    };
  });

/** Has it remembered that the browser lost sessions, or none. */
export const lose = (page: Page, sessions: number): Promise<void> =>
  page.evaluate(async (many) => {
    const own = globalThis as unknown as Record<
      string,
      { storage: { local: { get(key: string): Promise<Memory>; set(value: Memory): Promise<void> } } } | undefined
    >;
    type Memory = { library?: object };
    const local = (own.browser ?? own.chrome)?.storage.local;
    const { library } = (await local?.get('library')) ?? {};
    await local?.set({ library: { ...library, lost: many > 0 ? { sessions: many } : null } });
  }, sessions);

/** Takes the log away from under the library: what is then asked for cannot be done. */
export const loseLog = (page: Page, session: string): Promise<void> =>
  page.evaluate(async (id) => {
    const asked = indexedDB.open('valise');
    await new Promise((resolve) => asked.addEventListener('success', resolve));
    const range = IDBKeyRange.bound([id, 0], [id, Number.POSITIVE_INFINITY]);
    const gone = asked.result.transaction('events', 'readwrite').objectStore('events').delete(range);
    await new Promise((resolve) => gone.addEventListener('success', resolve));
    asked.result.close();
  }, session);

/** The session with the most messages. */
export const largest = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const asked = indexedDB.open('valise');
    await new Promise((resolve) => asked.addEventListener('success', resolve));
    const rows = asked.result.transaction('sessions').objectStore('sessions').getAll();
    await new Promise((resolve) => rows.addEventListener('success', resolve));
    asked.result.close();
    const sessions = rows.result as { id: string; counts: { messages: number } }[];
    return sessions.toSorted((a, b) => b.counts.messages - a.counts.messages)[0]?.id ?? '';
  });

/** The page of what is being brought in, with some of it in the database. */
export async function listedPage(browser: Browser): Promise<Page> {
  const before = await browser.extensionPage('library.html#everything');
  await before.waitFor({ css: '.own-view section' });
  await putListed(before);
  await before.close();
  const page = await browser.extensionPage('library.html#everything');
  await page.waitFor({ css: '.own-view details' });
  return page;
}
