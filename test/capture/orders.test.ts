import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { settle } from '../../src/capture/sink/settle';
import type { Sink } from '../../src/capture/sink/sink';
import { readLog } from '../../src/model/chain';
import type { Event } from '../../src/model/event';
import { viewOf } from '../../src/projection/view';
import { endedExchanges } from '../../src/store/pending';
import { readLog as keptLog, listSessions } from '../../src/store/sessions';
import { capture, newDatabase, type Offer, practiceRead, sinkOver, tell } from './offer';
import { answered, answerStream, chat } from './talk';

/*
 * Captures of one chat while it grows and is edited: reads at several times, heard and cut streams. Whatever the order
 * in which they are kept, by whoever, what the log says now must be the same.
 */
const full = chat('bread', ['How long?', 'An hour.', 'And rye?', 'Two.'], { minute: 30 });
const edited = {
  ...full,
  chat: { ...full.chat, updated: '2026-09-21T09:40:00.000Z', title: 'Bread and rye', leaf: 'bread-2b' },
  messages: [...full.messages, { ...full.messages[2], id: 'bread-2b', parent: 'bread-1', text: 'And spelt?' }],
};
const stream = answerStream('bread', 'How long?', 'An hour.');
const captures: readonly Offer[] = [
  practiceRead(chat('bread', ['How long?', 'An hour.'], { minute: 12 })),
  practiceRead(full),
  practiceRead(edited),
  answered('bread', stream),
  answered('bread', stream.slice(0, stream.indexOf('event: answer') + 40), { whole: false }),
];

/** What a log says now, without what depends on when it was recorded. */
function saying(events: readonly Event[]): unknown {
  return [...viewOf(events).current.values()]
    .filter(({ actor }) => actor.kind !== 'recorder')
    .map(({ id, kind, body, parents }) => ({ id, kind, body, parents }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

async function logOf(sink: Sink): Promise<{ lines: string[]; events: Event[] }> {
  const [session, ...others] = await listSessions(sink.db);
  expect(others).toEqual([]);
  const lines = (await keptLog(sink.db, session?.id ?? '')) ?? [];
  const { events, faults } = readLog(lines);
  expect(faults).toEqual([]);
  return { lines, events };
}

const order = fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 });

describe('captures in any order', () => {
  test('say the same in the end', async () => {
    const says = new Set<string>();
    await fc.assert(
      fc.asyncProperty(order, async (which) => {
        const sink = sinkOver(await newDatabase());
        for (const n of which) await capture(sink, captures[n] ?? practiceRead(full));
        says.add(JSON.stringify(saying((await logOf(sink)).events)));
        expect(says.size).toBe(1);
      }),
      { numRuns: 20 },
    );
  });

  test('A, B, A, B: from the third on nothing is written', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(4), fc.nat(4), async (a, b) => {
        const sink = sinkOver(await newDatabase(), { now: () => Date.UTC(2026, 10, 1) });
        const both = [captures[a], captures[b]].filter((each) => each !== undefined);
        for (const each of both) await capture(sink, each);
        const { lines } = await logOf(sink);
        for (const each of both) await capture(sink, each);
        expect((await logOf(sink)).lines).toEqual(lines);
      }),
      { numRuns: 15 },
    );
  });

  test('through two stores that are open at once, interleaved, the chain holds and nothing is lost', async () => {
    const alone = sinkOver(await newDatabase());
    for (const each of captures) await capture(alone, each);
    const expected = saying((await logOf(alone)).events);
    await fc.assert(
      fc.asyncProperty(order, fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }), async (which, sides) => {
        const name = `both-${crypto.randomUUID()}`;
        const sinks = [sinkOver(await newDatabase(name)), sinkOver(await newDatabase(name))] as const;
        await Promise.all(which.map((n, at) => capture(sinks[sides[at] ? 1 : 0], captures[n] ?? practiceRead(full))));
        expect(saying((await logOf(sinks[0])).events)).toEqual(expected);
      }),
      { numRuns: 20 },
    );
  });
});

describe('a background that dies at any moment', () => {
  test('between the end of an exchange and its reading: the next one reads it, once', async () => {
    const sink = sinkOver(await newDatabase());
    const row = await tell(sink, practiceRead(full));
    const [waiting] = await endedExchanges(sink.db);
    expect(waiting?.id).toBe(row?.id);
    // the one that died may have come as far as the one that starts: both at once
    const both = row ? await Promise.all([settle(sink, row), settle(sink, row)]) : [];
    expect(both.filter((session) => session !== null)).toHaveLength(1);
    expect(await endedExchanges(sink.db)).toEqual([]);
    const { events } = await logOf(sink);
    expect(events.filter(({ kind }) => kind === 'message')).toHaveLength(4);
  });

  test('between two pieces: what was told before is there, and the rest goes on', async () => {
    const name = `killed-${crypto.randomUUID()}`;
    const before = sinkOver(await newDatabase(name));
    const row = await tell(before, practiceRead(full, { piece: 64, whole: true }));
    before.db.close();
    const after = sinkOver(await newDatabase(name));
    const [again] = await endedExchanges(after.db);
    expect(again).toMatchObject({ id: row?.id, state: 'whole' });
    expect(await (again ? settle(after, again) : null)).toMatchObject({ native: 'bread' });
  });
});
