import { describe, expect, test } from 'vitest';
import { sha256Hex } from '../../src/lib/hash';
import type { Event } from '../../src/model/event';
import { viewOf } from '../../src/projection/view';
import { resultsOf } from '../../src/report/results';
import { compose } from '../model/compose';

/*
 * A log may be made to be slow: each of these takes a second or so, and took many minutes where the work grew with the
 * square of the length.
 */
const MANY = 60_000;
const numbers = Array.from({ length: MANY }, (_, i) => i);

/** Events of one kind, differing in id and parents alone. */
function events(like: Event, parentsOf: (i: number) => readonly string[]): Event[] {
  return numbers.map((i) => ({ ...like, id: id(i), seq: i + 1, parents: [...parentsOf(i)] }) as Event);
}

const id = (i: number): string => `chatgpt:m${String(i).padStart(6, '0')}`;

describe('a log of great length whose links run the slowest way', () => {
  const log = compose({ started: false });
  log.user('Words');
  log.result('tool', []);
  const [message, result] = log.events() as [Event, Event];

  test('one event that every other is a cause of and an effect', () => {
    const ring = events(message, (i) => (i === MANY - 1 ? numbers.slice(0, -1).map(id) : [id(i + 1)]));
    const view = viewOf(ring);
    expect(view.parents.get(id(MANY - 1))).toEqual([]);
    expect(view.parents.get(id(0))).toEqual([id(1)]);
  });

  test('one id with as many versions, and edits that confirm as many, at once and one by one', () => {
    const versions = numbers.map(
      (i) => ({ ...message, seq: i, body: { ...message.body, status: String(i) } }) as Event,
    );
    const target = (i: number) => [message.id, sha256Hex(String(i)), null];
    const edit = (id: string, seq: number, targets: unknown[]) =>
      ({
        ...message,
        ...{ id, seq, kind: 'context.edit', body: { action: 'confirm', targets } },
        actor: { kind: 'recorder', name: null, model: null },
      }) as unknown as Event;
    const edits = [edit('all', MANY, numbers.map(target)), ...numbers.map((i) => edit(`e${i}`, MANY + i, [target(i)]))];
    expect(viewOf([...versions, ...edits]).current.size).toBe(MANY + 2);
  });

  test('results each below one that is written later', () => {
    const chain = events(result, (i) => (i === MANY - 1 ? [] : [id(i + 1)]));
    expect(resultsOf(viewOf(chain)).size).toBe(0);
  });
});
