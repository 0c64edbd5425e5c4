// @vitest-environment happy-dom
import '../with-browser';
import 'fake-indexeddb/auto';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Database, openDatabase } from '../../src/store/database';
import { SECRETS } from '../secrets/values';
import { harbour } from '../sites/chatgpt/harbour';
import { ID, keepLong, keepWithFiles } from './choice-kept';
import { inputsIn, listIn, unfold, until } from './choice-lists';
import { keepIn } from './kept';
import { libraryOver } from './pages';
import { leave, press } from './render';

/** Whether the table of tokens can be had: a file of its own, which a page may fail to load. */
const counting = vi.hoisted(() => ({ fails: false }));
vi.mock(import('../../src/tokens/counter'), async (original) => {
  const own = await original();
  return {
    ...own,
    counterFor: (target) => (counting.fails ? Promise.reject(new Error('not loaded')) : own.counterFor(target)),
  };
});

let db: Database;
let root: HTMLElement;
beforeEach(async () => {
  db = await openDatabase({ name: crypto.randomUUID() });
});
afterEach(async () => {
  await leave(root);
  location.hash = '';
  db.close();
  vi.restoreAllMocks();
});

const summary = (): string => root.querySelector('.choice > summary')?.textContent ?? '';
const handoff = (): string => root.querySelector('.handoff')?.textContent ?? '';
const isReady = (): boolean => root.querySelector('.targets button[aria-disabled="false"]') !== null;
const came = (): string => root.querySelector('.choice [role="status"]')?.textContent ?? '';
const inputs = (legend: string): HTMLInputElement[] => inputsIn(root, legend);
const listOf = (legend: string): HTMLFieldSetElement => listIn(root, legend);

/** Opens the page and its fold, and waits until all is known. */
async function open(keep = () => keepIn(db, ID, harbour())): Promise<void> {
  await keep();
  location.hash = `${ID}/continue`;
  root = await libraryOver(db);
  await until(() => root.querySelector('.choice > summary') !== null && isReady());
  await unfold(root);
  await until(() => came().startsWith('The text comes to'));
}

/** Picks a budget, and waits until what fits it is there. */
async function room(tokens: string): Promise<void> {
  await pickRoom(tokens);
  await until(() => isReady() && came().startsWith('The text comes to'));
}

async function pickRoom(tokens: string): Promise<void> {
  const field = root.querySelector<HTMLSelectElement>('.choice select');
  if (!field) throw new Error('there is no list of budgets');
  await act(() => {
    field.value = tokens;
    field.dispatchEvent(new Event('change', { bubbles: true }));
  });
}

const tokensCame = (): number => Number(came().replace(/\D/g, ''));

