import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Built, targets } from '../../../src/handoff/targets';
import type { Event } from '../../../src/model/event';
import { type SessionView, viewOf } from '../../../src/projection/view';
import { counterFor } from '../../../src/tokens/counter';
import { richLog } from '../../archive/pages/rich';
import { blockChat } from '../../model/blocks';
import { compose, text } from '../../model/compose';
import { withPicture } from '../to/carried';
import { moves, wildLog } from '../to/wild';
import { checkBudget, counters, tokensIn } from './budget';

const all = await counters();
const counter = await counterFor('messages');

describe('a budget', () => {
  test.each([
    ['a rich session', richLog()],
    ['a chat in blocks', blockChat()],
  ])('%s fits each, and what is not there is named', (_, events) => {
    for (const budget of [2_000, 4_000, 16_000]) checkBudget(viewOf(events), budget, all);
  });

  test('a session that nobody tidied fits each too', () => {
    fc.assert(
      fc.property(moves, fc.constantFrom(2_000, 3_000, 4_000, 16_000, 64_000), (done, budget) =>
        checkBudget(viewOf(wildLog(done)), budget, all, withPicture),
      ),
      { numRuns: 10 },
    );
  });

  test('a session of 2,000 messages is fitted by the rules, and each piece of it counted a few times at most', () => {
    const view = viewOf(longLog(2_000));
    const built = messagesIn(view, 16_000);
    const size = tokensIn('messages', built.text, counter);
    expect(size).toBeLessThanOrEqual(16_000);
    expect(size).toBeGreaterThan(14_000);
    // the last exchange and what came right before it are whole
    for (const at of [1_996, 1_997, 1_998, 1_999]) expect(built.text).toContain(`Message ${at} `);
    expect(built.text).toMatch(/To fit 16,000 tokens: [\d,]+ turns left out \(V-\d{4,} to V-\d{4,}/);
    const counted = (messages: number): number => {
      let characters = 0;
      const of = (text: string): number => {
        characters += text.length;
        return counter.of(text);
      };
      messagesIn(viewOf(longLog(messages)), 16_000, { ...counter, of });
      return characters;
    };
    expect(counted(1_200)).toBeLessThan(counted(300) * 4 + 500_000);
  });

  test('it is fitted in steps, so that a page answers meanwhile: the same file, and a rest after every stretch of turns', () => {
    const view = viewOf(longLog(1_000));
    const [target] = targets;
    const context = { artifactPath: () => null, counter };
    const restsIn = (budget: number | null): [rests: number, text: string | undefined] => {
      let rests = 0;
      const work = target?.building(view, { ...context, choice: { budget } });
      for (let step = work?.next(); step; step = work?.next()) {
        if (step.done) return [rests, step.value.text];
        rests++;
      }
      return [rests, undefined];
    };
    const [before] = restsIn(null);
    const [rests, text] = restsIn(16_000);
    expect(text).toBe(messagesIn(view, 16_000).text);
    // each turn is counted, and then its forms are
    expect(rests - before).toBeGreaterThan(30);
  });
});

function messagesIn(view: SessionView, budget: number, by = counter): Built {
  const [target] = targets;
  if (!target) throw new Error('no target');
  return target.build(view, { artifactPath: () => null, choice: { budget }, counter: by });
}

/** Questions and answers in turn, with a call and a long result at every tenth. */
function longLog(messages: number): Event[] {
  const log = compose();
  for (let at = 0; at < messages; at++) {
    if (at % 2 === 0) log.user(`Message ${at} asks: what of the lake at station ${at * 7}?`);
    else {
      if (at % 10 === 9) {
        log.call('sound', { station: at });
        log.result('sound', [text(`line ${at}\n`.repeat(400), 'plain')]);
      }
      log.assistant(`Message ${at} answers: ${'it was deep there, as far as anybody knows. '.repeat(at % 7)}`);
    }
  }
  return log.events();
}
