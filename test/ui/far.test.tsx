// @vitest-environment happy-dom
import '../with-browser';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { viewOf } from '../../src/projection/view';
import { paint } from '../../src/ui/session/ranges';
import { compose } from '../model/compose';
import { ownNearness, tellNear } from './nearness';
import { readerOf } from './pages';
import { leave, settled } from './render';

/** Places of a stretch, and stretches of the session. */
const PLACES = 30;
const STRETCHES = 11;

ownNearness();

const idle: (() => void)[] = [];
vi.stubGlobal('requestIdleCallback', (act: () => void) => idle.push(act));

/** Lets the page have nothing to do, until nothing waits for that. */
async function rest(): Promise<void> {
  for (let next = idle.shift(); next; next = idle.shift()) {
    await act(next);
    await settled(1);
  }
}

let root: HTMLElement;
/** The stretch that is in view. */
let seen: Element | null = null;
const stretches = (): Element[] => [...root.querySelectorAll('.branch > .stretch')];
const stretch = (at: number): Element => stretches()[at] as Element;
/** Which stretches are set. */
const set = (): number[] => stretches().flatMap((each, at) => (each.querySelector('.prose') ? [at] : []));

/** Comes by a stretch: a text in it is set. */
async function comeBy(at: number): Promise<void> {
  tellNear(stretch(at), true);
  const target = stretch(at).querySelector('.event .text')?.parentElement;
  if (target) tellNear(target, true);
  if (target) await vi.waitUntil(() => set().includes(at));
}

/** Goes on from it, until it is far. */
async function leaveIt(at: number): Promise<void> {
  tellNear(stretch(at), false);
  await rest();
}

beforeEach(async () => {
  const log = compose();
  for (let n = 0; n < (STRETCHES * PLACES) / 3; n++) {
    log.user(`Question **${n}**?`);
    log.call('look_up', { number: n });
    log.assistant(`Answer ${n}.`);
  }
  root = await readerOf(viewOf(log.events()));
  await settled(2 * STRETCHES);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return new DOMRect(0, this === seen ? 0 : 100_000, 800, this.classList.contains('stretch') ? 4_000 : 140);
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  seen = null;
  paint([], 0);
  getSelection()?.removeAllRanges();
  await leave(root);
});

/** Comes by all of it. */
async function comeByAll(): Promise<void> {
  for (let at = 0; at < STRETCHES; at++) {
    await comeBy(at);
    await leaveIt(at);
  }
}

describe('a stretch of a long session that was come by and left', () => {
  test('is let go of after eight others: its words stand there as they were, and it is as high as it was', async () => {
    expect(stretches()).toHaveLength(STRETCHES);
    const [first, second] = [stretch(0), stretch(1)];
    await comeByAll();
    expect(set()).toEqual([0, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(stretch(0)).toBe(first); // set as soon as it is made: it stays
    expect(stretch(1)).not.toBe(second);
    expect(stretch(1).children).toHaveLength(PLACES);
    expect(stretch(1).textContent).toContain('Question **10**?');
    const heights = [stretch(1), ...stretch(1).children].map((each) =>
      (each as HTMLElement).style.getPropertyValue('contain-intrinsic-height'),
    );
    expect(heights).toEqual(['auto 4000px', ...Array(PLACES).fill('auto 140px')]);
    expect(second.querySelectorAll('*')).toHaveLength(0); // whatever remembers it keeps nothing else
  });

  test('is set again when somebody comes back, and counts as left last', async () => {
    await comeByAll();
    await comeBy(2);
    expect(stretch(2).querySelector('.prose strong')?.textContent).toBe('20');
    await leaveIt(2);
    expect(set()).toEqual([0, 2, 4, 5, 6, 7, 8, 9, 10]);
  });

  const uses: Readonly<Record<string, () => void>> = {
    'has the focus': () => stretch(1).querySelector<HTMLElement>('.number')?.focus(),
    'has something selected in it': () => getSelection()?.selectAllChildren(stretch(1).children[1] as Element),
    'has words in it that were found': () => {
      const range = document.createRange();
      range.selectNodeContents(stretch(1).querySelector('.prose') as Element);
      paint([range], 0);
    },
    'has something open in it': () => {
      const fold = stretch(1).querySelector('details') as HTMLDetailsElement;
      fold.open = true;
      fold.dispatchEvent(new Event('toggle'));
    },
    'is in view again before the browser has said so': () => {
      seen = stretch(1);
    },
  };
  for (const [use, begin] of Object.entries(uses))
    test(`stays as it is while it ${use}`, async () => {
      const used = stretch(1);
      await comeBy(1);
      await act(begin);
      await comeByAll();
      expect(stretch(1)).toBe(used);
      expect(set()).toContain(1);
      expect(set()).not.toContain(2);
    });
});

test('nothing is let go of while the session is printed', async () => {
  dispatchEvent(new Event('beforeprint'));
  const all = stretches();
  await comeByAll();
  expect(stretches()).toEqual(all);
  await act(() => void dispatchEvent(new Event('afterprint')));
});
