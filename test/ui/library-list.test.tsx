// @vitest-environment happy-dom
import '../with-browser';
import 'fake-indexeddb/auto';
import { useState } from 'preact/hooks';
import { afterAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/store/database';
import type { SessionRow } from '../../src/store/rows';
import { SessionList } from '../../src/ui/library/session-list';
import { keepIn } from './kept';
import { settled, shown } from './render';

const row = (n: number): SessionRow =>
  ({
    id: `session-${n}`,
    site: 'chatgpt',
    title: `Chat ${n}`,
    copy: null,
    counts: { events: 3, messages: 2, gaps: n % 2 },
    started: '2026-10-03T10:15:00.000Z',
  }) as unknown as SessionRow;

const db = await openDatabase({ name: 'library-list' });
afterAll(() => db.close());

const sessions = Array.from({ length: 500 }, (_, n) => row(n));

const whole = { db, groups: [{ heading: null, rows: sessions }], sort: 'began', found: new Map() } as const;

function List() {
  const [selected, onSelect] = useState<ReadonlySet<string>>(new Set());
  return (
    <>
      <output>{[...selected].join()}</output>
      <button type="button" onClick={() => onSelect(new Set())}>
        None
      </button>
      <SessionList {...whole} open="session-2" selected={selected} onSelect={onSelect} />
    </>
  );
}

const boxes = (root: ParentNode): HTMLInputElement[] => [...root.querySelectorAll<HTMLInputElement>('.item input')];
const tick = async (root: ParentNode, at: number): Promise<void> => {
  boxes(root)[at]?.click();
  await settled(1);
};

describe('a long list of sessions', () => {
  test('begins at once and is whole soon after', async () => {
    const root = await shown(<List />);
    expect(boxes(root).length).toBeGreaterThanOrEqual(60);
    expect(boxes(root).length).toBeLessThan(500);
    await settled(12);
    expect(boxes(root).length).toBe(500);
    expect(boxes(root)[7]?.getAttribute('aria-label')).toBe('Select “Chat 7”');
  });

  test('selects several and lets go of all, near and far', async () => {
    const root = await shown(<List />);
    await settled(12);
    await tick(root, 0);
    await tick(root, 450);
    await tick(root, 3);
    await tick(root, 0);
    expect(root.querySelector('output')?.textContent).toBe('session-450,session-3');
    expect(boxes(root).flatMap(({ checked }, at) => (checked ? [at] : []))).toEqual([3, 450]);
    root.querySelector('button')?.click();
    await settled(1);
    expect(boxes(root).filter(({ checked }) => checked)).toEqual([]);
  });

  test('marks the one that is open', async () => {
    const root = await shown(<List />);
    const current = [...root.querySelectorAll('[aria-current]')].map((each) => each.textContent);
    expect(current).toEqual(['Chat 2']);
  });
});

test('a session without a title is called by the first words said in it', async () => {
  const node = (id: string, parent: string | null, message: object | null) => ({ id, parent, children: [], message });
  const said = {
    id: 'm',
    author: { role: 'user' },
    content: { content_type: 'text', parts: ['When is\nslack water?'] },
  };
  const chat = {
    conversation_id: 'c-1',
    title: null,
    current_node: 'm',
    mapping: { r: node('r', null, null), m: node('m', 'r', said) },
  };
  await keepIn(db, 'session-a', chat);
  const rows = ['session-a', 'session-gone'].map((id) => ({ ...row(1), id, title: null }));
  const root = await shown(
    <SessionList
      {...whole}
      groups={[{ heading: null, rows }]}
      open={null}
      selected={new Set()}
      onSelect={() => undefined}
    />,
  );
  await settled(20);
  expect([...root.querySelectorAll('.item a')].map((each) => each.textContent)).toEqual([
    'Untitled: “When is slack water?”',
    'Untitled chat at ChatGPT, Oct 3, 2026',
  ]);
});