/** Writes a text of the person's own. */
async function edit(words: string, keep = true): Promise<void> {
  await press(root, 'Edit the text');
  const field = root.querySelector('textarea');
  if (!field) throw new Error('there is no field');
  await act(() => {
    field.value = words;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  if (!keep) return;
  await press(root, 'Keep this text');
  await until(() => root.textContent?.includes('You edited this text,') === true);
  await press(root, 'Edit the text');
  await until(isReady);
}

/** Makes a target's file; gives its row. */
async function make(name: string): Promise<Element> {
  await until(isReady);
  const row = [...root.querySelectorAll('.targets > li')].find((each) => each.textContent?.startsWith(name));
  if (!row) throw new Error(`there is no target ${name}`);
  await act(() => row.querySelector('button')?.click());
  await until(() => row.querySelector('button.main') !== null);
  return row;
}

/** Why a target's file does not carry all of it. */
async function losses(name: string): Promise<string> {
  const row = await make(name);
  await act(() => row.querySelector<HTMLElement>('.fold > summary')?.click());
  await until(() => row.querySelector('.fold .inside') !== null);
  return row.querySelector('.fold .inside')?.textContent ?? '';
}

describe('what goes along', () => {
  test('is everything at first, without a limit, and says what that comes to', async () => {
    await open();
    expect(summary()).toBe('What goes along Everything · no limit');
    expect(tokensCame()).toBeGreaterThan(1_000);
    expect(came()).toContain('estimate');
    expect(inputs('Branch').map(({ checked }) => checked)).toEqual([true, false, false]);
    for (const name of ['Sources', 'Files']) expect(inputs(name).every(({ checked }) => checked)).toBe(true);
    // this chat has no other agents
    expect(inputs('Other agents')).toEqual([]);
  });

  test('fits the room that is picked: the text, and each file with its count; exact where the tokenizer is public', async () => {
    await open(() => keepLong(db));
    const whole = handoff();
    const all = tokensCame();
    await room('4000');
    expect(summary()).toBe('What goes along Everything · at most 4,000 tokens');
    expect(tokensCame()).toBeLessThanOrEqual(Math.min(4_000, all));
    const pi = await make('Pi');
    const estimate = /About ([\d,]+) tokens at most \(estimate\)/.exec(pi.textContent ?? '')?.[1];
    expect(Number(estimate?.replace(',', ''))).toBeLessThanOrEqual(4_000);
    expect(await losses('Pi')).toContain('to fit the budget');
    expect((await make('OpenAI API (Responses)')).textContent).toMatch(/\d tokensWhat/);
    await room('');
    expect(handoff()).toBe(whole);
    // what was made to fit is no longer what would be saved
    expect(root.querySelector('.targets button.main')).toBeNull();
    expect((await make('Pi')).textContent).not.toContain('tokens at most');
  });

  test('the last choice counts, however quickly it is made', async () => {
    await open();
    const whole = handoff();
    for (const tokens of ['4000', '16000', '4000', '200000', '']) await pickRoom(tokens);
    expect(isReady()).toBe(false);
    await until(() => isReady() && came().startsWith('The text comes to'));
    expect(handoff()).toBe(whole);
  });

  test('another branch is handed over, and that of the person again', async () => {
    await open();
    await act(() => inputs('Branch')[1]?.click());
    await until(() => handoff().includes('The person chose this branch') && isReady());
    expect(summary()).toContain('Another branch · no limit');
    expect(inputs('Branch').map(({ checked }) => checked)).toEqual([false, true, false]);
    await act(() => inputs('Branch')[0]?.click());
    await until(() => !handoff().includes('The person chose this branch') && isReady());
    expect(summary()).toContain('Everything');
  });

  test('what is not ticked stays here: it is in no text, and cannot be attached', async () => {
    await open();
    const sources = inputs('Sources');
    expect(sources.length).toBeGreaterThan(1);
    // two in a row: the second was drawn when the first was still ticked
    for (const each of sources.slice(0, 2)) await act(() => each.click());
    expect(listOf('Sources').querySelector('legend')?.textContent).toBe(
      `Sources: ${sources.length - 2} of ${sources.length}`,
    );
    await until(() => handoff().includes('Not handed over, as the person chose: 2 sources') && isReady());
    expect(summary()).toContain(`Sources: ${sources.length - 2} · no limit`);
    expect(await losses('Pi')).toContain('as the person chose');
    for (const each of inputs('Sources').slice(0, 2)) await act(() => each.click());
    await until(() => !handoff().includes('Not handed over') && isReady());
    expect(summary()).toContain('Everything');
    expect(await losses('Pi')).not.toContain('as the person chose');
  });

  test('a file that is not ticked cannot be attached; one that was to be, still is', async () => {
    await open(() => keepWithFiles(db));
    const along = (): (string | undefined)[] =>
      [...root.querySelectorAll<HTMLInputElement>('.along input')].map(
        ({ labels, checked }) => `${labels?.[0]?.textContent}${checked ? ' (ticked)' : ''}`,
      );
    expect(inputs('Files').map(({ labels }) => labels?.[0]?.textContent?.trim())).toEqual([
      'lakes.csv, again.csv',
      'depths.csv',
    ]);
    expect(along()).toEqual(['depths.csv', 'again.csv']);
    await act(() => root.querySelector<HTMLInputElement>('.along input')?.click());
    await act(() => inputs('Files')[0]?.click());
    await until(() => handoff().includes('Not handed over, as the person chose: 1 file') && isReady());
    expect(summary()).toContain('Files: 1 · no limit');
    expect(along()).toEqual(['depths.csv (ticked)']);
    expect(handoff()).not.toMatch(/lakes\.csv|again\.csv/);
    await press(listOf('Files'), 'Pick all');
    await until(() => !handoff().includes('Not handed over') && isReady());
    expect(along()).toEqual(['depths.csv (ticked)', 'again.csv']);
  });

  test('where it cannot be made, what was there stays to be read and chosen from, and goes nowhere', async () => {
    await open(() => keepLong(db));
    counting.fails = true;
    await pickRoom('4000');
    await until(() => root.querySelector('[role="alert"]') !== null);
    expect(handoff()).toContain('Question 99');
    expect(isReady()).toBe(false);
    counting.fails = false;
    await room('16000');
    expect(root.querySelector('[role="alert"]')).toBeNull();
    expect(isReady()).toBe(true);
  });

  test('it is of this visit alone', async () => {
    await open();
    await room('4000');
    await leave(root);
    root = await libraryOver(db);
    await until(() => root.querySelector('.choice > summary') !== null);
    expect(summary()).toContain('Everything · no limit');
  });
});

describe('what goes along of a text that was edited', () => {
  test('its middle is left out where it is too long; whatever is picked, it is not old for that', async () => {
    await open();
    await edit(`# Mine\n\n${Array.from({ length: 2_000 }, (_, at) => `Line ${at} of what I wrote.`).join('\n')}\n`);
    expect(root.querySelector('.choice')?.textContent).toContain('it stays as you wrote it');
    await room('4000');
    expect(handoff()).toContain('Line 0 of what I wrote.');
    expect(handoff()).toContain('Line 1999 of what I wrote.');
    expect(handoff()).not.toContain('Line 1000 of what I wrote.');
    await press(listOf('Sources'), 'Pick none');
    await until(isReady);
    expect(root.textContent).not.toContain('Since then the chat has grown');
    // the whole of it is there to be edited
    await press(root, 'Edit the text');
    expect(root.querySelector('textarea')?.value).toContain('Line 1000 of what I wrote.');
  });

  test('of a secret not even a half is left at the cut, and a limit is no reason to look again', async () => {
    await open();
    const key = SECRETS.github ?? '';
    await edit(`# Mine\n\n${`${key} `.repeat(600)}`);
    await until(() => handoff().includes('[left out: access key 1]'));
    let looked = 0;
    await pickRoom('4000');
    await until(() => {
      if (root.textContent?.includes('Looking for secrets')) looked++;
      return isReady() && came().startsWith('The text comes to');
    });
    expect(looked).toBe(0);
    expect(handoff()).toContain('[left out: access key 1]');
    expect(handoff()).toContain('characters are left out here to fit');
    expect(handoff()).not.toContain(key.slice(0, 4));
    expect(handoff()).not.toContain(key.slice(-8));
  });

  test('while something is typed and not kept it stays with its branch', async () => {
    await open();
    await edit('Mine.', false);
    expect(listOf('Branch').disabled).toBe(true);
    expect(listOf('Branch').textContent).toContain('Keep or discard what you typed first');
    await press(root, 'Discard the changes');
    expect(listOf('Branch').disabled).toBe(false);
  });
});
