// @vitest-environment happy-dom
import '../with-browser';
import 'fake-indexeddb/auto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ICONS } from '../../src/look/icons';
import type { Event } from '../../src/model/event';
import { type SessionView, viewOf } from '../../src/projection/view';
import { openDatabase } from '../../src/store/database';
import type { SessionRow } from '../../src/store/rows';
import { SessionList } from '../../src/ui/library/session-list';
import { snippetOf } from '../../src/ui/search/match';
import { SessionReader } from '../../src/ui/session/reader';
import { harbour } from '../sites/chatgpt/harbour';
import { logOf } from './kept';
import { settled, shown } from './render';

const POISON =
  '<script>globalThis.hurt=1</script><img src="https://evil.example/x" onerror="globalThis.hurt=1"><a href="javascript:globalThis.hurt=1">x</a>\u202e"><svg onload=globalThis.hurt=1>';
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

/** Every tag that our pages are made of. What is made from a site's words is none of them. */
const TAGS = new Set(
  'a article bdi blockquote br button code dd details div dl dt fieldset figcaption figure footer h1 h2 h3 header input label li ol p pre search section span strong summary time ul'.split(
    ' ',
  ),
);

/** An icon of the family, with nothing in it but its own line. */
function isIcon(element: Element): boolean {
  const icon = element.closest('svg.icon');
  const [path, ...more] = icon?.children ?? [];
  return more.length === 0 && Object.values<string>(ICONS).includes(path?.getAttribute('d') ?? '');
}

function suspects(root: Element): string[] {
  const all = [...root.querySelectorAll('*')].filter((each) => !each.closest('.tree > svg') && !isIcon(each)); // pictures of ours
  return all.flatMap((each) => {
    const name = each.tagName.toLowerCase();
    const attributes = [...each.attributes].filter(({ name: key, value }) => {
      if (key.startsWith('on') || key === 'style' || key === 'srcdoc') return true;
      return (key === 'href' || key === 'src') && !/^(#|https?:\/\/|blob:)/.test(value);
    });
    return [...(TAGS.has(name) ? [] : [name]), ...attributes.map(({ name: key, value }) => `${key}=${value}`)];
  });
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
    const root = await shown(
      <SessionReader
        session="11111111-1111-4111-8111-111111111111"
        view={view}
        report={null}
        bytesOf={async () => null}
        target={null}
      >
        <h1>Title</h1>
      </SessionReader>,
    );
    for (let round = 0; round < 3; round++) {
      for (const fold of root.querySelectorAll('details')) {
        fold.open = true;
        fold.dispatchEvent(new globalThis.Event('toggle'));
      }
      await settled(1);
    }
    expect(root.textContent).toContain('<script>');
    expect(suspects(root)).toEqual([]);
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
