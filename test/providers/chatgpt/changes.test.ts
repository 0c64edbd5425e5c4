import { expect, test } from 'vitest';
import { chatgptReader } from '../../../src/providers/chatgpt/read';
import type { Draft } from '../../../src/providers/contract';
import { chain, conversation, head, message, node, read, readChain } from './compose';

type Fields = Record<string, unknown>;

const person = (id: string, metadata: Fields = {}) => message(id, 'user', 'And now?', { metadata });
const answer = (id: string, model_slug: string | null, more: Fields = {}) =>
  message(id, 'assistant', 'So.', { metadata: { ...(model_slug ? { model_slug } : {}), ...more } });

const changesIn = (drafts: Iterable<Draft>) =>
  [...drafts].flatMap(({ id, parents, body }) =>
    'of' in body && body.of === 'change' ? [[id.slice('chatgpt:'.length), parents, body]] : [],
  );
const changed = (id: string, now: Fields, before: Fields) => [
  `${id}/config.changed`,
  [`chatgpt:${id}`],
  { of: 'change', changed: now, before },
];

test('a model that changes is an event beside the answer, and back again; one that stays is none', () => {
  const messages = [
    ...[
      person('p'),
      answer('a', 'gpt-5'),
      person('q'),
      answer('b', 'gpt-5'),
      person('r'),
      answer('c', 'gpt-5-thinking'),
    ],
    ...[person('s'), answer('d', null), person('t'), answer('e', 'gpt-5')],
  ];
  expect(changesIn(readChain(messages).values())).toEqual([
    changed('c', { model: 'gpt-5-thinking' }, { model: 'gpt-5' }),
    changed('e', { model: 'gpt-5' }, { model: 'gpt-5-thinking' }),
  ]);
});

test('how hard it thinks, and the tools that a person chose, with the first message that says so', () => {
  const effort = (thinking_effort: string) => ({ thinking_effort });
  const messages = [
    ...[person('p', { system_hints: [] }), answer('a', 'gpt-5', effort('standard'))],
    ...[
      person('q', { system_hints: ['search'], selected_sources: ['mail'] }),
      answer('b', 'gpt-5', effort('extended')),
    ],
    ...[person('r', { system_hints: ['search'], selected_sources: ['mail'] }), answer('c', 'gpt-5')],
    ...[person('s'), answer('d', 'gpt-5', effort('extended'))],
  ];
  expect(changesIn(readChain(messages).values())).toEqual([
    changed('a', { thinking_effort: 'standard' }, { thinking_effort: null }),
    changed(
      'q',
      { system_hints: ['search'], selected_sources: ['mail'] },
      { system_hints: null, selected_sources: null },
    ),
    changed('b', { thinking_effort: 'extended' }, { thinking_effort: 'standard' }),
    changed(
      's',
      { system_hints: null, selected_sources: null },
      { system_hints: ['search'], selected_sources: ['mail'] },
    ),
  ]);
});

test('each branch has its own changes, and below a message that was not sent nothing is known', () => {
  const fork = {
    root: node('root', null, ['p'], null),
    p: node('p', 'root', ['a', 'b'], person('p')),
    a: node('a', 'p', ['q'], answer('a', 'gpt-5')),
    q: node('q', 'a', ['c'], person('q')),
    c: node('c', 'q', [], answer('c', 'o3')),
    b: node('b', 'p', ['r'], answer('b', 'gpt-4o')),
    r: node('r', 'b', ['gone'], person('r')),
    d: node('d', 'gone', ['e'], answer('d', 'o3')),
    e: node('e', 'd', [], answer('e', 'gpt-5', { thinking_effort: 'max' })),
  };
  expect(changesIn(read(conversation(fork, 'c')).drafts)).toEqual([
    changed('c', { model: 'o3' }, { model: 'gpt-5' }),
    changed('e', { model: 'gpt-5' }, { model: 'o3' }),
  ]);
});

test('a thousand answers of one model are no event more; a page that begins midway invents no change', () => {
  const many = Array.from({ length: 1000 }, (_, n) => answer(`m${n}`, 'gpt-5', { thinking_effort: 'standard' }));
  expect(changesIn(readChain(many).values())).toHaveLength(1);
  const page = (has_previous_page: boolean) => {
    const sent = [person('p', { system_hints: ['search'] }), answer('a', 'gpt-5', { thinking_effort: 'max' })];
    const value = {
      conversation_id: 'c-1',
      title: 'T',
      messages: sent,
      page_info: { start_cursor: 'x', has_previous_page },
    };
    const reading = chatgptReader.read({ head: { ...head, route: 'turns' }, value, text: '', request: null });
    return reading.kind === 'session' ? changesIn(reading.drafts).length : null;
  };
  expect([page(true), page(false)]).toEqual([0, 2]);
});

test.each([['__proto__'], [7], [{ deep: [[[['x']]]] }], [['\ud800']]])(
  'chosen tools of any form are kept: %j',
  (hints) => {
    const drafts = read(conversation(chain([person('p', { system_hints: hints })]), 'p')).drafts;
    expect(changesIn(drafts)).toMatchObject([['p/config.changed', ['chatgpt:p'], { of: 'change' }]]);
  },
);
