import { describe, expect, test } from 'vitest';
import { transcriptOf } from '../../../src/archive/pages/transcript';
import { citation, compose, evidence, text } from '../../model/compose';
import { byMarkdownIt } from '../../prose/readers';
import { pageOf, richLog } from './rich';

const transcript = (events: Parameters<typeof pageOf>[0]): string => transcriptOf(pageOf(events));
const rich = transcript(richLog());

/** Numbers of the events in the order in which their headings stand. */
const order = (page: string): string[] => byMarkdownIt(page).headings.filter((words) => /^V-\d{4,}$/.test(words));

describe('transcript.md', () => {
  test('is the branch the person was on, then what other branches have of their own, then the sources', async () => {
    await expect(rich).toMatchFileSnapshot('snapshots/transcript.md');
  });

  test('the same log gives the same text', () => {
    expect(transcript(richLog())).toBe(rich);
  });

  test('B12: the branch is the one the person was on, whichever was written last', () => {
    const log = compose();
    const question = log.user('Which?');
    const first = log.assistant('The first.');
    log.at(question);
    log.assistant('The second.');
    log.updated('Two answers', first);
    const page = transcript(log.events());
    const heading = '## Another answer: “The second.”, V-0003, after V-0001';
    expect(page.indexOf('The first.')).toBeLessThan(page.indexOf(heading));
    expect(page.lastIndexOf('The second.')).toBeGreaterThan(page.indexOf(heading));
  });

  test('a line says where the model changed, and only there', () => {
    const log = compose();
    log.user('Which?');
    log.assistant('The first.');
    const answer = log.assistant('The second.');
    const body = { of: 'change', changed: { model: 'two' }, before: { model: 'one' } };
    log.add('config', body, { parents: [answer] });
    const page = transcript(log.events());
    expect(page).toContain('**From here on, model: two (before: one)** · beside');
    expect(page).not.toContain('It is empty');
    expect(page.match(/From here on/g)).toHaveLength(1);
  });

  test('B11: all versions of an edited question are there', () => {
    const log = compose();
    const system = log.system('Be kind.');
    for (const words of ['One', 'Two', 'Three']) {
      log.at(system);
      log.user(words);
      log.assistant(`Answer to ${words}`);
    }
    const page = transcript(log.events());
    for (const words of ['One', 'Two', 'Three'])
      expect(page.match(new RegExp(`^Answer to ${words}$`, 'gm'))).toHaveLength(1);
  });

  test('B14, B15: order comes from parents, not from clocks or from the order of recording', () => {
    const log = compose();
    const answer = log.assistant('The answer.', {
      id: 'b',
      parents: ['chatgpt:a'],
      occurred: '2026-01-01T00:00:00.000Z',
    });
    log.user('The question.', { id: 'a', parents: [], occurred: '2026-01-01T00:00:00.000Z', chain: false });
    log.updated(null, answer);
    expect(order(transcript(log.events())).slice(0, 2)).toEqual(['V-0002', 'V-0001']);
  });

  test('B17: a chain of thousands of events is read without recursion, each once', () => {
    const log = compose();
    for (let i = 0; i < 2500; i++) {
      log.user(`Question ${i}`);
      log.assistant(`Answer ${i}`);
    }
    const page = transcript(log.events());
    expect([...page.matchAll(/^### (V-\d{4})/gm)].map(([, number]) => number).slice(0, 5000)).toEqual(
      Array.from({ length: 5000 }, (_, i) => `V-${String(i + 1).padStart(4, '0')}`),
    );
  });

  test('B19: several roots are several branches', () => {
    const log = compose();
    log.user('Root one', { parents: [] });
    log.assistant('To one');
    log.user('Root two', { parents: [] });
    log.assistant('To two');
    const page = transcript(log.events());
    expect(order(page)).toEqual(['V-0003', 'V-0004', 'V-0001', 'V-0002', 'V-0000']);
    expect(page).toContain('## Another question: “Root one”, V-0001\n');
  });

  test('a circle of parents is cut, and everything is still there once', () => {
    const log = compose();
    log.user('One', { id: 'x', parents: ['chatgpt:z'] });
    log.assistant('Two', { id: 'y', parents: ['chatgpt:x'] });
    log.user('Three', { id: 'z', parents: ['chatgpt:y'] });
    expect(order(transcript(log.events())).sort()).toEqual(['V-0000', 'V-0001', 'V-0002', 'V-0003']);
  });

  test('B21: two answers that begin the same are two', () => {
    const log = compose();
    const long = 'The same beginning. '.repeat(20);
    const question = log.user('Twice, please');
    log.assistant(`${long}One end.`);
    log.at(question);
    log.assistant(`${long}Another end.`);
    const page = transcript(log.events());
    expect(page).toContain('One end.');
    expect(page).toContain('Another end.');
  });

  test('B01: no mark of the site is left, each has become a numbered link', () => {
    const log = compose();
    const result = log.result('web', [evidence('turn0search3', 'https://a.example/', 'A')], { parents: [] });
    const words = 'A fact\ue200cite\ue202turn0search3\ue201, and another\ue200navlist\ue202x\ue201.';
    log.assistant([text(words), citation([6, words.indexOf('\ue201') + 1], `${result}#turn0search3`)]);
    const page = transcript(log.events());
    expect(page).toContain('A fact[\\[1\\]](#source-1), and another.');
    expect(page).not.toMatch(/[\ue200-\ue2ff]/);
  });

  test('B04: every source behind one citation is kept, each with its own title', () => {
    const log = compose();
    const urls = ['a', 'b', 'c', 'd'];
    const result = log.result(
      'web',
      urls.map((each) => evidence(each, `https://${each}.example/`, `Title ${each}`)),
      { parents: [] },
    );
    log.assistant([text('A fact.'), citation([0, 7], ...urls.map((each) => `${result}#${each}`))]);
    const page = transcript(log.events());
    expect(page).toContain('A fact.[\\[1\\]](#source-1)[\\[2\\]](#source-2)[\\[3\\]](#source-3)[\\[4\\]](#source-4)');
    for (const each of urls) expect(page).toContain(`Title ${each}\\\n<https://${each}.example/>\\\n`);
  });

  test('B06: numbers of sources are the file’s, not the answer’s: two answers never share one by chance', () => {
    const log = compose();
    const ids = ['one', 'two'].map((name) => {
      const result = log.result('web', [evidence('1', `https://${name}.example/`, name)], { parents: [] });
      log.assistant([text(`Says ${name}`), citation([0, 8], `${result}#1`)]);
      return result;
    });
    expect(ids).toHaveLength(2);
    const page = transcript(log.events());
    expect(page).toContain('Says one[\\[1\\]](#source-1)');
    expect(page).toContain('Says two[\\[2\\]](#source-2)');
  });

  test('B09: sources that were found and not cited are there, and said to be', () => {
    const log = compose();
    const result = log.result(
      'web',
      [evidence('1', 'https://a.example/', 'A'), evidence('2', 'https://b.example/', 'B')],
      { parents: [] },
    );
    log.assistant([text('Fact.'), citation([0, 5], `${result}#2`)]);
    const page = transcript(log.events());
    expect(page).toMatch(/### Source-1\n\nA\\\n<https:\/\/a\.example\/>\\\nretrieved, not cited/);
    expect(page).toMatch(/### Source-2\n\nB\\\n<https:\/\/b\.example\/>\\\ncited/);
  });

  test('B46: a message that is only a picture is there', () => {
    const log = compose();
    log.user([{ type: 'image', artifact: null, mime: 'image/png', name: 'p.png' }]);
    expect(transcript(log.events())).toMatch(
      /### V-0001\n\n\*\*The person.*\n\n_image p\.png: its bytes are not in the archive\._/,
    );
  });

  test('B49: a link to a file of the session leads into the archive, or is words', () => {
    const log = compose();
    const pointer = 'sandbox:/mnt/data/depths.csv';
    const file = { type: 'file' as const, artifact: null, mime: null, name: 'depths.csv', pointer };
    const rest = richLog().find(({ kind }) => kind === 'artifact');
    log.assistant([text(`Here: [table](${pointer}) and [lost](sandbox:/mnt/data/lost.csv)`), file]);
    if (rest?.kind === 'artifact') log.add('artifact', { ...rest.body, pointer });
    expect(transcript(log.events())).toMatch(
      /Here: \[table\]\(\.\.\/\.\.\/artifacts\/sha256\/[0-9a-f]{2}\/[0-9a-f]{64}\.txt\) and lost \(sandbox\\:/,
    );
  });

  test('B63, B97: reasoning stands apart, and what the site hides is said to be hidden', () => {
    expect(rich).toContain('### V-0004\n\n**Reasoning, a summary** ·');
    expect(rich).toContain('### V-0001\n\n**System, hidden on the site** ·');
  });

  test('B64: text between tool calls stays between them', () => {
    const log = compose();
    log.user('Go');
    for (const step of ['a', 'b']) {
      log.assistant(`Before ${step}`);
      log.call('tool', { step });
      log.result('tool', [text(`result ${step}`, 'plain')]);
    }
    log.assistant('After');
    const page = transcript(log.events());
    const places = ['Before a', '"a"', 'result a', 'Before b', '"b"', 'result b', 'After'].map((words) =>
      page.indexOf(words),
    );
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places).not.toContain(-1);
  });
});
