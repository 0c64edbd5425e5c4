import { afterAll, expect, test } from 'vitest';
import { type Exchange, take } from '../../src/intake/take';
import { utf8 } from '../../src/lib/bytes';
import type { Observation } from '../../src/model/event';
import { bodyOwnId } from '../../src/model/ids';
import { practiceReader } from '../../src/providers/practice/read';
import { practice } from '../../src/providers/practice/site';
import { startPractice } from './server';

const server = await startPractice({ pace: 0, now: () => Date.UTC(2026, 8, 21, 9) });
afterAll(() => server.close());

const exchange = (route: 'chat' | 'answer', body: string): Exchange => ({
  head: {
    site: 'practice',
    origin: server.origin,
    route,
    method: route === 'chat' ? 'GET' : 'POST',
    address: `${server.origin}/api/chats/sourdough${route === 'chat' ? '' : '/messages'}`,
    status: 200,
    type: route === 'chat' ? 'application/json' : 'text/event-stream',
    at: '2026-09-21T10:00:00.000Z',
    capture: 'asked',
    form: route === 'chat' ? 'read' : 'stream',
  },
  body: utf8(body),
  request: null,
});

async function read(route: 'chat' | 'answer', body: string): Promise<readonly Observation[]> {
  const {
    outcome,
    artifacts,
    body: kept,
  } = await take(exchange(route, body), practiceReader, '2026-09-21T10:00:00.000Z');
  if (outcome.kind !== 'session') throw new Error(`read as ${outcome.kind}`);
  expect(new TextDecoder().decode(kept)).toBe(body);
  for (const { source } of outcome.observations)
    for (const { artifact } of source.raw) expect(artifacts.has(artifact.slice('sha256:'.length))).toBe(true);
  return outcome.observations;
}

/** Without the gaps that stand for parents which a stream does not repeat. */
const messagesOf = (observations: readonly Observation[]): readonly Observation[] =>
  observations.filter(({ kind }) => kind === 'message');

const post = async (body: object): Promise<string> =>
  (
    await fetch(`${server.origin}/api/chats/sourdough/messages`, {
      method: 'POST',
      headers: { origin: server.origin },
      body: JSON.stringify(body),
    })
  ).text();

test('the chat is read whole: branches, citations, a picture, a file', async () => {
  const observations = await read('chat', server.json('sourdough') ?? '');
  const messages = messagesOf(observations);
  expect(messages.map(({ id, parents }) => [id, ...parents])).toEqual([
    ['practice:m1'],
    ['practice:m2', 'practice:m1'],
    ['practice:m3'],
    ['practice:m4', 'practice:m3'],
    ['practice:m5', 'practice:m3'],
    ['practice:m6', 'practice:m5'],
    ['practice:m7', 'practice:m6'],
  ]);
  expect(observations.find(({ kind }) => kind === 'session.updated')?.body).toMatchObject({ leaf: 'practice:m7' });
  expect(observations.filter(({ kind }) => kind === 'artifact').map(({ body }) => body)).toMatchObject([
    { name: 'Rise of the dough.png', mime: 'image/png', role: 'image' },
    { name: 'rise.csv', mime: 'text/csv', role: 'file' },
  ]);
  expect(observations.find(({ id }) => id === 'practice:m7/f3')).toMatchObject({
    kind: 'gap',
    body: { why: 'not-fetched', what: { pointer: 'file:f3', name: 'Crumb.png' } },
  });
  const cited = messages.find(({ id }) => id === 'practice:m5')?.body as {
    parts: { type: string; range?: { start: number; end: number }; text?: string }[];
  };
  const text = cited.parts[0]?.text ?? '';
  const ranges = cited.parts.flatMap(({ type, range }) =>
    type === 'citation' && range ? [text.slice(range.start, range.end)] : [],
  );
  expect(ranges).toEqual(['rye drinks more water', '75 %']);
});

test('what is heard of an answer is what a read gives later', async () => {
  const stream = await post({ parent: 'm7', text: 'And “salt” 🧂?' });
  const heard = messagesOf(await read('answer', stream));
  expect(heard.map(({ id }) => id)).toEqual(['practice:m8', 'practice:m9']);
  const later = await read('chat', server.json('sourdough') ?? '');
  for (const { id, body, parents } of heard)
    expect(later.find((each) => each.id === id)).toMatchObject({ body, parents });
  const [from = 0, to = 0] =
    heard.flatMap(({ source }) => source.raw).map((place) => ('bytes' in place ? place.bytes : [0, 0]))[1] ?? [];
  const bytes = new TextDecoder().decode(utf8(stream).slice(from, to));
  expect(JSON.parse(bytes)).toMatchObject({ id: 'm9' });
});

test('another answer is a branch; a cut stream gives what is whole', async () => {
  const stream = await post({ parent: 'm8', text: null });
  const [question, answer] = await read('answer', stream);
  expect([question?.id, answer?.parents]).toEqual(['practice:m8', ['practice:m8']]);
  const cut = messagesOf(await read('answer', stream.slice(0, stream.indexOf('event: answer') + 40)));
  expect(cut.map(({ id }) => id)).toEqual(['practice:m8']);
});

test('only its own page may write to it', async () => {
  const foreign = await fetch(`${server.origin}/api/chats/sourdough/messages`, {
    method: 'POST',
    headers: { origin: 'https://elsewhere.example' },
    body: '{}',
  });
  expect(foreign.status).toBe(404);
});

test('what is strange becomes drift, an unknown event or a gap, and never a throw', () => {
  const at = (value: unknown) =>
    practiceReader.read({
      head: exchange('chat', '').head as Parameters<typeof practiceReader.read>[0]['head'],
      value,
      text: '',
      request: null,
    });
  expect(at(undefined)).toMatchObject({ kind: 'drift', because: 'not-json' });
  expect(at({ chat: {}, messages: 1 })).toMatchObject({ kind: 'drift', because: 'shape' });
  expect(at({ chat: { id: 'x' }, messages: [] })).toMatchObject({ kind: 'drift', because: 'empty' });
  const odd = at({
    chat: { id: 'x' },
    messages: [
      7,
      { id: 'a', parent: 'b' },
      { id: 'b', parent: 'a' },
      { id: 'c', parent: 'gone', files: [{ base64: '*' }] },
    ],
  });
  const kinds = odd.kind === 'session' ? odd.drafts.map(({ id, kind }) => `${kind} ${id}`) : [];
  expect(kinds).toContain(`unknown practice:x/unknown.${bodyOwnId({ type: null, text: null })}`);
  expect(kinds).toContain('gap practice:gone');
  expect(kinds).toContain('gap practice:c/gap.0');
  expect(kinds.filter((each) => each.endsWith('/gap.cycle'))).toHaveLength(1);
});

test('an address shows a chat on one of its own ports only', () => {
  expect(practice.conversation(new URL(server.chat))).toBe('sourdough');
  expect(practice.conversation(new URL('http://127.0.0.1:8080/chat/sourdough'))).toBeNull();
  expect(practice.conversation(new URL(`${server.origin}/`))).toBeNull();
});
