import { expect, test } from 'vitest';
import { compareReread } from '../../../src/intake/compare-reread';
import { readerName } from '../../../src/intake/take';
import { activePath, branchesOf, leafOf } from '../../../src/projection/branches';
import { viewOf } from '../../../src/projection/view';
import { claudeReader } from '../../../src/providers/claude/read';
import { chats } from './chats';
import { answersOf, asked, exported, heard, logOf, merged, shared } from './merge';
import { type Chat, idsOf, type Said, text } from './model';

const spoken = (second: number): Record<string, string> => ({
  start_timestamp: `2026-07-28T23:59:0${second}.000000Z`,
  stop_timestamp: `2026-07-28T23:59:0${second}.500000Z`,
});

test('a temporary chat of three turns, heard only, is one chain of all six messages', async () => {
  const id = idsOf(99);
  const names = ['u1', 'a1', 'u2', 'a2', 'u3', 'a3'];
  const messages = names.map(
    (name, n): Said => ({
      uuid: id(name),
      sender: n % 2 ? 'assistant' : 'human',
      parent: n === 0 ? null : id(names[n - 1] ?? ''),
      content: [{ ...text(`Words of ${name}.`), ...spoken(n) }],
      ...(n % 2 ? { stop: 'end_turn' } : {}),
    }),
  );
  const chat: Chat = { uuid: id('chat'), name: '', leaf: '', messages };
  const times = ['2026-07-29T00:00:01.000Z', '2026-07-29T00:00:02.000Z', '2026-07-29T00:00:03.000Z'];
  const turns = answersOf(chat).map((answer, n) => heard(chat, answer, times[n]));
  for (const order of [turns, turns.toReversed()]) {
    const view = viewOf(await logOf(order));
    const chain = names.map((name) => `claude:${id(name)}`);
    for (const [n, each] of chain.entries()) {
      expect(view.current.get(each)?.kind).toBe('message');
      expect(view.parents.get(each)).toEqual(chain.slice(Math.max(0, n - 1), n));
    }
    expect(
      [...view.current.values()].filter(({ kind, body }) => (kind === 'gap' && !body.always) || kind === 'unknown'),
    ).toEqual([]);
    expect(branchesOf(view)).toHaveLength(1);
    expect(leafOf(view)).toBe(chain.at(-1));
    const said = JSON.stringify(activePath(view).map(({ body }) => body));
    for (const name of names) expect(said).toContain(`Words of ${name}.`);
  }
});

test('read again from its own bytes and requests, a log says the same', async () => {
  const known = (name: string) => (name === readerName(claudeReader) ? claudeReader : null);
  for (const chat of chats) {
    const turns = answersOf(chat).map((answer) => heard(chat, answer));
    for (const { events, artifacts } of await merged([...turns, asked(chat), exported(chat), shared(chat)])) {
      const verdict = await compareReread(events, async (hash) => artifacts.get(hash) ?? null, known);
      expect(verdict).toMatchObject({ differing: [], otherReader: 0, withoutRaw: 0 });
      expect(verdict.same).toBeGreaterThan(2);
    }
  }
});
