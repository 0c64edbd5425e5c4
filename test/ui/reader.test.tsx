// @vitest-environment happy-dom

import '../with-browser';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { artifactName, sha256Hex } from '../../src/lib/hash';
import { type SessionView, viewOf } from '../../src/projection/view';
import { SessionReader } from '../../src/ui/session/reader';
import { summaryOf } from '../../src/ui/summary';
import { blockChat } from '../model/blocks';
import { compose, text } from '../model/compose';
import { harbour } from '../sites/chatgpt/harbour';
import { logOf } from './kept';
import { button, press, settled, shown } from './render';

const bytesOf = async (): Promise<null> => null;

const reader = (view: SessionView, target: string | null = null) =>
  shown(
    <SessionReader
      session="11111111-1111-4111-8111-111111111111"
      view={view}
      report={null}
      bytesOf={bytesOf}
      target={target}
    >
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
    expect(words(root)).toContain('Leave between 07:40 and 11:50 UTC');
    expect([...root.querySelectorAll('.prose strong')].map((each) => each.textContent)).toContain(
      'between 07:40 and 11:50 UTC',
    );
    expect(words(root)).not.toContain('With 1.4 m of draught');
    const numbers = [...root.querySelectorAll('.branch a.number')].map((each) => each.textContent);
    expect(numbers.length).toBe(16);
    expect(numbers.every((each) => /^V-\d{4}$/.test(each ?? ''))).toBe(true);
    expect(new Set(numbers).size).toBe(16);
  });

  test('switches to another branch in place, and back', async () => {
    const root = await reader(view);
    expect(words(root)).toContain('Branch 2 of 2');
    await press(root, 'Previous branch');
    expect(words(root)).toContain('With 1.4 m of draught');
    expect(words(root)).not.toContain('Leave between 07:40');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Next branch');
    await press(root, 'Next branch');
    expect(words(root)).toContain('Leave between 07:40');
  });

  test('keeps hidden messages, reasoning and tool calls folded, and makes them only when they are opened', async () => {
    const root = await reader(view);
    expect(words(root)).toContain('A message that the site hides');
    expect(words(root)).not.toContain('Looking for the tide table');
    open(root);
    await settled(1);
    expect(words(root)).toContain('Looking for the tide table');
    expect(words(root)).toContain('"search_query"');
    expect([...root.querySelectorAll('pre code')].some((code) => code.textContent?.includes('search_query'))).toBe(
      true,
    );
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

describe('what a session lacks, beside a branch', () => {
  const file = (name: string) =>
    ({ what: { name, pointer: `sediment://${name}` }, why: 'expired', where: 'message' }) as const;
  const forked = (): SessionView => {
    const log = compose();
    const question = log.user('Q');
    log.assistant('A');
    log.add('gap', { ...file('other.pdf'), native: null });
    log.at(question);
    const last = log.assistant([text('  ')]);
    log.add('gap', { ...file('here.pdf'), native: null });
    log.add('gap', { what: { name: null, pointer: 'sediment://file_00a' }, why: 'expired', where: null, native: null });
    log.updated('T', last);
    return viewOf(log.events());
  };

  test('is that of the branch that is shown; of others it is counted', async () => {
    const root = await reader(forked());
    open(root);
    await settled(1);
    const lacks = root.querySelector('.lacks');
    expect(words(lacks as Element)).toContain('Known to be missing: 2 on this branch, 3 in all');
    expect(words(lacks as Element)).toContain('here.pdf: The site no longer had it.');
    expect(words(lacks as Element)).toContain('a file the site did not name: The site no longer had it.');
    expect(words(lacks as Element)).not.toMatch(/other\.pdf|sediment/);
    expect(words(lacks as Element)).toContain('On other branches: 1');
    await press(root, 'Previous branch');
    open(root);
    await settled(1);
    expect(words(lacks as Element)).toContain('Known to be missing: 1 on this branch, 3 in all');
    expect(words(lacks as Element)).toContain('other.pdf');
    expect([...(lacks?.querySelectorAll('.fold .fold a.number') ?? [])]).toHaveLength(2);
  });

  test('a message without words says that it is empty', async () => {
    const root = await reader(forked());
    expect(words(root.querySelector('.branch .event:last-child') as Element)).toContain('It is empty.');
  });

  test('a file that two branches name is counted once', () => {
    const log = compose();
    const artifact = artifactName(sha256Hex('a table'));
    const question = log.user('Q');
    for (const id of ['a', 'b']) {
      log.at(question);
      log.assistant('A', { id });
      log.add('artifact', { artifact, name: 'depths.csv', role: 'upload' });
    }
    expect(summaryOf(viewOf(log.events())).files).toBe(1);
  });
});

describe('a session of a site that sends messages in blocks', () => {
  const view = viewOf(blockChat());

  test('shows a message and its blocks as one, its words first, and empty only what is', async () => {
    const root = await reader(view);
    const stops = [...root.querySelectorAll('li.event')].map(words);
    expect(stops).toHaveLength(3);
    expect(stops[0]).toMatch(/How deep is the lake now\?.*1887: 41 m/);
    expect(stops[1]).toMatch(/It is 43 m deep\..*I write that down\..*Done\./);
    expect(stops.filter((each) => each.includes('It is empty'))).toEqual([stops[2]]);
  });

  test('finds a block by its number, and switches between the answers to a message', async () => {
    const root = await reader(view, 'V-0013');
    expect(root.querySelector('#V-0013')?.className).toBe('number aimed');
    expect(new Set([...root.querySelectorAll('.branch a.number')].map((each) => each.id)).size).toBe(12);
    await press(root, 'Next branch');
    expect(words(root)).toContain('It is');
    expect(root.querySelectorAll('li.event')).toHaveLength(2);
  });

  test('counts messages, not blocks', () => {
    expect(summaryOf(view)).toMatchObject({ messages: 4, branches: 2, sources: 1 });
  });
});

test('tells a thought from its summary, and a tool’s connector from the tool', async () => {
  const log = compose();
  const part = (said: string, member: string) => ({ ...text(said), member });
  log.user('Q');
  log.add('reasoning', { form: 'summary', parts: [part('I look it up.', 'thinking'), part('Looking', 'summary')] });
  log.add('tool.call', {
    name: 'search_mail',
    class: 'mcp',
    hosted: true,
    input: { query: 'tides' },
    integration: { name: 'Mail' },
  });
  const root = await reader(viewOf(log.events()));
  open(root);
  await settled(2);
  expect(words(root)).toMatch(/The thought as the site showed it:\s*I look it up\.\s*Its summary:\s*Looking/);
  expect(words(root)).toMatch(/Tool call\s*search_mail\s*Connector: Mail/);
});

test('copies a message as it was written, without a site’s marks', async () => {
  const written: string[] = [];
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (words) => {
    if (words.startsWith('No')) throw new DOMException('', 'NotAllowedError');
    written.push(words);
  });
  const log = compose();
  log.user([text('**Bold** \ue200cite\ue202turn0\ue201words'), text('  ')]);
  log.assistant('No');
  log.assistant([]);
  const root = await reader(viewOf(log.events()));
  const copies = [...root.querySelectorAll<HTMLButtonElement>('button.copy')];
  expect(copies).toHaveLength(2);
  for (const each of copies) each.click();
  await settled(3);
  expect(written).toEqual(['**Bold** words']);
  expect(copies.map((each) => each.textContent)).toEqual(['Copied', 'The browser did not let it be copied']);
  writeText.mockRestore();
});
