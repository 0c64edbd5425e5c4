import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { recogniseText } from '../../../src/providers/chatgpt/recognise';
import { chatgpt } from '../../../src/providers/chatgpt/site';
import { textsIn } from '../../../src/providers/kit/value';
import { overSamples } from '../../samples';
import { draftOf, message, textOf } from './compose';
import { adds, begins, complete, DONE, delta, ends, heard, more, readText, sse, stream, V1, WORDS } from './streams';

let items = 0;
/** A frame of a turn, as the socket brings it. */
const frame = (encoded_item: string, { turn = 't-1', conversation = 'c-1', item = `i-${++items}` } = {}) => ({
  type: 'message',
  topic_id: `conversation-turn-${turn}`,
  payload: {
    type: 'conversation-turn-stream',
    payload: { type: 'stream-item', conversation_id: conversation, stream_item_id: item, encoded_item },
  },
});
const lines = (...sent: unknown[]): string => sent.map((each) => `${JSON.stringify(each)}\n`).join('');
const socket = (...sent: unknown[]) => heard(lines(...sent), null, 'socket');
const opening = (id: string) => message(id, 'assistant', '', { status: 'in_progress' });

describe('what comes over the socket', () => {
  test('single frames, lists, and frames caught up on are one stream, each once', () => {
    const second = frame(adds(WORDS, 'Hello '));
    const catchups = [frame(V1), frame(begins(opening('a'))), second];
    const reading = socket(
      { type: 'reply', id: 3, reply: { type: 'subscribe', topic_id: 'conversation-turn-t-1', catchups } },
      [],
      [second, frame(more('over '))],
      frame(`${more('the socket.')}${ends}`.trimEnd()),
      { type: 'message', topic_id: 'conversations', payload: { type: 'conversation-update', payload: {} } },
      frame(complete()),
    );
    expect(reading).toMatchObject({ native: 'c-1', cut: false });
    expect(textOf(draftOf(reading.byId, 'a'))).toBe('Hello over the socket.');
    expect(draftOf(reading.byId, 'a').raw).toMatchObject([[0, expect.any(Number)]]);
  });

  test('a turn says itself that it is done, or is cut', () => {
    const began = [frame(begins(opening('a'))), frame(adds(WORDS, 'Hi.')), frame(ends)];
    const done = { ...frame(''), payload: { type: 'conversation-turn-stream', payload: { type: 'done' } } };
    expect(socket(...began).cut).toBe(true);
    expect(socket(...began, done).cut).toBe(false);
  });

  test('frames of the oldest kind hold base64', () => {
    const body = sse({ message: message('a', 'assistant', 'Old 🌊'), conversation_id: 'c-1', error: null });
    const data = { type: 'http.response.body', response_id: 'r-1', conversation_id: 'c-1', more_body: true };
    const old = (text: string) => ({ type: 'message', data: { ...data, body: Buffer.from(text).toString('base64') } });
    expect(recogniseText(lines(old(body)))).toEqual({ route: 'socket', form: 'stream' });
    const reading = socket(old(body), old('data: [DONE]\n\n'));
    expect(textOf(draftOf(reading.byId, 'a'))).toBe('Old 🌊');
    expect(reading.cut).toBe(false);
  });

  test('several turns of a conversation are one session, each with messages of its own', () => {
    const turn = (id: string, of: string) => [
      frame(begins(message(`u${id}`, 'user', `Question ${id}`, { metadata: { parent_id: of } })), { turn: id }),
      frame(begins(opening(`a${id}`), 1), { turn: id }),
      frame(adds(WORDS, `Answer ${id}`), { turn: id }),
      frame(`${ends}${complete()}`, { turn: id }),
    ];
    const { byId } = socket(...turn('1', 'client-created-root'), ...turn('2', 'a1'));
    expect(draftOf(byId, 'u1').parents).toEqual([]);
    expect(draftOf(byId, 'u2').parents).toEqual(['chatgpt:a1']);
    expect(draftOf(byId, 'a2').parents).toEqual(['chatgpt:u2']);
    expect(byId.get('chatgpt:c-1/session.updated')?.body).toMatchObject({ leaf: 'chatgpt:a2' });
  });

  test('another conversation is not mixed in, and a broken line is told', () => {
    const own = [frame(begins(opening('a'))), frame(`${adds(WORDS, 'Mine.')}${ends}${complete()}`)];
    const other = { turn: 't-2', conversation: 'c-2' };
    const text = `${lines(...own, frame(begins(opening('b'), 0, 'c-2'), other))}{"type":"mess\n`;
    const { byId } = heard(text, null, 'socket');
    expect(byId.has('chatgpt:b')).toBe(false);
    expect(byId.get('chatgpt:c-1/gap.socket-other-conversations')?.body).toMatchObject({ why: 'unsupported' });
    expect(byId.get('chatgpt:c-1/gap.socket-lines')?.body).toMatchObject({ why: 'unreadable' });
  });

  test('without a turn it is nothing', () => {
    expect(readText(lines([], { type: 'message', topic_id: 'conversations', payload: {} }), null, 'socket')).toEqual({
      kind: 'nothing',
      because: 'other-page',
    });
    expect(readText('{"half', null, 'socket')).toMatchObject({ kind: 'drift', because: 'not-json' });
  });
});

