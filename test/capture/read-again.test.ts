import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { readAgain, rereadKept } from '../../src/capture/sink/read-again';
import type { Sink } from '../../src/capture/sink/sink';
import { readLog } from '../../src/model/chain';
import { unreadIn } from '../../src/projection/unread';
import { viewOf } from '../../src/projection/view';
import type { Reader } from '../../src/providers/contract';
import { practiceReader } from '../../src/providers/practice/read';
import { deleteSessions } from '../../src/store/forget';
import type { SessionRow } from '../../src/store/rows';
import { readLog as keptLog, listSessions } from '../../src/store/sessions';
import { capture, holds, newDatabase, practiceRead, sinkOver } from './offer';
import { answered, answerStream, chat } from './talk';

/** The practice chat's reader before it could read streams, and the one of a later release. */
const older: Reader = {
  ...practiceReader,
  read: (payload) =>
    payload.head.route === 'answer'
      ? { kind: 'drift', because: 'shape', at: ['stream'] }
      : practiceReader.read(payload),
};
const newer: Reader = { ...practiceReader, number: practiceReader.number + 1 };

const withReader = (sink: Sink, reader: Reader): Sink => ({ ...sink, readerOf: () => reader });
const lines = async (sink: Sink, row: SessionRow | null): Promise<string[]> =>
  (await keptLog(sink.db, row?.id ?? '')) ?? [];

test('what an older release could not read is read by the next, once, and its gap goes', async () => {
  const sink = sinkOver(await newDatabase());
  const before = withReader(sink, older);
  await capture(before, practiceRead(chat('bread', ['How long?'])));
  const drifted = await capture(before, answered('bread', answerStream('bread', 'How long?', 'An hour.')));
  expect(drifted?.last?.kind).toBe('drift');
  expect(drifted?.counts).toMatchObject({ messages: 1, gaps: 1 });

  await readAgain(before); // the same release: nothing to try
  expect(await lines(sink, drifted)).toHaveLength(drifted?.tail.seq ?? 0);

  await readAgain(withReader(sink, newer));
  const [row] = await listSessions(sink.db);
  expect(row?.counts).toMatchObject({ messages: 2, gaps: 0 });
  const { events, faults } = readLog(await lines(sink, row ?? null));
  expect(faults).toEqual([]);
  const view = viewOf(events);
  expect([...view.current.values()].filter(({ kind }) => kind === 'gap')).toEqual([]);
  expect(view.current.get('practice:bread-1')).toMatchObject({
    source: { reader: `practice@${newer.number}`, capture: 'heard', form: 'stream' },
  });

  await readAgain(withReader(sink, newer));
  expect(await lines(sink, row ?? null)).toHaveLength(events.length);
});

test('a session that was deleted meanwhile does not come back', async () => {
  const sink = sinkOver(await newDatabase());
  const drifted = await capture(
    withReader(sink, older),
    answered('bread', answerStream('bread', 'How long?', 'An hour.')),
  );
  let deletion: Promise<unknown> = Promise.resolve();
  // asked for when everything was read again, just before it is written
  const newId = (): string => {
    deletion = deleteSessions(sink.db, [drifted?.id ?? ''], '2026-12-01T00:00:00.000Z');
    return crypto.randomUUID();
  };
  await readAgain({ ...withReader(sink, newer), newId });
  expect(await deletion).toMatchObject({ sessions: [{ id: drifted?.id }] });
  expect(await listSessions(sink.db)).toEqual([]);
  expect(await holds(sink.db, 'An hour.')).toEqual([]);
});

test('on demand all of a session is read again, and what is left unread is told', async () => {
  const sink = sinkOver(await newDatabase());
  const before = withReader(sink, older);
  await capture(before, practiceRead(chat('bread', ['How long?'])));
  const row = await capture(before, answered('bread', answerStream('bread', 'How long?', 'An hour.')));
  const id = row?.id ?? '';

  // the reader that cannot read it finds nothing new, as often as it is asked
  expect(await rereadKept(before, id)).toEqual({ added: 0, unread: 1 });
  const { events } = readLog(await lines(sink, row));
  const [unread] = unreadIn(viewOf(events));
  expect(unread).toMatchObject({ route: 'answer', because: 'shape', places: ['stream'] });

  // the answer, that its gap is over, and that the rest is as the newer reader reads it, too
  expect(await rereadKept(withReader(sink, newer), id)).toEqual({ added: 3, unread: 0 });
  expect(await rereadKept(withReader(sink, newer), id)).toEqual({ added: 0, unread: 0 });
  expect(await rereadKept(withReader(sink, newer), crypto.randomUUID())).toEqual({ added: 0, unread: 0 });
});
