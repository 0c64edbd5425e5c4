// @vitest-environment happy-dom
import '../with-browser';
import 'fake-indexeddb/auto';
import { act } from 'preact/test-utils';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { shownOf } from '../../src/handoff/shown';
import { artifactName, sha256Hex } from '../../src/lib/hash';
import { viewOf } from '../../src/projection/view';
import { keepArtifacts } from '../../src/store/artifacts';
import { openDatabase, writing } from '../../src/store/database';
import { planFiles } from '../../src/store/files';
import type { FileTask } from '../../src/store/job-rows';
import { addJob, endJob, newFiles } from '../../src/store/jobs';
import type { SessionRow } from '../../src/store/rows';
import { Files } from '../../src/ui/session/files';
import { FilesProvider } from '../../src/ui/session/files-doors';
import { ReadingProvider } from '../../src/ui/session/reading';
import { compose } from '../model/compose';
import { onePixel } from '../sites/picture';
import { button, leave, press, settled, shown } from './render';

const AT = '2026-11-01T10:00:00.000Z';
const SESSION = '11111111-1111-4111-8111-111111111111';
const PNG = new Uint8Array(onePixel(1, 2, 3));
const SVG = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"><script>hurt = 1</script></svg>');
const [png, svg] = [sha256Hex(PNG), sha256Hex(SVG)];

const db = await openDatabase({ name: 'files-list' });
afterAll(() => db.close());
beforeAll(() =>
  writing(db, [db.artifacts, db.contents], () =>
    keepArtifacts(
      db,
      SESSION,
      new Map([
        [png, PNG],
        [svg, SVG],
      ]),
    ),
  ),
);

const made: Blob[] = [];
beforeEach(() => {
  const createObjectURL = (blob: Blob) => `blob:valise/${made.push(blob)}`;
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL, revokeObjectURL: () => undefined }));
  // everything is near
  class Near {
    readonly tell: (entries: object[]) => void;
    constructor(tell: (entries: object[]) => void) {
      this.tell = tell;
    }
    observe(target: Element): void {
      this.tell([{ isIntersecting: true, target, boundingClientRect: target.getBoundingClientRect() }]);
    }
    unobserve = vi.fn();
  }
  vi.stubGlobal('IntersectionObserver', Near);
});
afterEach(() => {
  vi.unstubAllGlobals();
  made.length = 0;
});

/** A session that names these files. */
function composed() {
  const log = compose({ site: 'chatgpt' });
  log.user('Files');
  const kept = (hash: string, name: string) =>
    log.add('artifact', { artifact: artifactName(hash), name, mime: 'image/png', role: 'file', bytes: 9 });
  const gap = (what: object, why: 'expired' | 'forbidden' | 'not-asked') =>
    log.add('gap', { what, why, where: 'message', native: null });
  kept(png, 'tide.png');
  kept(svg, 'evil.svg');
  kept('b'.repeat(64), 'lost.png');
  const expired = gap({ pointer: 'sediment://file_1', name: 'one.pdf' }, 'expired');
  const page = gap({ pointer: 'sediment://file_2', name: 'a\u202Eb.png', came: 'page' }, 'forbidden');
  gap({ pointer: 'https://web.example/c.png' }, 'not-asked');
  return { view: viewOf(log.events()), expired, page };
}

const { view, expired, page } = composed();
const row = { id: SESSION, site: 'chatgpt', copy: null, revision: 1 } as unknown as SessionRow;

async function listed(isCopy = false) {
  const asked: (readonly string[])[] = [];
  const reading = {
    session: SESSION,
    shown: shownOf(view, { artifactPath: () => null }),
    unconfirmed: new Set<string>(),
    bytesOf: async () => null,
    pages: null,
    isLong: false,
    goTo: () => undefined,
  };
  const copy = isCopy ? { from: 'x.zip', at: AT, logHash: 'a'.repeat(64) } : null;
  const root = await shown(
    <ReadingProvider value={reading}>
      <FilesProvider value={{ db, row: { ...row, copy }, fetchAgain: (gaps) => void asked.push(gaps) }}>
        <Files />
      </FilesProvider>
    </ReadingProvider>,
  );
  const fold = root.querySelector('details');
  await act(() => {
    if (fold) fold.open = true;
    fold?.dispatchEvent(new Event('toggle'));
  });
  await settled(12);
  const rows = [...root.querySelectorAll('li.file')].map((each) => each.textContent ?? '');
  return { root, rows, asked };
}

const ALL = 'Fetch all that are missing (2)';

describe('the list of a session’s files', () => {
  test('says of each what became of it, and how large it is', async () => {
    const { root, rows } = await listed();
    expect(root.querySelector('summary')?.textContent).toBe('Files: 6, missing: 3');
    expect(rows).toEqual([
      expect.stringMatching(/^tide\.png image\/png · \d+ bytes?Kept\.V-/),
      expect.stringMatching(/^evil\.svg image\/png · \d+ bytes?Kept\.V-/),
      expect.stringContaining('lost.png image/png · 9 bytesIts bytes are not here.'),
      expect.stringContaining('one.pdf The site no longer had it.'),
      expect.stringContaining('a⟨U+202E⟩b.png The site did not allow it. A page came in its place.'),
      expect.stringContaining('https://web.example/c.png Not asked for.'),
    ]);
    await leave(root);
  });

  test('draws what is a picture by its bytes, whatever it is called, and nothing that is markup', async () => {
    const { root } = await listed();
    await vi.waitUntil(() => root.querySelector('li.file img'));
    expect(root.querySelectorAll('li.file img')).toHaveLength(1);
    expect(made.map(({ type }) => type)).toEqual(['image/png']);
    await leave(root);
  });

  test('saves as nothing that a click would run', async () => {
    const { root } = await listed();
    const clicked: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      clicked.push(this.download);
    });
    await press(root, 'Save evil.svg');
    await settled(3);
    expect(clicked).toEqual(['evil.svg']);
    expect(made.at(-1)?.type).toBe('application/octet-stream');
    expect(() => button(root, 'Save lost.png')).toThrow();
    await leave(root);
  });

  test('asks again for one, and for all that their site has a way to', async () => {
    const { root, asked } = await listed();
    await press(root, 'Try again one.pdf');
    await press(root, ALL);
    expect(asked).toEqual([[expired], [expired, page]]);
    expect(() => button(root, 'Fetch https://web.example/c.png')).toThrow();
    await leave(root);
  });

  test('of a copy nothing can be asked for', async () => {
    const { root } = await listed(true);
    expect(root.textContent).not.toContain('Try again');
    await leave(root);
  });

  test('says what is being fetched, and asks for nothing else meanwhile', async () => {
    const places = [{ id: expired, thread: 'root', parents: [], native: null }];
    const task: FileTask = { pointer: 'sediment://file_1', name: null, message: null, places, outcome: null, tries: 0 };
    await addJob(db, newFiles('j1', { session: SESSION, tab: null, again: true }, AT));
    await planFiles(db, 'j1', [task], AT);
    const { root, rows, asked } = await listed();
    expect(rows[3]).toContain('Being fetched…');
    expect(button(root, ALL).getAttribute('aria-disabled')).toBe('true');
    await press(root, ALL);
    expect(asked).toEqual([]);
    await act(async () => void (await endJob(db, 'j1', AT, { state: 'cancelled', error: null })));
    await settled(12);
    expect(root.textContent).not.toContain('Being fetched…');
    await press(root, ALL);
    expect(asked).toHaveLength(1);
    await leave(root);
  });
});
