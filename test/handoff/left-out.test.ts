import { describe, expect, test } from 'vitest';
import { editedHandoff } from '../../src/handoff/edited';
import { handedTextsOf } from '../../src/handoff/handed-texts';
import { handoffOf } from '../../src/handoff/handoff';
import { resultOf, targets } from '../../src/handoff/targets';
import { lastOf } from '../../src/lib/steps';
import { viewOf } from '../../src/projection/view';
import { leavingOut } from '../../src/secrets/leave-out';
import { searching } from '../../src/secrets/search';
import { counterFor } from '../../src/tokens/counter';
import { compose, text } from '../model/compose';
import { PERSONAL, SECRETS } from '../secrets/values';

const counter = await counterFor('pi');
const context = { artifactPath: () => null };
const ALL = Object.values({ ...SECRETS, ...PERSONAL });

/** A session that has every secret in every kind of place. */
function leaky() {
  const log = compose();
  const all = ALL.join(' and ');
  log.system(`Rules: ${all}`);
  log.user(`Q: ${all}`);
  log.add('reasoning', { form: 'full', parts: [text(`Thinking of ${all}`)] });
  log.assistant(`A: ${all}`);
  log.call('send', {
    to: ALL,
    card: 378282246310005,
    [ALL[0] ?? '']: { text: `x ${all} y` },
    json: JSON.stringify({ all }),
  });
  log.result('send', [text(JSON.stringify({ all })), { type: 'code', text: all, language: 'sh' }]);
  log.assistant(`Done: ${encodeURIComponent(all)}`);
  log.updated(`Title with ${PERSONAL.email}`, null);
  return viewOf(log.events());
}

/** Every secret in texts that are too long for a budget, in many places. */
function leakyAtLength() {
  const log = compose();
  for (const words of ALL)
    for (const many of [10, 37, 90]) {
      log.user(`${words} ${'and so on '.repeat(many)}${words} `.repeat(6));
      log.call('send', { text: `${words} `.repeat(many) });
      log.result('send', [text(`${words} line\n`.repeat(many), 'plain')]);
    }
  return viewOf(log.events());
}

describe('what is left out', () => {
  const view = leaky();
  const findings = lastOf(searching(lastOf(handedTextsOf(view, context))));
  const without = { ...context, leaveOut: leavingOut(findings) };

  test('nothing of it comes back where a budget shortens what is quoted', () => {
    const long = leakyAtLength();
    const found = lastOf(searching(lastOf(handedTextsOf(long, context))));
    for (const budget of [2_000, 9_000]) {
      const fitting = { ...context, leaveOut: leavingOut(found), choice: { budget }, counter };
      const texts = [handoffOf(long, fitting), ...targets.map((target) => target.build(long, fitting).text)];
      expect(ALL.filter((words) => texts.some((made) => made.includes(words)))).toEqual([]);
      expect(counter.of(texts[0] ?? '')).toBeLessThanOrEqual(budget);
    }
  });

  test('every one of them is found', () => {
    expect(findings.flatMap(({ values }) => values)).toEqual(
      expect.arrayContaining(ALL.filter((each) => each !== SECRETS.pem)),
    );
  });

  test.each(targets.map((target) => [target.name, target] as const))(
    'is nowhere in %s, which stays valid',
    (_, target) => {
      const built = target.build(view, without);
      expect(resultOf(view, target, built).faults).toEqual([]);
      for (const value of [...ALL, '378282246310005', 'anna.muster']) {
        expect(built.text).not.toContain(value);
        expect(built.text).not.toContain(JSON.stringify(value).slice(1, -1));
        expect(built.text).not.toContain(encodeURIComponent(value));
      }
      expect(built.text).toContain('[left out: e-mail address 1]');
      expect(built.loss.map(({ why }) => why).join('\n')).toMatch(/Left out, as the person chose: .*e-mail address 1/);
      expect(JSON.stringify(built.loss)).not.toContain('anna.muster');
    },
  );

  test('is nowhere in the handoff', () => {
    const out = handoffOf(view, without);
    for (const value of ALL) expect(out).not.toContain(value);
    expect(editedHandoff(view)).toBeNull();
  });

  test('nor is a part of it where something is cut, for want of room or since a line is short', () => {
    for (let before = 150; before < 300; before += 3) {
      const log = compose();
      const words = `${'x '.repeat(before / 2)}${SECRETS.github} and so on ${'y '.repeat(400)}`;
      log.user(`Q ${words}`);
      log.call('send', { a: words });
      log.result('send', [text(words)]);
      log.assistant(words);
      log.user('And?');
      log.assistant(words);
      const here = viewOf(log.events());
      const leaveOut = leavingOut(lastOf(searching(lastOf(handedTextsOf(here, context)))));
      for (const budget of [null, 400, 1_000]) {
        const choice = { budget };
        expect(handoffOf(here, { ...context, leaveOut, choice })).not.toMatch(/ghp_aB|gH7jaB3dE5/);
        for (const target of targets.slice(0, 2))
          expect(target.build(here, { ...context, leaveOut, choice }).text).not.toMatch(/ghp_aB|gH7jaB3dE5/);
      }
    }
  });

  test('without it, all is as it was', () => {
    for (const target of targets)
      expect(target.build(view, { ...context, leaveOut: leavingOut([]) }).text).toBe(target.build(view, context).text);
  });
});
