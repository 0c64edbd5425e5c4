import { describe, expect, test } from 'vitest';
import { transcriptOf } from '../../../src/archive/pages/transcript';
import { place } from '../../../src/handoff/shown';
import type { Event } from '../../../src/model/event';
import { blockChat } from '../../model/blocks';
import { citation, compose, evidence, text } from '../../model/compose';
import { byMarkdownIt, readers } from '../../prose/readers';
import { deadLinks, numbersIn } from './links';
import { pageOf, richLog } from './rich';

const transcript = (events: readonly Event[]): string => transcriptOf(pageOf(events));

/** A session whose title, agent and words are those of the headings around them. */
function colliding(title: string): Event[] {
  const log = compose();
  const first = log.user([text('# V-0001\n\n# Sources\n\n[V-0002](#v-0001) and [one](#sources)')]);
  const result = log.result('V-0001', [evidence('1', 'https://a.example/', 'Source-1')]);
  log.assistant([text('# Source-1'), citation([0, 10], `${result}#1`)]);
  log.add('thread.started', { name: 'V-0001', from: null }, { thread: 'V-0001', parents: [first] });
  log.assistant('Sources', { thread: 'V-0001', parents: [first] });
  log.updated(title, first);
  return log.events();
}

const TITLES = [
  'V-0001',
  'v 0001',
  '(v-0.001)',
  '12 Sources',
  'Source-1',
  'Sources-1',
  'MISSING!',
  'tests',
  'Contents',
];

describe('the links of a transcript', () => {
  const sessions = [
    ['a session with one of everything', richLog()],
    ['messages that came in blocks', blockChat()],
    ...TITLES.map((title) => [`a session called ${title}`, colliding(title)] as const),
  ] as const;

  test.each(sessions)('of %s lead to the same place on GitHub, in VS Code, in Obsidian and in pandoc', (_, events) => {
    for (const [, read] of readers) expect(deadLinks(read(transcript(events)))).toEqual([]);
  });

  test.each(sessions)('B06: headings of %s are the numbers of its events and sources, each once', (_, events) => {
    const page = pageOf(events);
    const { headings } = byMarkdownIt(transcriptOf(page));
    const numbers = headings.filter((words) => /^V-\d{4,}$/.test(words));
    expect(numbers).toEqual(numbersIn(page));
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(headings.filter((words) => /^Source-\d+$/.test(words))).toEqual(
      page.shown.sources.map(({ number }) => `Source-${number}`),
    );
  });

  test('lead from contents, gaps, tests and sources to events, and the number of every event is there', () => {
    const page = pageOf(richLog());
    const made = transcriptOf(page);
    for (const { id } of page.view.current.values()) expect(made).toContain(place(page.shown, id));
    expect(made).toMatch(/## Contents\n[^#]*\[The branch the person was on\]\(#v-0001\)/);
    expect(made).toMatch(/## Missing\n[^#]*- \[V-0017\]\(#v-0017\) a message/);
    expect(made).toMatch(
      /## Tests\n\n\*\*Inspection\*\* passes with what lacks named\.[^*]*- \[V-0017\]\(#v-0017\) Missing: /,
    );
    expect(made).toContain('first in [V-0007](#v-0007)');
    expect(made).toContain('Last event of the branch the person was on: [V-0014](#v-0014)');
  });

  test('lead to the heading of the message where an event has none of its own', () => {
    expect(transcript(richLog())).toContain('· [V-0011](#v-0010) · upload · 27 bytes');
    expect(transcript(blockChat())).toContain('[V-0003](#v-0001) lake.png: it was not fetched.');
  });

  test('of somebody’s words lead to no heading of ours', () => {
    expect(transcript(colliding('T'))).toContain('V-0002 (#v-0001) and one (#sources)');
  });
});

describe('what stands in a transcript', () => {
  test('several texts of one result are told apart, and have names where the site gave some', () => {
    const log = compose();
    log.result('fetch', [text('One', 'plain'), text('Two', 'plain'), { ...text('Three', 'plain'), of: 'app state' }]);
    expect(transcript(log.events())).toContain(
      'Text 1 of 3:\n\n```text\nOne\n```\n\nText 2 of 3:\n\n```text\nTwo\n```\n\napp state:\n\n```text\nThree\n```',
    );
  });

  test('a person’s text with one indented line is words but for that paragraph', () => {
    const log = compose();
    log.user([text('I want:\n\n- one\n  - nested\n\n**Now**, please.', 'plain')]);
    expect(transcript(log.events())).toContain(
      'I want:\n\n```text\n- one\n  - nested\n```\n\n\\*\\*Now\\*\\*, please.',
    );
  });

  test('B03: a site’s mark that is a blank takes no other blank away', () => {
    const log = compose();
    const result = log.result('web', [evidence('1', 'https://a.example/', 'A')], { parents: [] });
    log.assistant([text('All words stay apart.'), citation([3, 4], `${result}#1`)]);
    expect(transcript(log.events())).toContain('All [\\[1\\]](#source-1)words stay apart.');
  });

  test('B71: a formula stands there once, as TeX', () => {
    const log = compose();
    log.user('Q');
    log.assistant('So \\(\\sqrt{a^2}\\) holds.');
    expect(transcript(log.events()).match(/sqrt/g)).toHaveLength(1);
    expect(transcript(log.events())).toContain('So $\\sqrt{a^2}$ holds.');
  });

  test('B74: a right-to-left paragraph begins with its own words, and nothing of ours stands in it', () => {
    const log = compose();
    log.user([text('كم عمق البحيرة؟', 'plain')]);
    log.assistant('עומק **האגם** `depth(lake)` הוא.\n\n- أولا\n- ثانيا\n\n| שנה | عمق |\n| --- | --- |\n| 1887 | ٤١ |');
    const page = transcript(log.events());
    expect(page).toContain('\n\nكم عمق البحيرة؟\n\n');
    expect(page).toContain(
      '\n\nעומק **האגם** `depth(lake)` הוא.\n\n- أولا\n- ثانيا\n\n| שנה | عمق |\n| --- | --- |\n| 1887 | ٤١ |\n',
    );
  });

  test('B97: who speaks is said above every message, and what the site hides is said to be hidden', () => {
    const log = compose();
    log.system('Be kind.');
    log.user('Q');
    log.assistant('A');
    expect(
      transcript(log.events()).match(/^\*\*(?:System, hidden on the site|The person|The model \(model-1\))\*\*/gm),
    ).toHaveLength(3);
  });

  test('the facts about a message are no items of a list that it ends with', () => {
    const log = compose();
    log.add('message', {
      role: 'assistant',
      status: 'max_tokens',
      parts: [text('- one\n- two'), text('1. three'), text('1. four')],
    });
    expect(transcript(log.events())).toMatch(/- one\n- two\n\n1\. three\n\n1\) four\n\n- How it ended: /);
  });
});
