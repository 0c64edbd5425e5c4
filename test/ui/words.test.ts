import '../with-browser';
import { describe, expect, test } from 'vitest';
import { Fault } from '../../src/lib/fault';
import { GAP_REASONS, KINDS } from '../../src/model/bodies';
import { ago, day, moment, size } from '../../src/ui/format';
import { whyMissing } from '../../src/ui/gap-words';
import { kindWord } from '../../src/ui/kind-words';
import { webAddress } from '../../src/ui/link';
import { hashOf, placeIn } from '../../src/ui/place';
import { errorSentence, faultSentence } from '../../src/ui/sentences';
import { titleOf } from '../../src/ui/title';

const NOW = Date.parse('2026-10-03T10:15:00.000Z');
const toldAt = (milliseconds: number): string => ago(new Date(NOW - milliseconds).toISOString(), NOW);

describe('times', () => {
  test('where nobody said when, no day is named', () => {
    expect(day('1970-01-01T00:00:00.000Z')).toBe('day not known');
    expect(day('2026-07-20T10:15:00.000Z')).toMatch(/2026/);
  });

  test.each([
    [-5_000, 'just now'],
    [59_000, 'just now'],
    [60_000, '1 minute ago'],
    [59 * 60_000, '59 minutes ago'],
    [3_600_000, '1 hour ago'],
    [25 * 3_600_000, 'yesterday'],
    [6 * 86_400_000, '6 days ago'],
  ])('%d ms before now is %s', (milliseconds, words) => {
    expect(toldAt(milliseconds)).toBe(words);
  });

  test('what is older than a week is a date', () => {
    expect(toldAt(8 * 86_400_000)).toBe(moment(new Date(NOW - 8 * 86_400_000).toISOString()));
  });
});

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1_400, '1.4 kB'],
  [52_000, '52 kB'],
  [3_200_000, '3.2 MB'],
  [16_000_000_000_000, '16,000 GB'],
])('%d bytes are %s', (bytes, words) => {
  expect(size(bytes)).toBe(words);
});

test.each([
  ['https://pilot.example/a?b#c', 'https://pilot.example/a?b#c'],
  ['HTTP://pilot.example', 'http://pilot.example/'],
  ['javascript:alert(1)', null],
  ['data:text/html,x', null],
  ['blob:https://pilot.example/1', null],
  ['moz-extension://1/popup.html', null],
  ['file:///etc/passwd', null],
  ['//pilot.example', null],
  ['sandbox:/mnt/data/x.csv', null],
  [null, null],
])('of the address %s a link goes to %s', (address, href) => {
  expect(webAddress(address)).toBe(href);
});

test.each([
  ['', null, null],
  ['#list', null, null],
  ['#11111111-1111-4111-8111-111111111111', '11111111-1111-4111-8111-111111111111', null],
  ['#11111111-1111-4111-8111-111111111111/V-0042', '11111111-1111-4111-8111-111111111111', 'V-0042'],
  ['#11111111-1111-4111-8111-111111111111/V-12345', '11111111-1111-4111-8111-111111111111', 'V-12345'],
  ['#11111111-1111-4111-8111-111111111111/x"]', null, null],
])('the address %s shows session %s at %s', (hash, session, event) => {
  expect(placeIn(hash)).toEqual({ session, event, part: null, continues: false, view: null });
});

test.each(['settings', 'journal'] as const)('a view that is about no session has an address of its own: %s', (view) => {
  expect(placeIn(`#${view}`)).toEqual({ session: null, event: null, part: null, continues: false, view });
  expect(placeIn(`#${view}/x`)).toEqual({ session: null, event: null, part: null, continues: false, view: null });
});

test.each(['files', 'missing', 'inspection', 'audit'] as const)(
  'a part of a session has an address of its own: %s',
  (part) => {
    const session = '11111111-1111-4111-8111-111111111111';
    expect(placeIn(hashOf(session, part))).toEqual({ session, event: null, part, continues: false, view: null });
  },
);

test('what another assistant gets of a session has an address of its own', () => {
  const session = '11111111-1111-4111-8111-111111111111';
  expect(placeIn(hashOf(session, 'continue'))).toEqual({
    session,
    event: null,
    part: null,
    continues: true,
    view: null,
  });
});

test('every reason of a gap and every kind of event has words', () => {
  expect(GAP_REASONS.map(whyMissing).filter((words) => words === '')).toEqual([]);
  expect(KINDS.map(kindWord).filter((words) => words === '')).toEqual([]);
});

test('a fault says its sentence; anything else that was thrown says that something went wrong', () => {
  expect(errorSentence(new Fault('storage-full'))).toBe(faultSentence('storage-full'));
  expect(errorSentence(new TypeError('x is undefined'))).toBe(faultSentence('broken-promise'));
  expect(faultSentence('storage-full')).toContain('What is kept is untouched');
});

test('a title is one line, and what is invisible in it can be seen', () => {
  const row = { site: 'chatgpt', started: '2026-10-03T10:15:00.000Z' };
  expect(titleOf({ ...row, title: 'Tides\nat\u202e Skerry' })).toBe('Tides at⟨U+202E⟩ Skerry');
  for (const title of ['  ', null]) {
    expect(titleOf({ ...row, title })).toBe('Untitled chat at ChatGPT, Oct 3, 2026');
    expect(titleOf({ ...row, title }, 'When is slack water?')).toBe('Untitled: “When is slack water?”');
  }
  expect(titleOf({ title: null, site: 'new-site', started: '1970-01-01T00:00:00.000Z' })).toBe(
    'Untitled chat at new-site, day not known',
  );
});
