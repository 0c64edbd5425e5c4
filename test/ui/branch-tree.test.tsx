// @vitest-environment happy-dom

import '../with-browser';
import fc from 'fast-check';
import { act } from 'preact/test-utils';
import { describe, expect, test } from 'vitest';
import { MOST_ROWS, treeOf } from '../../src/projection/branch-lines';
import { branchesOf } from '../../src/projection/branches';
import { numberOf, viewOf } from '../../src/projection/view';
import { compose } from '../model/compose';
import { readerOf } from './pages';
import { settled } from './render';

/** A question; two answers; the first is asked on, and that has two answers, too. */
function forked() {
  const log = compose();
  const question = log.user('Q');
  log.assistant('First answer');
  const more = log.user('More?');
  const a = log.assistant('First of more');
  log.at(more);
  const b = log.assistant('Second of more');
  log.at(question);
  const c = log.assistant('Second answer');
  log.updated('T', b);
  return { view: viewOf(log.events()), leaves: [a, b, c], question, more };
}

/** A log in which every event follows one before it, or none. */
function grown(above: readonly number[]) {
  const log = compose({ started: false });
  const ids: string[] = [];
  for (const at of above) {
    log.at(ids[at % (ids.length + 1)] ?? null);
    ids.push(log.user('x'));
  }
  return { view: viewOf(log.events()), ids };
}

describe('the picture of branches', () => {
  test('has a line for each, below the one it leaves; what leaves last comes first', () => {
    const { view, leaves } = forked();
    const [a, b, c] = leaves;
    expect(treeOf(view, leaves)).toMatchObject([
      { leaf: a, from: null, start: 0, end: 3, length: 4 },
      { leaf: b, first: b, from: 0, start: 2, end: 3, length: 1 },
      { leaf: c, first: c, from: 0, start: 1, end: 2, length: 1 },
    ]);
  });

  test('is bounded', () => {
    const log = compose();
    const question = log.user('Q');
    const leaves = Array.from({ length: MOST_ROWS + 50 }, () => {
      log.at(question);
      return log.assistant('A');
    });
    expect(treeOf(viewOf(log.events()), leaves)).toHaveLength(MOST_ROWS);
  });

  test('whatever the tree: every branch once, each after the one it leaves, and no two lines cross', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 1, maxLength: 30 }), (above) => {
        const { view, ids } = grown(above);
        const leaves = branchesOf(view).map(({ leaf }) => leaf);
        const rows = treeOf(view, leaves);
        expect(rows.map(({ leaf }) => leaf).toSorted()).toEqual(leaves.toSorted());
        expect(rows.reduce((sum, { length }) => sum + length, 0)).toBe(ids.length);
        for (const [at, { from, start }] of rows.entries()) {
          if (from === null) continue;
          expect(from).toBeLessThan(at);
          for (const between of rows.slice(from + 1, at)) expect(between.start).toBeGreaterThanOrEqual(start);
        }
      }),
    );
  });
});

test('a branch is chosen from the list beside the picture, and what is new in it takes the focus', async () => {
  const { view, leaves } = forked();
  const root = await readerOf(view);
  const fold = [...root.querySelectorAll('details')].find((each) => each.textContent?.startsWith('Branches: 3'));
  await act(() => {
    if (fold) fold.open = true;
    fold?.dispatchEvent(new Event('toggle'));
  });
  const buttons = [...root.querySelectorAll<HTMLButtonElement>('.tree button')];
  expect(buttons.map((each) => each.textContent)).toEqual([
    'V-0001 Q, events of its own: 4',
    'V-0005 Second of more, events of its own: 1',
    'V-0006 Second answer, events of its own: 1',
  ]);
  expect(buttons.map((each) => each.getAttribute('aria-current'))).toEqual([null, 'true', null]);
  expect(root.querySelector('.tree svg')?.getAttribute('aria-label')).toContain('3 branches');
  await act(() => buttons[2]?.click());
  await settled(3);
  expect(root.querySelectorAll('.event')).toHaveLength(2);
  expect(document.activeElement?.textContent).toBe(numberOf(view, leaves[2] ?? ''));
  expect(buttons.map((each) => each.getAttribute('aria-current'))).toEqual([null, null, 'true']);
  await act(() => buttons[0]?.click());
  await settled(3);
  expect(root.querySelector('.branch')?.textContent).toContain('First of more');
});
