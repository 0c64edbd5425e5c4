// @vitest-environment happy-dom
import '../with-browser';
import 'fake-indexeddb/auto';
import { afterAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/store/database';
import { planFiles } from '../../src/store/files';
import type { FilesJob, FileTask } from '../../src/store/job-rows';
import { addJob, endJob, newFiles } from '../../src/store/jobs';
import { listSessions } from '../../src/store/sessions';
import { openGaps } from '../../src/ui/job-line';
import { JobsPanel } from '../../src/ui/library/jobs-panel';
import { OpenSession } from '../../src/ui/library/open-session';
import { keepIn } from './kept';
import { noGrants } from './pages';
import { hasButton, press, settled, shown } from './render';

const db = await openDatabase({ name: 'files-shown' });
afterAll(() => db.close());

const AT = '2026-11-01T10:00:00.000Z';
const conversation = (id: string, pointer: string) => ({
  title: id,
  conversation_id: id,
  current_node: 'm1',
  mapping: {
    root: { id: 'root', message: null, parent: null, children: ['m1'] },
    m1: {
      id: 'm1',
      parent: 'root',
      children: [],
      message: {
        id: 'm1',
        author: { role: 'user' },
        content: {
          content_type: 'multimodal_text',
          parts: [{ content_type: 'image_asset_pointer', asset_pointer: pointer }],
        },
        metadata: {},
      },
    },
  },
});

async function opened(session: string, pointer: string, isCopy = false) {
  const copy = isCopy ? { from: 'x.zip', at: AT, logHash: 'a'.repeat(64) } : null;
  await keepIn(db, session, conversation(session, pointer), copy);
  const row = (await listSessions(db)).find(({ id }) => id === session);
  if (!row) throw new Error('not kept');
  const asked: string[] = [];
  const nothing = (): void => undefined;
  const root = await shown(
    <OpenSession
      db={db}
      send={async () => null as never}
      row={row}
      target={null}
      part={null}
      sought=""
      alone={false}
      acts={true}
      now={Date.now}
      withNotes={false}
      onWithNotes={() => undefined}
      onExport={nothing}
      onKeepPages={nothing}
      grants={noGrants}
      onFetch={(each) => void asked.push(each)}
      onDelete={nothing}
    />,
  );
  await settled(10);
  return { root, asked };
}

const FETCH = 'Fetch what is missing';

describe('the button that fetches what is missing', () => {
  test('is there where the site has a way to a file', async () => {
    const { root, asked } = await opened('s-file', 'sediment://file_1');
    await press(root, FETCH);
    expect(asked).toEqual(['s-file']);
  });
  test.each([
    ['nothing but pictures from the web is missing', 's-web', 'https://web.example/a.png', false],
    ['nobody knows the pointer', 's-odd', 'odd://x', false],
    ['the session is a copy', 's-copy', 'sediment://file_1', true],
  ])('is not where %s', async (_, session, pointer, isCopy) => {
    const { root } = await opened(session, pointer, isCopy);
    expect(hasButton(root, FETCH)).toBe(false);
  });
});

const task = (outcome: FileTask['outcome']): FileTask => ({
  pointer: 'p',
  name: null,
  message: null,
  places: [],
  outcome,
  tries: 1,
});

describe('the fetching of files, shown', () => {
  const went: string[] = [];
  const onGoOn = (job: FilesJob): void => void went.push(...openGaps(job));
  const panel = (mine: readonly string[] = []) =>
    shown(<JobsPanel db={db} mine={mine} onCancel={() => undefined} onGoOn={onGoOn} />);
  const words = (root: ParentNode): string => root.textContent ?? '';

  test('while it goes on, with how far it is', async () => {
    await addJob(db, newFiles('j1', { session: 's', tab: null, again: true }, AT));
    await planFiles(db, 'j1', [task('kept'), task(null), task(null)], AT);
    const root = await panel();
    await settled(5);
    expect(words(root)).toContain('Fetching files…');
    expect(root.querySelector('progress')).toMatchObject({ value: 1, max: 3 });
    expect(root.querySelector('.say p')?.textContent).toBe('Fetching files… 1 of 3');
    expect(root.querySelector('.say p span')?.getAttribute('aria-hidden')).toBe('true');
    await endJob(db, 'j1', AT, { state: 'cancelled', error: null });
  });
  test.each([
    [
      'cancelled',
      null,
      'The fetching of files was stopped. Files fetched: 1. Not yet asked for: 1. What came is kept.',
    ],
    ['failed', 'read-signed-out', 'Files fetched: 1. Not yet asked for: 1. What came is kept.'],
  ] as const)('%s before its time, it says what came, and goes on with the rest', async (state, error, said) => {
    went.length = 0;
    const place = { id: `gap-${state}`, thread: 'root', parents: [], native: null };
    await addJob(db, newFiles(state, { session: 's', tab: null, again: true }, AT));
    await planFiles(db, state, [task('kept'), { ...task(null), places: [place] }], AT);
    await endJob(db, state, AT, { state, error });
    const root = await panel([state]);
    await settled(5);
    expect(words(root)).toContain(said);
    await press(root, 'Go on');
    expect(went).toEqual([`gap-${state}`]);
  });
  test.each([
    ['j2', [task('kept'), task('kept')], 'Files fetched: 2. Nothing more is to be had.'],
    ['j3', [task('kept'), task('expired')], 'Files fetched: 1. Still missing: 1; the session says why.'],
    ['j4', [], 'There is no file that could be fetched.'],
  ])('when it has ended: %s', async (id, files, said) => {
    await addJob(db, newFiles(id, { session: 's', tab: null, again: true }, AT));
    await planFiles(db, id, files, AT);
    const root = await panel([id]);
    await settled(5);
    expect(words(root)).toContain(said);
  });
});
