import { expect } from 'vitest';
import { type Built, resultOf, targets } from '../../../src/handoff/targets';
import { activePath } from '../../../src/projection/branches';
import type { SessionView } from '../../../src/projection/view';
import { callsOn, lostTexts, seenIn, withPicture } from './carried';
import { inOneForm, type Seen } from './read-back';

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

/**
 * Writes a session in every target and reads each back: all are valid, say the same, and hold every text of every message
 * of the branch or name it in their loss report.
 * @param secrets what may stand in none of them
 */
export function checkTargets(view: SessionView, secrets: readonly string[] = []): void {
  const all = new Map<string, { built: Built; seen: Seen[] }>();
  for (const target of targets) {
    const built = target.build(view, withPicture);
    expect(resultOf(view, target, built).faults, target.name).toEqual([]);
    expect(lostTexts(view, target.name, built), target.name).toEqual([]);
    for (const secret of secrets) expect(built.text.includes(secret), `${target.name} ${secret}`).toBe(false);
    all.set(target.name, { built, seen: seenIn(target.name, built.text) });
  }
  const calls = callsOn(activePath(view));
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
