import { describe, expect, test } from 'vitest';
import { gapsOf } from '../../src/projection/lacks';
import { viewOf } from '../../src/projection/view';
import { gapSentence, whatOf } from '../../src/report/gaps';
import { compose } from '../model/compose';

describe('what a gap speaks of', () => {
  const said = (what: unknown, say: typeof whatOf): string => {
    const log = compose();
    log.user('Q');
    log.add('gap', { what, why: 'expired', where: null, native: null });
    const [gap] = gapsOf(viewOf(log.events()));
    return gap ? say(gap) : 'no gap';
  };
  test.each<[unknown, string]>([
    [{ name: 'a.csv', pointer: 'sediment://file_1' }, 'a.csv'],
    [{ name: null, pointer: 'sediment://file_1' }, 'a file the site did not name'],
    [{ name: null, pointer: 'file-1' }, 'a file the site did not name'],
    [{ name: null, pointer: 'https://a.example/b.png' }, 'https://a.example/b.png'],
    [{ file: 'plan.pdf' }, 'plan.pdf'],
    [{ file: 'file-service://x' }, 'a file the site did not name'],
    [{ conversation: 'c-9' }, 'another conversation (c-9)'],
    [{ document: 'd-1', version: 3 }, 'a document (d-1)'],
    [{ member: 'current_node', node: 'gone' }, 'a message (gone)'],
    [{ sealed: '/mapping/a/b' }, 'a sealed value'],
    [{ sources: ['turn0search0', 'turn0search1'] }, 'sources that a text names (turn0search0, turn0search1)'],
    [{ result: 'claude:m-2/tool.call.0' }, 'the result of a call'],
    [{ task: 'wf-1' }, 'what a task of the site did (wf-1)'],
    [{ member: 'current_leaf', message: null }, 'something the site names (current_leaf)'],
    [{ reasoning: 'Weighing it' }, 'the thought under a heading (Weighing it)'],
    [{ pages: ['https://a.example/', 'B'] }, 'pages that a tool read (https://a.example/, B)'],
    [{ image: null }, 'a picture'],
    [{ query: null }, 'what was searched for'],
    ['message', 'a message'],
    ['sediment://file_1', 'a file the site did not name'],
    ['the lake', 'the lake'],
    [{ other: ['x', 'sediment://y'] }, 'x'],
    [{ other: 'sandbox:/mnt/x' }, 'a file the site did not name'],
    [null, 'something'],
    [{}, 'something'],
    [7, 'something'],
    ['', 'something'],
    [['a', 'b'], 'a, b'],
  ])('%j is %s', (what, words) => {
    expect(said(what, whatOf)).toBe(words);
  });

  test.each<[object, string]>([
    [{ came: 'page' }, ' (a page came in its place)'],
    [{ came: 'nothing' }, ' (what came was empty)'],
    [{ came: 'error' }, ' (an error came in its place)'],
    [{ came: 'redirect' }, ' (it led elsewhere, and that was not followed)'],
    [
      { came: 'redirect', to: 'https://other.example/a?sig=1' },
      ' (it led to other.example, and that was not followed)',
    ],
    [{ came: 'redirect', to: '<b>' }, ' (it led elsewhere, and that was not followed)'],
    [{ came: 'redirect', to: 'x://[`rm`]/' }, ' (it led elsewhere, and that was not followed)'],
    [{ came: 'elsewhere' }, ' (it led to a host that is none of the site’s)'],
    [{ came: 'no-permission' }, ' (the host it lies on was not allowed)'],
    [{ came: '*a word of a later release*' }, ''],
    [{ came: 'constructor' }, ''],
    [{ came: 7 }, ''],
    [{ came: '' }, ''],
  ])('what came in its place stands behind the reason: %j', (more, words) => {
    expect(said({ name: 'a.png', pointer: 'sediment://1', ...more }, gapSentence)).toBe(
      `a.png: its link had expired${words}`,
    );
  });

  test('one thing or several, the sentence agrees', () => {
    expect(said({ document: 'd-1' }, gapSentence)).toBe('a document (d-1): its link had expired');
    expect(said({ pages: ['A', 'B'] }, gapSentence)).toBe('pages that a tool read (A, B): their links had expired');
  });
});
