import { expect, test } from 'vitest';
import { A_MINUTE, type FolderFacts, nextFor } from '../../../src/jobs/folder/due';
import { afterEnd } from '../../../src/jobs/folder/trouble';
import type { JobError } from '../../../src/store/job-rows';
import { newExport } from '../../../src/store/jobs';
import type { SessionRow } from '../../../src/store/rows';
import { Settings } from '../../../src/store/settings';

const NOW = Date.UTC(2026, 10, 30, 12);
const iso = (offset: number): string => new Date(NOW + offset).toISOString();
const MINUTE = 60_000;

const session = (id: string, changed: number, more: Partial<SessionRow> = {}): SessionRow =>
  ({
    id,
    site: 'practice',
    copy: null,
    updated: iso(changed),
    tail: { seq: 3, prev: `log of ${id}` },
    revision: 1,
    ...more,
  }) as SessionRow;

const facts = (changes: Partial<FolderFacts> = {}): FolderFacts => ({
  settings: { ...Settings.parse({}).folder, on: true },
  quiet: 10 * MINUTE,
  state: { trouble: null, hurry: null, picked: null, seen: null },
  sessions: [],
  saved: new Map(),
  jobs: [],
  now: NOW,
  ...changes,
});

const lies = (id: string, log = `log of ${id}`) =>
  [
    id,
    {
      session: id,
      revision: 1,
      log,
      place: 'downloads',
      name: `${id}.zip`,
      pattern: '',
      version: 1,
      bytes: 1,
      identity: '',
      at: iso(0),
    },
  ] as const;

const job = (id: string, made: number, end: { state: 'done' | 'failed' | 'cancelled'; error?: JobError } | null) => {
  const folder = {
    place: 'downloads',
    path: 'x.zip',
    pattern: '',
    version: 1,
    over: null,
    revision: 1,
    log: `log of ${id}`,
  } as const;
  const fresh = newExport(`job of ${id} ${made}`, { sessions: [id], folder }, iso(made));
  return {
    ...fresh,
    ask: { ...fresh.ask, folder },
    ...(end ? { error: null, ...end } : {}),
  } as FolderFacts['jobs'][number];
};

const nothing = { kind: 'nothing' };
const writes = (id: string) => ({ kind: 'write', session: { id } });

test('what has been quiet is written, the longest first; what has not is waited for', () => {
  const [old, older, fresh] = [session('old', -11 * MINUTE), session('older', -99 * MINUTE), session('fresh', -MINUTE)];
  expect(nextFor(facts({ sessions: [fresh, old, older] }))).toMatchObject(writes('older'));
  expect(nextFor(facts({ sessions: [fresh, old, older], saved: new Map([lies('older')]) }))).toMatchObject(
    writes('old'),
  );
  expect(nextFor(facts({ sessions: [fresh] }))).toEqual({ kind: 'wait', until: NOW + 9 * MINUTE });
});

test('nothing is to be done when all lies there, when it is off, or while one is under way: no alarm', () => {
  const sessions = [session('a', -MINUTE * 30)];
  expect(nextFor(facts({ sessions, saved: new Map([lies('a')]) }))).toEqual(nothing);
  expect(nextFor(facts({ sessions, settings: Settings.parse({}).folder }))).toEqual(nothing);
  expect(nextFor(facts({ sessions, jobs: [job('b', -1, null)] }))).toEqual(nothing);
  expect(nextFor(facts({ sessions, settings: { ...facts().settings, place: 'picked' } }))).toEqual(nothing);
});

test('what has changed since, or lies in the other place, is written again; a copy or an empty one never', () => {
  const sessions = [session('a', -MINUTE * 30)];
  expect(nextFor(facts({ sessions, saved: new Map([lies('a', 'an earlier log')]) }))).toMatchObject(writes('a'));
  const picked = { ...facts().state, picked: { name: 'x', handle: null } };
  const settings = { ...facts().settings, place: 'picked' as const };
  expect(nextFor(facts({ sessions, settings, state: picked, saved: new Map([lies('a')]) }))).toMatchObject(writes('a'));
  const copy = { from: 'x.zip', at: iso(0), logHash: '' };
  expect(nextFor(facts({ sessions: [session('a', -MINUTE * 30, { copy })] }))).toEqual(nothing);
  expect(nextFor(facts({ sessions: [session('a', -MINUTE * 30, { tail: { seq: 0, prev: '' } })] }))).toEqual(nothing);
  expect(nextFor(facts({ sessions, settings: { ...facts().settings, site: 'claude' } }))).toEqual(nothing);
});

