import '../with-browser';
import { describe, expect, test } from 'vitest';
import type { Event } from '../../src/model/event';
import { contentHash } from '../../src/model/versions';
import { viewOf } from '../../src/projection/view';
import { leafThrough, stopsTo } from '../../src/ui/session/path';
import { unconfirmedIn } from '../../src/ui/session/unconfirmed';

interface Given {
  readonly id: string;
  readonly parents?: readonly string[];
  readonly native?: string;
  readonly kind?: string;
  readonly body?: object;
  readonly capture?: string;
}

/** A log of events that have only what is looked at here. */
const viewFrom = (...given: readonly Given[]) =>
  viewOf(
    given.map(({ id, parents = [], native = id, kind = 'message', body = {}, capture = 'asked' }, seq) => {
      const said = kind === 'message' ? { role: 'user', status: null, hidden: false, parts: [] } : {};
      return {
        v: 1,
        seq,
        id,
        kind,
        thread: 'root',
        parents,
        at: { occurred: null, updated: null, recorded: '2026-10-03T10:15:00.000Z' },
        actor: { kind: kind === 'context.edit' ? 'recorder' : 'user', name: null, model: null },
        native: { id: native, node: native, type: null, parent: null },
        source: { platform: 'acme', capture, form: 'read', reader: 'acme@1', raw: [] },
        fidelity: 'exact',
        sealed: [],
        revises: null,
        prev: '0'.repeat(64),
        body: { ...said, ...body },
      } as unknown as Event;
    }),
  );

const ids = (stops: ReturnType<typeof stopsTo>): string[] => stops.map(({ event }) => event.id);

describe('a branch', () => {
  const tree = viewFrom(
    { id: 'a' },
    { id: 'b', parents: ['a'] },
    { id: 'c', parents: ['b'] },
    { id: 'b2', parents: ['a'] },
    { id: 'c2', parents: ['b2'] },
    { id: 'c3', parents: ['b2'] },
  );

  test('runs from its beginning to its leaf, and knows where it could have gone otherwise', () => {
    const stops = stopsTo(tree, 'c');
    expect(ids(stops)).toEqual(['a', 'b', 'c']);
    expect(stops.map(({ forks }) => forks)).toEqual([['a'], ['b', 'b2'], ['c']]);
  });

  test('leads to the preferred leaf where that lies below, else to the youngest', () => {
    expect(leafThrough(tree, 'b2', 'c2')).toBe('c2');
    expect(leafThrough(tree, 'b2', 'c')).toBe('c3');
    expect(leafThrough(tree, 'b', null)).toBe('c');
  });

  test('several beginnings are branches as well', () => {
    const two = viewFrom({ id: 'a' }, { id: 'b' });
    expect(stopsTo(two, 'b').map(({ forks }) => forks)).toEqual([['a', 'b']]);
  });

  test('blocks of one message stand together, and are no branches', () => {
    const blocks = viewFrom(
      { id: 'm1' },
      { id: 'm1/reasoning.0', parents: ['m1'], native: 'm1', kind: 'reasoning', body: { form: 'full', parts: [] } },
      { id: 'm1/x', parents: ['m1/reasoning.0'], native: 'm1', kind: 'tool.call', body: { name: 'x' } },
      { id: 'm2', parents: ['m1'] },
    );
    const stops = stopsTo(blocks, 'm2');
    expect(ids(stops)).toEqual(['m1', 'm2']);
    expect(stops[0]?.blocks.map(({ id }) => id)).toEqual(['m1/reasoning.0', 'm1/x']);
    expect(stops[1]?.forks).toEqual(['m2']);
  });
});

describe('what was only heard', () => {
  const heard: Given = { id: 'a', capture: 'heard' };
  const confirm = (hash: string, capture: string): Given => ({
    id: 'edit',
    kind: 'context.edit',
    body: { action: 'confirm', targets: [['a', hash, null]] },
    capture,
  });
  const [event] = viewFrom(heard).log;
  const hash = event ? contentHash(event) : '';

  test('is unconfirmed until an asked read agrees to the same content', () => {
    expect([...unconfirmedIn(viewFrom(heard))]).toEqual(['a']);
    expect([...unconfirmedIn(viewFrom(heard, confirm(hash, 'asked')))]).toEqual([]);
    expect([...unconfirmedIn(viewFrom(heard, confirm(hash, 'heard')))]).toEqual(['a']);
    expect([...unconfirmedIn(viewFrom(heard, confirm('f'.repeat(64), 'asked')))]).toEqual(['a']);
  });

  test('what was asked for is not', () => {
    expect([...unconfirmedIn(viewFrom({ id: 'a' }))]).toEqual([]);
  });
});
