import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { readAgain } from '../../src/capture/sink/read-again';
import type { Sink } from '../../src/capture/sink/sink';
import { readerName } from '../../src/intake/take';
import { activePath, branchesOf, inChain } from '../../src/projection/branches';
import { lacksOf, titleOf } from '../../src/projection/lacks';
import { unreadIn } from '../../src/projection/unread';
import { viewOf } from '../../src/projection/view';
import { chatgptReader } from '../../src/providers/chatgpt/read';
import type { Reader } from '../../src/providers/contract';
import type { SessionRow } from '../../src/store/rows';
import { listSessions } from '../../src/store/sessions';
import { sse } from '../providers/chatgpt/streams';
import { CHATGPT, holds } from './offer';
import {
  A1,
  A2,
  answered,
  ask,
  asked,
  eventsOf,
  firstTurn,
  hear,
  newSink,
  type Sent,
  tree,
  turn,
  U1,
  U2,
} from './turns';

describe('a heard stream', () => {
  test('gives its messages at once, and an asked read confirms them in one line', async () => {
    const sink = await newSink();
    const row = await hear(sink, turn(U1, A1, 'client-created-root'));
    expect(row).toMatchObject({ native: 'c-1', counts: { messages: 2, gaps: 0 }, leaf: 'chatgpt:a1' });
    const before = await eventsOf(sink, row);
    const after = await eventsOf(sink, await ask(sink, firstTurn()));
    const added = after.slice(before.length);
    expect(added.map(({ kind }) => kind)).toEqual(['session.updated', 'context.edit']);
    expect(added[1]?.body).toMatchObject({
      action: 'confirm',
      targets: [
        ['chatgpt:a1', expect.any(String), null],
        ['chatgpt:c-1/server.state', expect.any(String), expect.any(String)],
        ['chatgpt:u1', expect.any(String), null],
      ],
    });
  });

  test('the same twice, or a part of it first, adds nothing that was said', async () => {
    const sink = await newSink();
    const whole = turn(U1, A1, 'client-created-root');
    const cut = { ...whole, body: String(whole.body).slice(0, -300), whole: false };
    await hear(sink, cut);
    const row = await hear(sink, whole);
    const lines = (await eventsOf(sink, row)).length;
    await hear(sink, cut);
    expect(await eventsOf(sink, await hear(sink, whole))).toHaveLength(lines);
    const view = viewOf(await eventsOf(sink, row));
    expect(view.current.get('chatgpt:a1')).toMatchObject({ source: { form: 'stream' } });
    expect(activePath(view).map(({ id }) => id)).toEqual(['chatgpt:u1', 'chatgpt:a1']);
  });

  test('moves the leaf and leaves the title', async () => {
    const sink = await newSink();
    await ask(sink, firstTurn());
    const row = await hear(sink, turn(U2, A2, 'a1'));
    expect(row).toMatchObject({ title: 'Composed', leaf: 'chatgpt:a2', counts: { messages: 4 } });
    const view = viewOf(await eventsOf(sink, row));
    expect(titleOf(view)).toBe('Composed');
    expect(activePath(view).map(({ id }) => id)).toEqual(['chatgpt:u1', 'chatgpt:a1', 'chatgpt:u2', 'chatgpt:a2']);
    expect(lacksOf(view)).toEqual([]);
  });

  test('names a parent that was never heard as a gap, until it is there', async () => {
    const sink = await newSink();
    const row = await hear(sink, turn(U2, A2, 'a1'));
    expect(lacksOf(viewOf(await eventsOf(sink, row)))).toMatchObject([{ id: 'chatgpt:a1', body: { why: 'not-sent' } }]);
    const whole = tree(
      [
        [U1, null, ['a1']],
        [A1, 'u1', ['u2']],
        [U2, 'a1', ['a2']],
        [A2, 'u2', []],
      ],
      'a2',
    );
    expect(lacksOf(viewOf(await eventsOf(sink, await ask(sink, whole))))).toEqual([]);
  });

  test('keeps no token of it', async () => {
    const sink = await newSink();
    const token = sse({ type: 'resume_conversation_token', token: 'PLANTED', conversation_id: 'c-1' });
    const heard = turn(U1, A1, 'client-created-root');
    await hear(sink, { ...heard, body: `${token}${heard.body}` });
    expect(await holds(sink.db, 'PLANTED')).toEqual([]);
  });
});

