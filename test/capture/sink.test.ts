import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import type { Sink } from '../../src/capture/sink/sink';
import { readLog } from '../../src/model/chain';
import { readJournal } from '../../src/store/journal';
import type { SessionRow } from '../../src/store/rows';
import { readLog as keptLog, listSessions } from '../../src/store/sessions';
import { EMPTY, jsonOf, SHORT, startingConversations } from '../sites/chatgpt/conversations';
import { capture, chatgptRead, everything, newDatabase, practiceRead, sinkOver } from './offer';
import { answered, answerStream, chat } from './talk';

const lines = async ({ db }: Sink, session: SessionRow | null): Promise<string[]> =>
  (await keptLog(db, session?.id ?? '')) ?? [];
const events = async (sink: Sink, session: SessionRow | null) => readLog(await lines(sink, session)).events;
const newSink = async (): Promise<Sink> => sinkOver(await newDatabase());

describe('an exchange becomes lines of a log', () => {
  test('a first read makes a session, whose log holds, and leaves nothing pending', async () => {
    const sink = await newSink();
    const session = await capture(sink, practiceRead(chat('bread', ['How long?', 'An hour.'])));
    expect(session).toMatchObject({ site: 'practice', native: 'bread', title: 'On bread', copy: null });
    expect(session?.counts).toMatchObject({ messages: 2, gaps: 0 });
    expect(session?.last).toMatchObject({ kind: 'new', capture: 'heard', cut: false });
    const { faults, events: log } = readLog(await lines(sink, session));
    expect(faults).toEqual([]);
    expect(log[0]).toMatchObject({ kind: 'session.started', body: { address: 'http://127.0.0.1:41973/chat/bread' } });
    const { exchanges, chunks } = await everything(sink.db);
    expect({ exchanges, chunks }).toEqual({ exchanges: [], chunks: [] });
  });

  test('the same again writes no line', async () => {
    const sink = await newSink();
    const read = practiceRead(chat('bread', ['How long?', 'An hour.']));
    const first = await capture(sink, read);
    const again = await capture(sink, read);
    expect(again?.tail).toEqual(first?.tail);
    expect(again?.last?.kind).toBe('same');
  });

  test('a new message adds only itself, and shares the bytes of the others', async () => {
    const sink = await newSink();
    const first = await capture(sink, practiceRead(chat('bread', ['How long?', 'An hour.'])));
    const before = (await sink.db.contents.toArray()).map(({ hash }) => hash);
    const grown = await capture(
      sink,
      practiceRead(chat('bread', ['How long?', 'An hour.', 'And rye?'], { minute: 11 })),
    );
    expect(grown?.last?.kind).toBe('grown');
    const added = (await events(sink, grown)).slice(first?.tail.seq);
    // what the site says of itself has a new time too: one line confirms it
    expect(added.map(({ kind }) => kind).sort()).toEqual(['context.edit', 'message', 'session.updated']);
    const fresh = (await sink.db.contents.toArray()).filter(({ hash }) => !before.includes(hash));
    expect(fresh).toHaveLength(2); // the message and the frame
  });

  test('a conversation of ChatGPT is read whole, its leaf and title known', async () => {
    const sink = await newSink();
    const stored = startingConversations().get(SHORT);
    if (!stored) throw new Error('no such conversation');
    const session = await capture(sink, chatgptRead(SHORT, jsonOf(stored), { piece: 700 }));
    expect(session).toMatchObject({ site: 'chatgpt', origin: 'https://chatgpt.com', native: SHORT });
    expect(session?.title).toBe('A word for slack water');
    expect(session?.leaf).toBe(`chatgpt:${SHORT}-a`);
  });

  test('two servers with the same native id are two sessions', async () => {
    const sink = await newSink();
    const read = practiceRead(chat('bread', ['How long?', 'An hour.']));
    await capture(sink, read);
    await capture(sink, { ...read, from: { ...read.from, origin: 'http://127.0.0.1:41974' } });
    expect(await listSessions(sink.db)).toHaveLength(2);
  });
});

describe('a stream', () => {
  const said = answerStream('bread', 'How long?', 'An hour.');

  test('that came whole is of the form stream', async () => {
    const sink = await newSink();
    const session = await capture(sink, answered('bread', said));
    const messages = (await events(sink, session)).filter(({ kind }) => kind === 'message');
    expect(messages.map(({ source }) => source.form)).toEqual(['stream', 'stream']);
  });

  test('that was cut says what it said, as cut', async () => {
    const sink = await newSink();
    const session = await capture(
      sink,
      answered('bread', said.slice(0, said.indexOf('event: answer') + 20), { whole: false }),
    );
    const messages = (await events(sink, session)).filter(({ kind }) => kind === 'message');
    expect(messages.map(({ source }) => source.form)).toEqual(['cut']);
    expect(session?.last).toMatchObject({ cut: true });
  });

  test('that nobody can read yet is kept with a gap that points at it', async () => {
    const sink = await newSink();
    const body = 'event: delta_encoding\ndata: "v9"\n\nevent: delta\ndata: ["so far unseen"]\n\ndata: [DONE]\n\n';
    const session = await capture(
      sink,
      chatgptRead(SHORT, body, { route: 'stream', method: 'POST', path: '/backend-api/f/conversation' }),
    );
    const gap = (await events(sink, session)).find(({ kind }) => kind === 'gap');
    expect(gap).toMatchObject({ body: { why: 'unreadable' }, actor: { kind: 'recorder' } });
    expect(session?.last?.kind).toBe('drift');
    const kept = await sink.db.contents.toArray();
    expect(kept.some(({ bytes }) => Buffer.from(bytes).toString() === body)).toBe(true);
  });
});

describe('what is no session', () => {
  test('a page that is left breaks off its read: nothing is kept of that', async () => {
    const sink = await newSink();
    const read = practiceRead(chat('bread', ['How long?', 'An hour.']), { whole: false });
    expect(await capture(sink, read)).toBeNull();
    expect(await listSessions(sink.db)).toEqual([]);
    expect((await everything(sink.db)).chunks).toEqual([]);
  });

  test('an HTML wall with status 200 is drift: kept once, however often it comes', async () => {
    const sink = await newSink();
    const wall = chatgptRead(SHORT, '<!doctype html><title>Just a moment</title>');
    const first = await capture(sink, wall);
    expect(first?.last?.kind).toBe('drift');
    const again = await capture(sink, wall);
    expect(again?.tail).toEqual(first?.tail);
    expect((await readJournal(sink.db)).map(({ what }) => what)).toEqual(['drift', 'drift']);
  });

  test('an empty answer for a session that was not empty is drift and changes none of its lines', async () => {
    const sink = await newSink();
    const kept = await capture(sink, practiceRead(chat('bread', ['How long?', 'An hour.'])));
    const before = await lines(sink, kept);
    const after = await capture(sink, practiceRead(chat('bread', [])));
    expect(after?.last).toMatchObject({ kind: 'drift', places: ['empty'] });
    expect((await lines(sink, after)).slice(0, before.length)).toEqual(before);
    expect(after?.counts).toMatchObject({ messages: 2, gaps: 1 });
    expect(after?.title).toBe('On bread');
  });

  test('an empty conversation that is not known is none', async () => {
    const sink = await newSink();
    const stored = startingConversations().get(EMPTY);
    if (!stored) throw new Error('no such conversation');
    expect(await capture(sink, chatgptRead(EMPTY, jsonOf(stored)))).toBeNull();
    expect(await listSessions(sink.db)).toEqual([]);
  });
});
