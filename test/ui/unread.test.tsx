// @vitest-environment happy-dom

import '../with-browser';
import { expect, test, vi } from 'vitest';
import type { Unread } from '../../src/projection/unread';
import { UnreadNotice } from '../../src/ui/session/unread';
import { hasButton, press, settled, shown } from './render';

const one: Unread = {
  event: 'practice:bread/gap.00',
  route: 'answer',
  because: 'shape',
  places: ['stream'],
  recorded: '2026-10-03T10:15:00.000Z',
  reader: 'practice@1',
};

const words = (root: ParentNode): string => root.textContent ?? '';
const status = (root: ParentNode): string => root.querySelector('[role=status]')?.textContent ?? '';

test('what is kept and not yet readable is said, read again, and reported without its content', async () => {
  const readAgain = vi.fn(async () => 1);
  const copied = vi.fn(async () => undefined);
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: copied } });
  const root = await shown(<UnreadNotice unread={[one]} readAgain={readAgain} report={() => 'the report'} />);
  expect(words(root)).toContain('Kept, not yet readable: 1.');

  await press(root, 'Read again');
  await settled();
  expect(readAgain).toHaveBeenCalledOnce();
  expect(status(root)).toBe('Read again. Still not readable: 1.');

  await press(root, 'Copy drift report');
  await settled();
  expect(copied).toHaveBeenCalledWith('the report');
  expect(status(root)).toContain('Copied');
  vi.unstubAllGlobals();
});

test('where reading again fails, a sentence says so and the buttons work on', async () => {
  const readAgain = () => Promise.reject(new Error('gone'));
  const root = await shown(<UnreadNotice unread={[one]} readAgain={readAgain} report={() => ''} />);
  await press(root, 'Read again');
  await settled();
  expect(status(root)).not.toBe('');
  expect(root.querySelector('button')?.disabled).toBe(false);
});

test('a copy is not read again, and where all is read nothing is said', async () => {
  const copy = await shown(<UnreadNotice unread={[one]} readAgain={null} report={() => ''} />);
  expect(hasButton(copy, 'Read again')).toBe(false);
  expect(hasButton(copy, 'Copy drift report')).toBe(true);
  expect(words(await shown(<UnreadNotice unread={[]} readAgain={null} report={() => ''} />))).toBe('');
});