describe('what was heard and is no longer there', () => {
  const branches = async (sink: Sink, row: SessionRow | null): Promise<string[]> => {
    const view = viewOf(await eventsOf(sink, row));
    expect([...view.current.values()].filter((event) => inChain(view, event) && event.kind === 'gap')).toEqual([]);
    return branchesOf(view).map(({ leaf, active }) => `${leaf}${active ? ' (active)' : ''}`);
  };

  test('B11: an answer that was made anew stays as a branch', async () => {
    const sink = await newSink();
    const again = answered('b1', 'From eleven to five.', 1_780_000_050);
    await hear(sink, turn(U1, A1, 'client-created-root'));
    const row = await hear(sink, turn(null, again, 'u1', { action: 'variant' }));
    expect(await branches(sink, row)).toEqual(['chatgpt:b1 (active)', 'chatgpt:a1']);
    const without = await ask(
      sink,
      tree(
        [
          [U1, null, ['b1']],
          [again, 'u1', []],
        ],
        'b1',
      ),
    );
    expect(await branches(sink, without)).toEqual(['chatgpt:b1 (active)', 'chatgpt:a1']);
  });

  test('B11: a question that was put otherwise stays as a branch, with its answer', async () => {
    const sink = await newSink();
    await hear(sink, turn(U1, A1, 'client-created-root'));
    await hear(sink, turn(U2, A2, 'a1'));
    const [u3, a3] = [asked('u3', 'And at night?', 1_780_002_000), answered('a3', 'The same.', 1_780_002_001)];
    const row = await hear(sink, turn(u3, a3, 'a1'));
    expect(await branches(sink, row)).toEqual(['chatgpt:a3 (active)', 'chatgpt:a2']);
    const whole = tree(
      [
        [U1, null, ['a1']],
        [A1, 'u1', ['u3']],
        [u3, 'a1', ['a3']],
        [a3, 'u3', []],
      ],
      'a3',
    );
    expect(await branches(sink, await ask(sink, whole))).toEqual(['chatgpt:a3 (active)', 'chatgpt:a2']);
  });
});

test('B39: three turns of a temporary chat that the person keeps are one session, one chain, and say what they are', async () => {
  const sink = await newSink();
  const page = { page: '/', history_and_training_disabled: true };
  const [u3, a3] = [asked('u3', 'Thanks', 1_780_002_000), answered('a3', 'Gladly.', 1_780_002_001)];
  const turns: [Sent, Sent, string][] = [
    [U1, A1, 'client-created-root'],
    [U2, A2, 'a1'],
    [u3, a3, 'a2'],
  ];
  for (const [n, [question, answer, parent]] of turns.entries()) {
    const heard = turn(question, answer, parent, {
      history_and_training_disabled: true,
      ...(n === 0 ? { conversation_id: undefined } : {}),
    });
    await hear(sink, { ...heard, page: page.page, from: { ...CHATGPT, welcome: true } });
  }
  const [row, ...others] = await listSessions(sink.db);
  expect(others).toEqual([]);
  expect(row).toMatchObject({ native: 'c-1', counts: { messages: 6, gaps: 0 } });
  const events = await eventsOf(sink, row ?? null);
  const view = viewOf(events);
  expect(activePath(view).map(({ id }) => id)).toEqual(
    ['u1', 'a1', 'u2', 'a2', 'u3', 'a3'].map((id) => `chatgpt:${id}`),
  );
  expect(branchesOf(view)).toHaveLength(1);
  expect(events.filter(({ kind }) => kind === 'config').map(({ body }) => body)).toEqual([
    { scope: 'conversation', is_temporary_chat: true },
  ]);
  expect(view.current.get('chatgpt:c-1/server.state')?.body).toMatchObject({ deletion: { how: 'none' } });
  expect(events[0]?.at.occurred).toBe('2026-05-28T20:26:40.000Z');
});

test('a stream that the reader before this one kept unread becomes messages', async () => {
  const sink = await newSink();
  const before: Reader = {
    ...chatgptReader,
    number: chatgptReader.number - 1,
    read: (payload) =>
      payload.value === undefined ? { kind: 'drift', because: 'not-json', at: [''] } : chatgptReader.read(payload),
  };
  const older: Sink = { ...sink, readerOf: () => before };
  const row = await hear(older, turn(U1, A1, 'client-created-root'));
  expect(row).toMatchObject({ last: { kind: 'drift' }, counts: { messages: 0, gaps: 1 } });
  expect(unreadIn(viewOf(await eventsOf(sink, row)))).toHaveLength(1);

  await readAgain(sink);
  const [healed] = await listSessions(sink.db);
  expect(healed).toMatchObject({ native: 'c-1', counts: { messages: 2, gaps: 0 }, leaf: 'chatgpt:a1' });
  const view = viewOf(await eventsOf(sink, healed ?? null));
  expect(unreadIn(view)).toEqual([]);
  expect(view.current.get('chatgpt:u1')).toMatchObject({
    source: { reader: readerName(chatgptReader), capture: 'heard' },
  });
});

test('a stream heard without what was sent still says what it says', async () => {
  const sink = await newSink();
  const { request: _, ...heard } = turn(null, A1, 'u1');
  expect(await hear(sink, heard)).toMatchObject({ counts: { messages: 1, gaps: 1 } });
});
