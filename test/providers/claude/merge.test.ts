import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../../src/intake/take';
import type { Event } from '../../../src/model/event';
import { viewOf } from '../../../src/projection/view';
import { chats } from './chats';
import { answersOf, asked, exported, heard, logOf, merged, shared, stateOf } from './merge';
import type { Chat } from './model';

const allOf = (chat: Chat): Exchange[] => [
  ...answersOf(chat).map((answer) => heard(chat, answer)),
  asked(chat),
  exported(chat),
  shared(chat),
];
const byName = chats.map((chat): [string, Chat] => [chat.name, chat]);

const SAID = /^(?:message|reasoning|tool\.)/;
const OF_MESSAGES = /^(?:message|reasoning|tool\.|compaction|artifact|gap|unknown|notice|context)/;
const leafAndTitle = (body: Event['body']): object =>
  'leaf' in body ? { title: body.title, leaf: body.leaf, project: body.project } : {};

/** What is said, by id. */
const said = (events: readonly Event[]): unknown => stateOf(events.filter(({ kind }) => SAID.test(kind)));

/** Ids of what is said: messages, thoughts, calls and results. */
const saidIn = (events: readonly Event[]): string[] =>
  [...viewOf(events).current.values()]
    .filter(({ kind }) => SAID.test(kind))
    .map(({ id }) => id)
    .sort();

describe.each(byName)('%s', (_, chat) => {
  test('read, heard and exported, each block has the same id', async () => {
    const read = saidIn(await logOf([asked(chat)]));
    expect(saidIn(await logOf([exported(chat)]))).toEqual(read);
    expect(saidIn(await logOf(answersOf(chat).map((answer) => heard(chat, answer))))).toEqual(read);
    expect(saidIn(await logOf([shared(chat)])).filter((id) => !read.includes(id))).toEqual([]);
  });

  test('read, heard, exported and shared, it is one tree, whatever came first', async () => {
    const all = allOf(chat);
    const first = stateOf(await logOf(all));
    expect(stateOf(await logOf(all.toReversed()))).toEqual(first);
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(all, { minLength: all.length }), async (shuffled) => {
        expect(stateOf(await logOf(shuffled))).toEqual(first);
      }),
      { numRuns: 6 },
    );
  });

  test('what the asked read says of the messages stands, whatever else was taken', async () => {
    const read = viewOf(await logOf([asked(chat)])).current;
    const all = viewOf(await logOf(allOf(chat))).current;
    for (const [id, { kind, body, parents }] of read)
      if (OF_MESSAGES.test(kind)) expect(all.get(id), id).toMatchObject({ kind, body, parents });
      else if (kind === 'session.updated') expect(all.get(id)?.body).toMatchObject(leafAndTitle(body));
  });

  test('a second time, nothing is written', async () => {
    const all = allOf(chat);
    const once = await logOf([...all, ...all]);
    expect(await logOf([...all, ...all, ...all])).toEqual(once);
  });
});

test('an answer of which the end was not heard stands until more is known', async () => {
  const [, , , chat] = chats;
  const [answer] = answersOf(chat as Chat);
  if (!chat || !answer) throw new Error('no such chat');
  const cut = heard(chat, answer, '2026-07-28T00:00:00.000Z', 2_500);
  const alone = await logOf([cut]);
  expect(new Set(alone.flatMap(({ kind, source }) => (kind === 'message' ? [source.form] : [])))).toEqual(
    new Set(['cut']),
  );
  for (const better of [heard(chat, answer), asked(chat), exported(chat)]) {
    const after = said(await logOf([better]));
    expect(said(await logOf([cut, better]))).toEqual(after);
    expect(said(await logOf([better, cut]))).toEqual(after);
  }
});

test('an edit and another answer that were only heard stay branches after a read that lacks them', async () => {
  const [, chat] = chats;
  if (!chat) throw new Error('no such chat');
  const kept = new Set(chat.messages.slice(0, 2).map(({ uuid }) => uuid));
  const later: Chat = {
    ...chat,
    leaf: chat.messages[1]?.uuid ?? '',
    messages: chat.messages.filter(({ uuid }) => kept.has(uuid)),
  };
  const events = await logOf([...answersOf(chat).map((answer) => heard(chat, answer)), asked(later)]);
  const { children } = viewOf(events);
  const siblings = children.get(`claude:${chat.messages[0]?.uuid}`) ?? [];
  for (const { uuid } of chat.messages.slice(1, 4)) expect(siblings).toContain(`claude:${uuid}`);
});

test('two chats are two sessions', async () => {
  expect(await merged(chats.map((chat) => asked(chat)))).toHaveLength(chats.length);
});
