// @vitest-environment happy-dom

import '../with-browser';
import { beforeAll, describe, expect, test } from 'vitest';
import { type SessionView, viewOf } from '../../src/projection/view';
import { SessionReader } from '../../src/ui/session/reader';
import { harbour } from '../sites/chatgpt/harbour';
import { logOf } from './kept';
import { button, press, settled, shown } from './render';

const bytesOf = async (): Promise<null> => null;

const reader = (view: SessionView, target: string | null = null) =>
  shown(
    <SessionReader view={view} report={null} bytesOf={bytesOf} target={target}>
      <h1>Title</h1>
    </SessionReader>,
  );

const words = (root: ParentNode): string => root.textContent?.replace(/\s+/g, ' ') ?? '';
const open = (root: ParentNode): void => {
  for (const fold of root.querySelectorAll('details')) {
    fold.open = true;
    fold.dispatchEvent(new Event('toggle'));
  }
};

describe('a session to read', () => {
  let view: SessionView;
  beforeAll(async () => {
    view = viewOf((await logOf(harbour())).lines.map(({ event }) => event));
  });

  test('shows the branch the person was on, each event with its number', async () => {
    const root = await reader(view);
    expect(words(root)).toContain('Leave **between 07:40 and 11:50 UTC**');
    expect(words(root)).not.toContain('With 1.4 m of draught');
    const numbers = [...root.querySelectorAll('a.number')].map((each) => each.textContent);
    expect(numbers.length).toBe(16);
    expect(numbers.every((each) => /^V-\d{4}$/.test(each ?? ''))).toBe(true);
    expect(new Set(numbers).size).toBe(16);
  });

  test('switches to another branch in place, and back', async () => {
    const root = await reader(view);
    expect(words(root)).toContain('Branch 2 of 2');
    await press(root, 'Previous branch');
    expect(words(root)).toContain('With 1.4 m of draught');
    expect(words(root)).not.toContain('Leave **between 07:40');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Next branch');
    await press(root, 'Next branch');
    expect(words(root)).toContain('Leave **between 07:40');
  });

  test('keeps hidden messages, reasoning and tool calls folded, and makes them only when they are opened', async () => {
    const root = await reader(view);
    expect(words(root)).toContain('A message that the site hides');
    expect(words(root)).not.toContain('Looking for the tide table');
    open(root);
    await settled(1);
    expect(words(root)).toContain('Looking for the tide table');
    expect(words(root)).toContain('"search_query"');
    expect(root.querySelector('pre code')?.textContent).toContain('search_query');
  });

  test('numbers its sources where they are cited, with who supplied each passage', async () => {
    const root = await reader(view);
    const cited = button(root, 'Source 1');
    expect(cited.title).toBe('Skerry harbour: tides in September');
    open(root);
    await settled(1);
    const first = root.querySelector('#source-1');
    expect(first?.querySelector('a')?.getAttribute('rel')).toBe('noopener noreferrer');
    expect(words(first as Element)).toContain('Passage as the provider supplied it');
  });

  test('says once of each file that lacks, and why', async () => {
    const root = await reader(view);
    const missing = [...root.querySelectorAll('.branch .missing')].map((each) => each.textContent);
    expect(missing.filter((each) => each?.startsWith('log.csv'))).toEqual(['log.csv: Not fetched.']);
  });

  test('opens the branch of an event that the address names', async () => {
    const other = [...view.current.values()].find(({ native }) => native.id?.endsWith('11'));
    const number = `V-${String(view.first.get(other?.id ?? '')).padStart(4, '0')}`;
    const root = await reader(view, number);
    expect(words(root)).toContain('With 1.4 m of draught');
    expect(root.querySelector(`#${number}`)).not.toBeNull();
  });
});
