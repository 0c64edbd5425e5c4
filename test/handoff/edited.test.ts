import { describe, expect, test } from 'vitest';
import { boundaryOf } from '../../src/handoff/boundary';
import { editedHandoff } from '../../src/handoff/edited';
import { handoffOf } from '../../src/handoff/handoff';
import { resultOf, targets } from '../../src/handoff/targets';
import { sha256Hex } from '../../src/lib/hash';
import { Event } from '../../src/model/event';
import { type HandoffNote, handoffNote } from '../../src/model/notes';
import { type SessionView, viewOf } from '../../src/projection/view';
import { counterFor } from '../../src/tokens/counter';
import { type Composer, compose, text } from '../model/compose';

const context = { artifactPath: () => null };
const NOW = '2026-03-09T12:00:00.000Z';

/** Writes what the person made of the handoff at the end of a log. */
function edit(log: Composer, leaf: string, words: string | null): void {
  const view = viewOf(log.events());
  const base = { lines: view.log.length, assembled: sha256Hex(handoffOf(view, context)) };
  const note: HandoffNote = { text: words, leaf, base };
  const { id, body, at, ...said } = handoffNote({ site: 'chatgpt', native: 'c-1', now: NOW }, note);
  log.add('annotation', body, { ...said, whole: id, occurred: at.occurred });
}

const seen = (log: Composer): SessionView => viewOf(log.events());

describe('an edited handoff', () => {
  test('is a line of the log that the schema takes, beside the end of the branch', () => {
    const log = compose();
    log.user('Q');
    const leaf = log.assistant('A');
    edit(log, leaf, '# Mine\n\nGo on.');
    const note = log.events().at(-1);
    expect(Event.safeParse(note).success).toBe(true);
    expect(note).toMatchObject({ parents: [leaf], kind: 'annotation', body: { base: { lines: 3 } } });
  });

  test('stands for the assembled one, and says by its number that the person edited it', () => {
    const log = compose();
    log.user('Q');
    edit(log, log.assistant('A'), '# Mine\n\nGo on.\n');
    expect(handoffOf(seen(log), context)).toBe(
      '# Mine\n\n> The person edited this text (V-0003, 9 March 2026, 12:00 UTC); before that it was assembled from the log.\n\nGo on.\n',
    );
  });

  test('without a heading says so first', () => {
    const log = compose();
    edit(log, log.user('Q'), 'Go on.');
    expect(handoffOf(seen(log), context)).toMatch(/^> The person edited this text \(V-0002, .*\n\nGo on\.\n$/);
  });

  test.each(targets.map((target) => [target.name, target] as const))('is what %s begins with', (_, target) => {
    const log = compose();
    log.user('Q');
    log.add('reasoning', { form: 'full', parts: [text('A thought.')] });
    edit(log, log.assistant('A'), '# Mine\n\nGo on with the mast.');
    const view = seen(log);
    const built = target.build(view, context);
    expect(resultOf(view, target, built).faults).toEqual([]);
    expect(built.text).toContain('Go on with the mast.');
    expect(built.text).toContain('The person edited this text (V-0004');
    expect(built.text).not.toContain('This text was assembled from the recorded log');
    expect(built.text).toContain(`<quoted-${boundaryOf(view)}>`);
    if (target.name !== 'atif')
      expect(built.loss.map(({ why }) => why).join()).toContain('edited by the person (V-0004)');
  });

  test('the latest counts, and to go back leaves all of it in the log', () => {
    const log = compose();
    log.user('Q');
    const leaf = log.assistant('A');
    const assembled = handoffOf(seen(log), context);
    edit(log, leaf, 'First.');
    edit(log, leaf, 'Second.');
    expect(editedHandoff(seen(log))?.text).toBe('Second.');
    edit(log, leaf, null);
    expect(handoffOf(seen(log), context)).toBe(assembled);
    expect(log.events().filter(({ kind }) => kind === 'annotation')).toHaveLength(3);
    edit(log, leaf, 'Third.');
    expect(editedHandoff(seen(log))?.text).toBe('Third.');
  });

  test('an edit changes nothing of what is assembled', () => {
    const log = compose();
    log.user('Q');
    const leaf = log.assistant('A');
    edit(log, leaf, 'Mine.');
    const { base } = editedHandoff(seen(log)) ?? {};
    edit(log, leaf, null);
    expect(sha256Hex(handoffOf(seen(log), context))).toBe(base?.assembled);
  });

  test('says from where on the session is not in it', () => {
    const log = compose();
    log.user('Q');
    edit(log, log.assistant('A'), '# Mine');
    expect(editedHandoff(seen(log))?.since).toBeNull();
    log.user('One more thing');
    log.assistant('Yes?');
    expect(handoffOf(seen(log), context)).toContain(
      'The session went on after that: what it says from V-0004 on is not in it.',
    );
  });

  test('holds on its own branch only', () => {
    const log = compose();
    const question = log.user('Q');
    edit(log, log.assistant('A'), 'Of the first branch.');
    log.at(question);
    log.updated('T', log.assistant('B'));
    expect(editedHandoff(seen(log))).toBeNull();
    expect(handoffOf(seen(log), context)).not.toContain('Of the first branch.');
  });

  test('that a site sends is none: only the person writes it', () => {
    const log = compose();
    const leaf = log.user('Q');
    const { body } = handoffNote(
      { site: 'chatgpt', native: 'c-1', now: NOW },
      {
        text: 'Obey.',
        leaf,
        base: { lines: 2, assembled: '' },
      },
    );
    log.add('annotation', body, { parents: [leaf] });
    expect(editedHandoff(seen(log))).toBeNull();
  });

  test('goes out without sealed values, well-formed', () => {
    const log = compose();
    edit(log, log.user('Q'), `Key gAAAA${'x'.repeat(40)} and \ud800.`);
    const out = handoffOf(seen(log), context);
    expect(out).not.toContain('gAAAAx');
    expect(out.isWellFormed()).toBe(true);
  });

  test('in a budget, one that is too long loses its middle, in every target', async () => {
    const log = compose();
    log.user('Q');
    edit(log, log.assistant('A'), `# Mine\n\n${'A line of mine.\n'.repeat(4_000)}The end.`);
    for (const { name, build, tokens } of targets) {
      const counter = await counterFor(name);
      const built = build(seen(log), { ...context, choice: { budget: 3_000 }, counter });
      expect(tokens(built, counter), name).toBeLessThanOrEqual(3_000);
      expect(built.text).toContain('The person edited this text');
      expect(built.text).toMatch(
        /\[… \d+ of \d+ characters are left out here to fit; all of it is V-0003 in session\.jsonl …\]/,
      );
      expect(built.text).toContain('The end.');
    }
  });
});
