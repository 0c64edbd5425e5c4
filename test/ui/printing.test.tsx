// @vitest-environment happy-dom
import '../with-browser';
import { act } from 'preact/test-utils';
import { afterEach, expect, test } from 'vitest';
import { viewOf } from '../../src/projection/view';
import { SessionReader } from '../../src/ui/session/reader';
import { compose, text } from '../model/compose';
import { leave, settled, shown } from './render';

let root: HTMLElement;
afterEach(() => leave(root));

/** More messages than are set at once, each with a call. */
function long() {
  const log = compose();
  for (let n = 0; n < 120; n++) {
    log.user(`Question **${n}**?`);
    log.call('look_up', { number: n });
    log.assistant([text(`Answer ${n}.`)]);
  }
  return viewOf(log.events());
}

const folds = (open: boolean): number =>
  root.querySelectorAll(`.branch details${open ? '[open]' : ':not([open])'}`).length;

test('on paper all of a session is there at once, folds open; afterwards it is as the person left it', async () => {
  root = await shown(
    <SessionReader session="one" view={long()} report={null} bytesOf={async () => null} target={null}>
      <h1>Title</h1>
    </SessionReader>,
  );
  const kept = root.querySelector<HTMLDetailsElement>('.branch details');
  await act(() => {
    if (kept) kept.open = true;
    kept?.dispatchEvent(new Event('toggle'));
  });
  expect(root.querySelectorAll('.branch .event').length).toBeLessThan(200);
  // no `act`: the browser does not wait either
  dispatchEvent(new Event('beforeprint'));
  expect(root.querySelectorAll('.branch .event').length).toBe(360);
  expect([folds(true), folds(false)]).toEqual([120, 0]);
  expect(root.textContent).toContain('"number": 119');
  expect(root.querySelectorAll('.branch .prose strong')).toHaveLength(120);
  dispatchEvent(new Event('afterprint'));
  expect([folds(true), folds(false)]).toEqual([1, 119]);
  expect(kept?.open).toBe(true);
  await settled(20);
  expect(root.querySelectorAll('.branch .event').length).toBe(360);
});
