// @vitest-environment happy-dom
import '../with-browser';
import 'fake-indexeddb/auto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { flaw } from '../../src/archive/verdict';
import type { Verdict } from '../../src/archive/verify';
import { clipped } from '../../src/handoff/marks';
import type { Event } from '../../src/model/event';
import { checkEvidence } from '../../src/projection/evidence';
import { type SessionView, viewOf } from '../../src/projection/view';
import { snippetOf } from '../../src/search/match';
import { openDatabase } from '../../src/store/database';
import type { SessionRow } from '../../src/store/rows';
import { keptReport } from '../../src/ui/kept-report';
import { deletedWords } from '../../src/ui/library/after-deletion';
import type { Checked } from '../../src/ui/library/check-archive';
import { DeleteDialog, type Deleted } from '../../src/ui/library/delete-dialog';
import { SessionList } from '../../src/ui/library/session-list';
import { VerdictView } from '../../src/ui/library/verdict-view';
import { VerifyDialog } from '../../src/ui/library/verify-dialog';
import { lacksIn } from '../../src/ui/popup/lacks';
import type { Chat } from '../../src/ui/popup/state';
import { PopupView } from '../../src/ui/popup/view';
import { SessionReader } from '../../src/ui/session/reader';
import { summaryOf } from '../../src/ui/summary';
import { titleOf } from '../../src/ui/title';
import { poisonLog } from '../archive/pages/poison';
import { harbour } from '../sites/chatgpt/harbour';
import { logOf } from './kept';
import { readerOf } from './pages';
import { HIDING, PAYLOADS, POISON } from './payloads';
import { leave, press, settled, shown } from './render';
import { suspects } from './suspects';

/** As if nothing but the log were kept. */
const BARE = { lines: [], has: new Set<string>(), rest: async () => undefined };

const LINK = 'javascript:globalThis.hurt=1';

const db = await openDatabase({ name: 'poison' });
afterAll(() => db.close());

/** Members whose values are words of the log itself, not of a site. */
const OURS = new Set([
  'type',
  'role',
  'format',
  'why',
  'form',
  'class',
  'artifact',
  'readable',
  'how',
  'origin',
  'id',
  'callId',
]);

/** The value with every text that a site could have chosen replaced. */
function poisoned(value: unknown, key = ''): unknown {
  if (typeof value === 'string') return OURS.has(key) ? value : key === 'url' ? LINK : POISON;
  if (Array.isArray(value)) return key === 'evidence' ? value : value.map((each) => poisoned(each, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, poisoned(each, name)]));
}

async function openAll(root: Element): Promise<void> {
  for (let round = 0; round < 3; round++) {
    for (const fold of root.querySelectorAll('details')) {
      fold.open = true;
      fold.dispatchEvent(new globalThis.Event('toggle'));
    }
    await settled(1);
  }
}

/** Words of ours around those of others, a text itself apart: nothing in them may turn or hide what stands beside. */
function hiding(root: Element): string[] {
  const copy = root.cloneNode(true) as Element;
  for (const each of copy.querySelectorAll('.prose, .text, pre')) each.remove();
  return [...(copy.textContent ?? '').matchAll(new RegExp(HIDING, 'gu'))].map(
    ({ index }) => copy.textContent?.slice(Math.max(0, index - 40), index + 5) ?? '',
  );
}

describe('what a site sends is never markup', () => {
  let view: SessionView;
  beforeAll(async () => {
    const events = (await logOf(harbour())).lines.map(({ event }) => event);
    view = viewOf(
      events.map((event): Event => {
        const actor = { ...event.actor, name: POISON, model: null };
        return { ...event, actor, body: poisoned(event.body) } as Event;
      }),
    );
  });

  test('in a session that is read, everything opened', async () => {
    const root = await readerOf(view);
    await openAll(root);
    expect(root.textContent).toContain('<script>');
    expect(suspects(root)).toEqual([]);
    expect(hiding(root)).toEqual([]);
    expect(Reflect.get(globalThis, 'hurt')).toBeUndefined();
  });

  test('in a list of sessions; what turns the direction of words is made visible', async () => {
    const row = {
      id: 'one',
      site: 'chatgpt',
      title: POISON,
      copy: { from: POISON, at: '2026-10-05T10:00:00.000Z', logHash: '' },
      counts: { events: 1, messages: 1, gaps: 0 },
      started: '2026-10-05T10:00:00.000Z',
    } as unknown as SessionRow;
    const hits = [{ number: 'V-0001', snippet: snippetOf(`${POISON} tide ${POISON}`, ['tide']) }];
    const root = await shown(
      <SessionList
        db={db}
        groups={[{ heading: 'Today', rows: [row] }]}
        sort="began"
        found={new Map([['one', { session: 'one', hits, count: 9, score: 1 }]])}
        open={null}
        selected={new Set()}
        onSelect={() => undefined}
      />,
    );
    expect(root.querySelector('.hits')?.textContent).toContain('tide');
    expect(root.textContent).toContain('8 more places');
    expect(root.textContent).toContain('<script>');
    expect(root.textContent).toContain('⟨U+202E⟩');
    expect(root.textContent).not.toContain('\u202e');
    expect(suspects(root)).toEqual(['mark']); // ours, around what was found
  });
});

