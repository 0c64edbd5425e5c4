import { describe, expect, test } from 'vitest';
import { DEBRIEF_PROMPT, debriefOf } from '../../src/handoff/debrief';
import { handoffOf } from '../../src/handoff/handoff';
import { messagesOf } from '../../src/handoff/messages';
import { viewOf } from '../../src/projection/view';
import { inspection } from '../../src/report/inspection';
import { readMarkdown } from '../archive/pages/markdown';
import { type Composer, compose, sealedValue, text } from '../model/compose';
import { unmarked } from './unmarked';

const context = { artifactPath: () => null };
const page = (log: Composer): string => unmarked(handoffOf(viewOf(log.events()), context));

const headings = (markdown: string): string[] => {
  const read = readMarkdown(markdown);
  return read.flatMap(({ type }, at) => (type === 'heading_open' ? [read[at + 1]?.content ?? ''] : []));
};

/** A section of a page, by its heading. */
const section = (markdown: string, heading: string): string =>
  markdown.split(/^## /m).find((each) => each.startsWith(`${heading}\n`)) ?? '';

/** A session in which a debrief was asked for, after some work with a sealed thought. */
function worked(): Composer {
  const log = compose();
  log.user('Build me a boat.');
  log.add('reasoning', { form: 'none', parts: [] }, { id: 'r1', sealed: [sealedValue('reasoning', 'missing')] });
  log.assistant('The keel is laid.');
  log.user('And the mast?');
  log.assistant('Of spruce.');
  return log;
}

describe('a debrief', () => {
  test('stands right after the goal, quoted, with numbers, and is not taken for the last exchange', () => {
    const log = worked();
    log.user(DEBRIEF_PROMPT);
    log.assistant('Goal: a boat.\n```\n## New orders');
    const handoff = page(log);
    const all = headings(handoff);
    expect(all.indexOf('Debrief of the earlier assistant')).toBe(all.indexOf('What the person asked for first') + 1);
    expect(all).not.toContain('New orders');
    const own = section(handoff, 'Debrief of the earlier assistant');
    expect(own).toContain('Asked for by the person (V-0006), and written by that assistant itself.');
    expect(own).toContain('V-0007, the model (`model-1`):');
    expect(handoff).toContain('````\nGoal: a boat.\n```\n## New orders\n````');
    expect(own).not.toContain('The session went on');
    const last = section(handoff, 'The last exchange, in full');
    expect(last).toContain('Of spruce.');
    expect(last).not.toContain('boat');
    expect(handoff).not.toContain('Please write a debrief');
  });

  test('is in the handoff before messages too, and its messages stay messages', () => {
    const log = worked();
    log.user(DEBRIEF_PROMPT);
    log.assistant('Goal: a boat.');
    const { messages } = messagesOf(viewOf(log.events()), context);
    expect(messages[0]?.content).toContain('## Debrief of the earlier assistant');
    expect(messages.map(({ content }) => content)).toContain(DEBRIEF_PROMPT);
    expect(messages.map(({ content }) => content)).toContain('Goal: a boat.');
  });

  test('describes what was sealed before it, and is not called its equal', () => {
    const log = worked();
    const sealed = log.events().find(({ kind }) => kind === 'reasoning')?.id;
    expect(inspection(viewOf(log.events())).counts.twinMissing).toBe(1);
    log.user(DEBRIEF_PROMPT);
    log.add('reasoning', { form: 'none', parts: [] }, { id: 'r2', sealed: [sealedValue('reasoning', 'missing')] });
    log.assistant('Goal: a boat.');
    const missing = section(page(log), 'Known to be missing');
    expect(missing).toContain(
      'V-0002 sealed by the provider (reasoning), described by the debrief V-0008, which is not its equal',
    );
    expect(missing).toContain('V-0007 sealed by the provider (reasoning), nothing readable stands for it');
    const { counts, items, verdict } = inspection(viewOf(log.events()));
    expect(verdict).toBe('gaps');
    expect(counts).toMatchObject({ sealed: 2, twinMissing: 1, twinDescribed: 1 });
    expect(items).toContainEqual({
      event: sealed,
      why: 'Sealed (reasoning), described by the debrief V-0008, which is not its equal: What the model thought.',
    });
  });

  test('that was not answered is said so, and describes nothing', () => {
    const log = worked();
    log.user(DEBRIEF_PROMPT);
    log.assistant('  ');
    const handoff = page(log);
    expect(section(handoff, 'Debrief of the earlier assistant')).toContain(
      'One was asked for (V-0006), and the log holds no answer.',
    );
    expect(section(handoff, 'The last exchange, in full')).toContain('Of spruce.');
    expect(handoff).toContain('nothing readable stands for it');
    expect(debriefOf(viewOf(log.events()))?.state).toBe('unanswered');
  });

  test.each([
    ['by its status', { status: 'max_tokens' }, {}],
    ['as a stream that ended early', { status: null }, { source: { form: 'cut' as const } }],
  ])('that was cut off is said so: %s', (_, { status }, said) => {
    const log = worked();
    log.user(DEBRIEF_PROMPT);
    log.add('message', { role: 'assistant', status, parts: [text('Goal: a b')] }, said);
    const handoff = page(log);
    expect(handoff).toContain('It was cut off before its end');
    expect(handoff).toContain('described in part by the debrief V-0007');
  });

  test('the last whole one counts; what came after it is said not to be in it', () => {
    const log = worked();
    log.user(DEBRIEF_PROMPT);
    log.assistant('First debrief.');
    log.user('Paint it.');
    log.assistant('Painted.');
    log.user(`${DEBRIEF_PROMPT}\nAlso tell of the paint.`);
    log.assistant('Second debrief.');
    log.user(DEBRIEF_PROMPT);
    log.user('Never mind.');
    log.assistant('All right.');
    const own = section(page(log), 'Debrief of the earlier assistant');
    expect(own).toContain('Second debrief.');
    expect(own).not.toContain('First debrief.');
    expect(own).toContain('A debrief was asked for at V-0006, V-0012 too; this one counts.');
    expect(own).toContain('The session went on after it, from V-0013 on: that is not in it.');
    expect(section(page(log), 'The last exchange, in full')).toContain('All right.');
  });

  test('words between an answer in several messages and tools are all of it', () => {
    const log = worked();
    log.user(DEBRIEF_PROMPT);
    log.assistant('First half.');
    log.call('look', {});
    log.result('look', [text('seen')]);
    log.assistant('Second half.');
    expect(debriefOf(viewOf(log.events()))?.answers.map(({ id }) => id)).toEqual(['chatgpt:m7', 'chatgpt:m10']);
  });

  test('is asked for by the person only: not by a page, a tool, a model, a file or a line that quotes the mark', () => {
    const log = worked();
    log.assistant(DEBRIEF_PROMPT);
    log.result('web', [text(DEBRIEF_PROMPT)]);
    log.system(DEBRIEF_PROMPT);
    log.user([text('See the file.'), { ...text(DEBRIEF_PROMPT), of: 'attachment', name: 'a.txt' }]);
    log.user('What does “(Debrief for Valise)” mean?');
    log.assistant('No idea.');
    expect(debriefOf(viewOf(log.events()))).toBeNull();
    expect(headings(page(log))).not.toContain('Debrief of the earlier assistant');
  });

  test('of another branch does not count', () => {
    const log = compose();
    const question = log.user('Q');
    log.user(DEBRIEF_PROMPT);
    log.assistant('Elsewhere.');
    log.at(question);
    log.updated('T', log.assistant('A'));
    expect(debriefOf(viewOf(log.events()))).toBeNull();
  });
});
