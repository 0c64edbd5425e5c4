// @vitest-environment happy-dom
import '../with-browser';
import 'fake-indexeddb/auto';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Send } from '../../src/messages/send';
import { type Database, openDatabase } from '../../src/store/database';
import type { BackfillJob } from '../../src/store/job-rows';
import { addJob, newBackfill } from '../../src/store/jobs';
import type { ListingRow } from '../../src/store/listings';
import { EverythingPage } from '../../src/ui/everything/everything-page';
import { noGrants } from './pages';
import { button, leave, press, settled, shown } from './render';

const AT = '2026-11-01T10:00:00.000Z';
const ACCOUNT = { site: 'chatgpt', origin: 'https://chatgpt.com' };
let db: Database;
let root: HTMLElement;
let granted = false;
const sent: [string, unknown][] = [];
const asked: string[] = [];

beforeEach(async () => {
  db = await openDatabase({ name: crypto.randomUUID() });
  granted = false;
  sent.length = 0;
  asked.length = 0;
});
afterEach(async () => {
  await leave(root);
  db.close();
});

const send = (async (name: string, ask: unknown) => {
  sent.push([name, ask]);
  return { job: '' };
}) as unknown as Send;

async function open(): Promise<void> {
  const grants = {
    ...noGrants,
    granted: async (patterns: readonly string[]) => (granted ? [...patterns] : []),
    request: async (patterns: readonly string[]) => {
      asked.push(...patterns);
      return granted;
    },
  };
  root = await shown(<EverythingPage db={db} send={send} grants={grants} />);
  await settled(8);
}

const section = (): HTMLElement => {
  const found = root.querySelector<HTMLElement>('[aria-labelledby=everything-chatgpt]');
  if (!found) throw new Error('there is no such site');
  return found;
};

const listed = (n: number, changes: Partial<ListingRow>): ListingRow => ({
  ...ACCOUNT,
  ...{ native: `c${n}`, scope: null, list: 'normal', title: `Title ${n}`, changed: AT, page: `/c/c${n}`, due: n },
  ...{ state: 'waiting', readAs: null, round: 'r', tries: 0, error: null },
  ...changes,
});

const job = (changes: Partial<BackfillJob>): BackfillJob => ({
  ...newBackfill(crypto.randomUUID(), { ...ACCOUNT, opens: false }, AT),
  state: 'running',
  lists: [],
  ...changes,
});

test('asks for the permission before it begins, and says so where it is not given', async () => {
  await open();
  expect(section().textContent).toContain('Nothing was brought in yet.');
  await press(section(), 'Bring in everything');
  await settled(6);
  expect(asked).toEqual(['https://chatgpt.com/*', 'https://*.oaiusercontent.com/*']);
  expect(sent).toEqual([]);
  expect(section().querySelector('[role=alert]')?.textContent).toContain('Without your permission for ChatGPT');
});

test('begins where it is allowed, with the tab that may be opened', async () => {
  granted = true;
  await open();
  await act(() => section().querySelector<HTMLInputElement>('[type=checkbox]')?.click());
  await press(section(), 'Bring in everything');
  await settled(6);
  expect(asked).toEqual([]);
  expect(sent).toEqual([['backfill.start', { site: 'chatgpt', opens: true }]]);
});

test('says how far it is, how long the rest takes, and what could not be brought in', async () => {
  granted = true;
  const rows = [
    ...[1, 2, 3].map((n) => listed(n, { state: 'read' })),
    ...[4, 5].map((n) => listed(n, {})),
    listed(6, { state: 'failed', tries: 3, error: 'read-drift' }),
    listed(7, { state: 'failed', tries: 1, error: 'read-no-answer' }),
    listed(8, { state: 'gone' }),
  ];
  await db.listings.bulkPut(rows);
  const running = job({ seconds: 7_200, leftOut: [{ list: 'archived', because: 'read-not-found' }] });
  await addJob(db, running);
  await open();
  const facts = [...section().querySelectorAll('.facts > div')].map((each) => each.textContent);
  expect(facts).toEqual(['listed8', 'kept3', 'to be read3', 'given up1', 'no longer at the site1']);
  expect(section().textContent).toContain('what is left takes about 2 hours');
  expect(section().textContent).toContain('archived ones');
  expect([...section().querySelectorAll('details a')].map((each) => each.getAttribute('href'))).toEqual([
    'https://chatgpt.com/c/c6',
  ]);
  await press(section(), 'Pause');
  await press(section(), 'Cancel');
  expect(sent).toEqual([
    ['backfill.change', { job: running.id, paused: true }],
    ['job.cancel', { job: running.id }],
  ]);
});

test('goes on when the person says so', async () => {
  granted = true;
  const paused = job({ paused: true });
  await addJob(db, paused);
  await open();
  expect(section().textContent).toContain('Paused.');
  await press(section(), 'Go on');
  await settled(6);
  expect(sent).toEqual([['backfill.change', { job: paused.id, paused: false }]]);
});

test('says what it waits for', async () => {
  const words = async (changes: Partial<BackfillJob>): Promise<string> => {
    await db.jobs.clear();
    await addJob(db, job(changes));
    await open();
    const said = section().querySelector('[role=status]')?.textContent ?? '';
    await leave(root);
    return said;
  };
  const progress = { done: 0, total: null };
  expect(await words({ progress: { ...progress, step: 'awaiting-page' } })).toContain('Open ChatGPT in a tab');
  expect(await words({ trouble: 'read-signed-out', rests: AT })).toMatch(/It goes on at/);
  expect(await words({ progress: { ...progress, step: 'resting' }, rests: AT })).toMatch(/^Resting/);
  expect(await words({ state: 'done' })).toBe('Everything that ChatGPT lists is here.');
  await db.listings.put(listed(1, { state: 'failed', tries: 3, error: 'read-drift' }));
  expect(await words({ state: 'done' })).toBe('What ChatGPT lists is here, but for what could not be brought in.');
  await open();
});

test.each([
  ['cancelled', 'waiting', 'Bring in the rest'],
  ['failed', 'waiting', 'Bring in the rest'],
  ['cancelled', 'read', 'Bring in what is new'],
  ['cancelled', 'gone', 'Bring in everything'],
  ['done', 'waiting', 'Bring in what is new'],
] as const)('once it is %s, with what is %s, the button says “%s”', async (state, left, words) => {
  await db.listings.put(listed(1, { state: left }));
  await addJob(db, job({ state }));
  await open();
  expect(section().querySelector('button.main')?.textContent).toBe(words);
});

test('the focus stays where the person works', async () => {
  granted = true;
  await open();
  const focused = (): string | null | undefined => document.activeElement?.textContent;
  button(section(), 'Bring in everything').focus();
  await addJob(db, job({}));
  await settled(8);
  expect(focused()).toBe('Pause');
  button(section(), 'Cancel').focus();
  await press(section(), 'Cancel');
  expect(focused()).toBe('ChatGPT');
});