describe('the socket while it is heard', () => {
  const route = chatgpt.routes.find(({ name }) => name === 'socket');
  const sort = (value: unknown) => (route && 'sort' in route ? route.sort(JSON.stringify(value)) : []);

  test('is known by its host and path', () => {
    expect(route).toMatchObject({ host: 'ws.chatgpt.com', body: 'lines' });
    for (const path of ['/p18/ws/user/user-Kx2', '/ws/user/user-Kx2']) expect(route?.path.test(path)).toBe(true);
    for (const path of ['/ws/user/', '/realtime/socket', '/ws/user/a/b']) expect(route?.path.test(path)).toBe(false);
  });

  test('is cut into turns, each ending with its own end; presence and lists of chats are not heard', () => {
    const [one, two] = [frame(begins(opening('a'))), frame(adds(WORDS, 'x'), { turn: 't-2', conversation: 'c-2' })];
    const missed = { type: 'reply', reply: { topic_id: 'conversation-turn-t-1', catchups: [one] } };
    const chats = {
      type: 'message',
      topic_id: 'conversations',
      payload: { type: 'conversation-update', title: 'Other' },
    };
    expect(sort([missed, two, chats])).toEqual([
      { of: 'conversation-turn-t-1', text: JSON.stringify(one), last: false },
      { of: 'conversation-turn-t-2', text: JSON.stringify(two), last: false },
    ]);
    expect(sort([])).toEqual([]);
    expect(sort('nonsense')).toEqual([]);
    for (const end of [complete(), DONE]) expect(sort(frame(end))).toMatchObject([{ last: true }]);
    expect(
      sort({ ...frame(''), payload: { type: 'conversation-turn-stream', payload: { type: 'done' } } }),
    ).toMatchObject([{ last: true }]);
    expect(sort(frame(adds(WORDS, 'data: [DONE] he said')))).toMatchObject([{ last: false }]);
  });

  test('what is heard of a turn is read as what a file holds', () => {
    const sent = [frame(V1), frame(begins(opening('a'))), frame(adds(WORDS, 'Heard.')), frame(`${ends}${complete()}`)];
    const text = sent.flatMap((each) => sort([each, frame(more('x'), { turn: 't-9' })]).slice(0, 1));
    const reading = heard(text.map((piece) => `${piece.text}\n`).join(''), null, 'socket');
    expect(reading).toMatchObject({ native: 'c-1', cut: false });
    expect(textOf(draftOf(reading.byId, 'a'))).toBe('Heard.');
  });
});

describe('text of unknown origin', () => {
  const claims = (text: string) => recogniseText(text)?.route ?? null;

  test('is known by the encoding, by messages with authors, by frames of turns', () => {
    expect(claims(stream(begins(opening('a'))))).toBe('stream');
    expect(claims(`: ping\n\n${V1}`)).toBe('stream');
    expect(claims(sse({ message: message('a', 'assistant', 'x'), conversation_id: 'c' }))).toBe('stream');
    expect(claims(begins(opening('a')))).toBe('stream');
    expect(claims(lines([], frame('data: {}')))).toBe('socket');
  });

  test('of other sites is not', () => {
    const claude = sse(
      { type: 'message_start', message: { id: 'm', role: 'assistant', content: [] } },
      'message_start',
    );
    const openai = sse({ id: 'x', choices: [{ delta: { content: 'hi' } }] });
    const patches = delta({ p: 'response/content', o: 'APPEND', v: 'hi' });
    for (const text of [claude, openai, patches, '', 'Dear diary', '{"a":1}\n{"b":2}\n', '{"topic_id":"x"}\n'])
      expect(claims(text)).toBe(null);
  });
});

overSamples('text recorded elsewhere', '', (paths) => {
  test('of other sites is not claimed', () => {
    const folders = paths.filter((path) => statSync(path).isDirectory() && !path.endsWith('/chatgpt'));
    const files = folders.flatMap((folder) =>
      readdirSync(folder, { withFileTypes: true, recursive: true }).flatMap((each) =>
        each.isFile() ? [join(each.parentPath, each.name)] : [],
      ),
    );
    expect(files.length).toBeGreaterThan(0);
    expect(files.filter((path) => recogniseText(readFileSync(path, 'utf8')))).toEqual([]);
  });
});

overSamples('streams recorded elsewhere', 'chatgpt/stream', (paths) => {
  test.each(paths.filter((path) => paths.includes(`${path}.expected.txt`)))('%s', (path) => {
    const text = readFileSync(path, 'utf8');
    const known = recogniseText(text);
    const { drafts } = heard(text, null, known?.route);
    const shown = textsIn(drafts.map(({ body }) => body)).join('\n');
    const lines = readFileSync(`${path}.expected.txt`, 'utf8').split('\n');
    expect(lines.filter((line) => !shown.includes(line))).toEqual([]);
  });
});
