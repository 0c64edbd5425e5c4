import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { targets } from '../../../src/handoff/targets';
import { viewOf } from '../../../src/projection/view';
import { richLog } from '../../archive/pages/rich';
import { blockChat } from '../../model/blocks';
import { checkTargets } from './check-targets';
import { readers } from './read-back';
import { CIPHER, moves, SERVER_ID, wildLog } from './wild';

describe('whatever a target is called', () => {
  test('somebody reads it back', () => {
    expect(Object.keys(readers).sort()).toEqual(targets.map(({ name }) => name).sort());
    expect(new Set(targets.map(({ file }) => file)).size).toBe(targets.length);
    for (const { name, file } of targets) expect([`${name}.json`, `${name}.jsonl`]).toContain(file);
  });

  test.each([
    ['a rich session', richLog()],
    ['a chat in blocks', blockChat()],
  ])('%s says the same in all of them, and nothing is lost', (_, events) => checkTargets(viewOf(events)));

  test('so does a session that nobody tidied', () => {
    fc.assert(
      fc.property(moves, (done) => checkTargets(viewOf(wildLog(done)), [CIPHER, SERVER_ID])),
      { numRuns: 60 },
    );
  });
});