test('no more than some in a minute', () => {
  const sessions = [session('a', -MINUTE * 30)];
  const jobs = Array.from({ length: A_MINUTE }, (_, n) => job(`${n}`, -50_000 + n * 1000, { state: 'done' }));
  expect(nextFor(facts({ sessions, jobs }))).toEqual({ kind: 'wait', until: NOW + 10_000 });
  expect(nextFor(facts({ sessions, jobs: jobs.slice(1) }))).toMatchObject(writes('a'));
});

test('one that failed is tried again later, or when it changes; one that was cancelled when it changes', () => {
  const sessions = [session('a', -MINUTE * 30)];
  const failed = job('a', -MINUTE * 5, { state: 'failed', error: 'broken-promise' });
  expect(nextFor(facts({ sessions, jobs: [failed] }))).toEqual({ kind: 'wait', until: NOW + 55 * MINUTE });
  expect(nextFor(facts({ sessions, jobs: [job('a', -MINUTE * 5, { state: 'cancelled' })] }))).toEqual(nothing);
  const grown = [session('a', -MINUTE * 30, { tail: { seq: 4, prev: 'more' } })];
  expect(nextFor(facts({ sessions: grown, jobs: [failed] }))).toMatchObject(writes('a'));
  const state = { ...facts().state, hurry: iso(0) };
  expect(nextFor(facts({ sessions, jobs: [failed], state }))).toMatchObject(writes('a'));
});

test('one that the folder did not take goes after those that waited when it failed, and no later than the folder rests', () => {
  const failed = job('a', -MINUTE * 5, { state: 'failed', error: 'folder-failing' });
  const sessions = [session('a', -MINUTE * 99), session('b', -MINUTE * 30)];
  expect(nextFor(facts({ sessions, jobs: [failed] }))).toMatchObject(writes('b'));
  expect(nextFor(facts({ sessions, jobs: [failed], saved: new Map([lies('b')]) }))).toMatchObject(writes('a'));
  const { trouble } = afterEnd([failed], { seen: null, trouble: null }) ?? { trouble: null };
  const state = { ...facts().state, trouble };
  expect(nextFor(facts({ sessions, jobs: [failed], state }))).toEqual({ kind: 'wait', until: NOW + 5 * MINUTE });
});

test('the person may be in a hurry: what had changed by then waits for no quiet', () => {
  const state = { ...facts().state, hurry: iso(-MINUTE) };
  expect(nextFor(facts({ sessions: [session('a', -2 * MINUTE)], state }))).toMatchObject(writes('a'));
  expect(nextFor(facts({ sessions: [session('a', 0)], state }))).toEqual({ kind: 'wait', until: NOW + 10 * MINUTE });
});

test('a clock that was set back keeps nothing waiting for years', () => {
  const next = nextFor(facts({ sessions: [session('a', 900 * 24 * 60 * MINUTE)] }));
  expect(next).toEqual({ kind: 'wait', until: NOW + 10 * MINUTE });
});

test('trouble of the folder holds all back: for longer each time, or until the person has done something', () => {
  const full = job('a', -MINUTE, { state: 'failed', error: 'folder-full' });
  const first = afterEnd([full], { seen: null, trouble: null });
  expect(first?.trouble).toMatchObject({ error: 'folder-full', tries: 1, until: iso(9 * MINUTE) });
  expect(afterEnd([full], { seen: full.id, trouble: first?.trouble ?? null })).toBeNull();
  const again = { ...full, id: 'again' };
  expect(afterEnd([again], { seen: full.id, trouble: first?.trouble ?? null })?.trouble).toMatchObject({
    tries: 2,
    until: iso(19 * MINUTE),
  });
  const state = { ...facts().state, trouble: first?.trouble ?? null };
  const sessions = [session('a', -MINUTE * 30)];
  expect(nextFor(facts({ sessions, state, jobs: [full] }))).toEqual({ kind: 'wait', until: NOW + 9 * MINUTE });
  expect(
    afterEnd([job('b', 0, { state: 'done' })], { seen: full.id, trouble: first?.trouble ?? null })?.trouble,
  ).toBeNull();
  for (const error of ['folder-asks', 'folder-locked', 'folder-gone'] as const) {
    const { trouble = null } = afterEnd([job('a', 0, { state: 'failed', error })], { seen: null, trouble: null }) ?? {};
    expect(trouble).toMatchObject({ error, until: null });
    expect(nextFor(facts({ sessions, state: { ...state, trouble } }))).toEqual(nothing);
  }
  const own = afterEnd([job('a', 0, { state: 'failed', error: 'broken-promise' })], { seen: null, trouble: null });
  expect(own?.trouble).toBeNull(); // its own archive: others go on
});
