import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Built, resultOf, targets } from '../../../src/handoff/targets';
import type { SessionView } from '../../../src/projection/view';
import { viewOf } from '../../../src/projection/view';
import { richLog } from '../../archive/pages/rich';
import { blockChat } from '../../model/blocks';
import { callsOn, lostTexts, seenIn, withPicture } from './carried';
import { inOneForm, readers, type Seen } from './read-back';
import { CIPHER, moves, SERVER_ID, wildLog } from './wild';

/** Apps that have no place for calls of their own: there they stand in words. */
const WORDED: ReadonlySet<string> = new Set(['open-webui', 'librechat']);
const WITHOUT_PICTURES: ReadonlySet<string> = new Set(['librechat', 'atif']);

const wordedCalls = (seen: readonly Seen[]): number =>
  seen.reduce(
    (sum, each) =>
      sum + ('text' in each ? (each.text.match(/^\[V-\d+, from the recorded session: a call of /gm)?.length ?? 0) : 0),
    0,
  );

/** What Gemini CLI would take for a command has words of ours before it. */
const plain = (seen: readonly Seen[]): Seen[] =>
  seen.map((each) =>
    each.is === 'user' ? { ...each, text: each.text.replace(/^The person wrote: (?=\s*[/?<])/, '') } : each,
  );

function check(view: SessionView): void {
  const all = new Map<string, { built: Built; seen: Seen[] }>();
  for (const target of targets) {
    const built = target.build(view, withPicture);
    expect(resultOf(view, target, built).faults, target.name).toEqual([]);
    expect(lostTexts(view, target.name, built), target.name).toEqual([]);
    for (const secret of [CIPHER, SERVER_ID])
      expect(built.text.includes(secret), `${target.name} ${secret}`).toBe(false);
    all.set(target.name, { built, seen: seenIn(target.name, built.text) });
  }
  const calls = callsOn(view);
  const model = inOneForm(all.get('messages')?.seen ?? []);
  const words = inOneForm(targetsWithout(view));
  for (const [name, { seen }] of all) {
    if (WORDED.has(name)) expect(wordedCalls(seen), name).toBe(calls);
    else {
      expect(seen.filter(({ is }) => is === 'call').length, name).toBe(calls);
      expect(seen.filter(({ is }) => is === 'result').length, name).toBe(calls);
      if (WITHOUT_PICTURES.has(name)) expect(inOneForm(seen), name).toEqual(words);
      else expect(inOneForm(plain(seen)), name).toEqual(model);
    }
  }
}

/** The messages as they are where no picture goes along. */
function targetsWithout(view: SessionView): Seen[] {
  const [messages] = targets;
  if (!messages) throw new Error('no target');
  return seenIn('messages', messages.build(view, { artifactPath: () => null }).text);
}

describe('whatever a target is called', () => {
  test('somebody reads it back', () => {
    expect(Object.keys(readers).sort()).toEqual(targets.map(({ name }) => name).sort());
    expect(new Set(targets.map(({ file }) => file)).size).toBe(targets.length);
    for (const { name, file } of targets) expect([`${name}.json`, `${name}.jsonl`]).toContain(file);
  });

  test.each([
    ['a rich session', richLog()],
    ['a chat in blocks', blockChat()],
  ])('%s says the same in all of them, and nothing is lost', (_, events) => check(viewOf(events)));

  test('so does a session that nobody tidied', () => {
    fc.assert(
      fc.property(moves, (done) => check(viewOf(wildLog(done)))),
      { numRuns: 60 },
    );
  });
});