describe('what somebody else chose is never markup, and hides nothing', () => {
  const view = viewOf(poisonLog([POISON]));
  const row = {
    id: '11111111-1111-4111-8111-111111111111',
    site: POISON,
    title: null,
    started: POISON,
    updated: '2026-10-05T10:00:00.000Z',
    last: null,
    revision: 1,
    tail: { seq: 0, prev: '' },
  } as unknown as SessionRow;
  const isClean = (root: Element): void => {
    expect(root.textContent).toContain('<script>');
    expect(suspects(root)).toEqual([]);
    expect(hiding(root)).toEqual([]);
    expect(Reflect.get(globalThis, 'hurt')).toBeUndefined();
  };

  test('in the popup: title, first words, what lacks, the name of a saved file', async () => {
    const report = await keptReport(view, { ...BARE, evidence: await checkEvidence(view, async () => null) });
    const state: Chat = {
      kind: 'chat',
      siteName: 'ChatGPT',
      permitted: false,
      kept: row,
      name: titleOf(row, clipped(POISON, 2000)),
      bytes: 1,
      persisted: false,
      about: { summary: summaryOf(view), report, lacks: lacksIn(view) },
      read: null,
      exported: {
        kind: 'export',
        id: 'job',
        made: '',
        changed: '',
        state: 'done',
        lease: null,
        error: null,
        ask: { sessions: [] },
        progress: { step: 'saving', done: 0, total: null },
        result: { name: `${POISON}.zip`, bytes: 1, identity: '', lacking: 0, download: null },
      },
      files: null,
      host: null,
      trouble: null,
    };
    const nothing = (): void => undefined;
    const actions = {
      exportChat: nothing,
      openLibrary: nothing,
      allowSite: nothing,
      readAgain: nothing,
      cancel: nothing,
      fetchOn: nothing,
      allowHost: nothing,
    };
    const root = await shown(<PopupView state={state} lost={null} now={0} actions={actions} />);
    await openAll(root);
    expect(root.querySelectorAll('.fold li').length).toBeGreaterThan(0);
    isClean(root);
  });

  test('in a session whose names, tests and gaps are chosen so', async () => {
    const report = await keptReport(view, { ...BARE, evidence: await checkEvidence(view, async () => null) });
    const root = await shown(
      <SessionReader session={row.id} view={view} report={report} bytesOf={async () => null} target={null}>
        <h1>Title</h1>
      </SessionReader>,
    );
    await openAll(root);
    expect(root.querySelectorAll('math, [href^="javascript"], [src*="evil"]')).toHaveLength(0);
    expect(hiding(root)).toEqual([]);
    expect(Reflect.get(globalThis, 'hurt')).toBeUndefined();
    await leave(root);
  });

  test('in the question whether to delete, and in the sentence afterwards', async () => {
    const plan = async () => ({ sessions: [{ ...row, title: POISON }, row], artifacts: 1, bytes: 1, shared: 0 });
    const said: string[] = [];
    const close = (done: Deleted | null): void => void said.push(done ? deletedWords(done) : '');
    const root = await shown(<DeleteDialog db={db} plan={plan} carryOut={plan} onClose={close} />);
    await settled(20);
    isClean(root);
    await press(root, 'Delete from this browser');
    await settled(20);
    expect(said.join()).toContain('<script>');
    expect(said.join()).not.toMatch(HIDING);
    await leave(root);
  });

  test('in the name of a file that is checked, and in what is wrong with it', async () => {
    const file = new File([POISON], `${POISON}.zip`);
    const root = await shown(<VerifyDialog file={file} onClose={() => undefined} />);
    await settled(20);
    isClean(root);
    await leave(root);
    const flaws = PAYLOADS.map((sentence) => ({ where: sentence, rule: sentence, sentence }));
    const verdict = { kind: 'damaged', flaws, sessions: 1, events: 1, artifacts: 1 } as unknown as Verdict;
    isClean(await shown(<VerdictView checked={{ kind: 'checked', verdict } as unknown as Checked} />));
    isClean(await shown(<VerdictView checked={{ kind: 'refused', flaw: flaw('', '', POISON) }} />));
  });
});
