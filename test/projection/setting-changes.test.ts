import { expect, test } from 'vitest';
import { changeLine } from '../../src/handoff/settings';
import type { Event } from '../../src/model/event';
import { settingChanges } from '../../src/projection/setting-changes';
import { eventsOf, viewOf } from '../../src/projection/view';
import { type Composer, compose } from '../model/compose';

/** An answer, and what was asked for with it. */
function asked(log: Composer, body: Record<string, unknown>): void {
  log.user('Q');
  const answer = log.assistant('A');
  log.add('config', { of: 'request', ...body }, { parents: [answer] });
}

const lines = (events: readonly Event[]): string[] => {
  const view = viewOf(events);
  return eventsOf(view, 'config').map((event) => changeLine(settingChanges(view, event)));
};

test('what was asked for with answers is compared with the answer before on the branch', () => {
  const log = compose();
  asked(log, { model: 'one', thinking: { thinking_mode: 'auto' }, tools: ['web'], conversation: { x: 1 } });
  asked(log, { model: 'one', thinking: { thinking_mode: 'auto' }, tools: ['web'] });
  asked(log, {
    model: 'two',
    thinking: { thinking_mode: 'extended' },
    styles: [{ name: 'Short', prompt: 'Be brief.' }],
  });
  asked(log, { model: 'two' });
  expect(lines(log.events())).toEqual([
    '',
    '',
    'model: two (before: one); tools: none (before: web); thinking: extended (before: auto); style: Short',
    'style: none (before: Short); thinking: none (before: extended)',
  ]);
});

test('another branch is not the answer before', () => {
  const log = compose();
  const question = log.user('Q');
  const ask = (model: string) => log.add('config', { of: 'request', model }, { parents: [log.assistant(model)] });
  ask('one');
  log.at(question);
  ask('two');
  expect(lines(log.events())).toEqual(['', '']);
});

test('what a reader says has changed is told as it is, whatever it is', () => {
  const log = compose();
  const answer = log.assistant('A');
  const say = (changed: unknown, before: unknown) =>
    log.add('config', { of: 'change', changed, before }, { parents: [answer] });
  say({ model: 'two', constructor: ['x', { y: 1 }] }, { model: 'one' });
  say({ model: null }, { model: 'one' });
  say('two', 'one');
  expect(lines(log.events())).toEqual([
    'model: two (before: one); constructor: x, {"y":1}',
    'model: none (before: one)',
    '',
  ]);
});
