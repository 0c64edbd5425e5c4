import { describe, expect, test } from 'vitest';
import { branchesOf, leafOf } from '../../../src/projection/branches';
import { serverCopiesOf, titleOf } from '../../../src/projection/lacks';
import { chatgptReader } from '../../../src/providers/chatgpt/read';
import { chain, conversation, message, node } from './compose';
import { type Answer, logsOf, ordersOf, shownOf, viewAfter } from './merged';

const said = [message('q', 'user', 'When is slack water?'), message('a', 'assistant', 'At ten.')];
const SHARE = '6a7f-0000';
const own = conversation(
  {
    ...chain(said),
    q: node('q', 'root', ['a', 'a-b'], said[0]),
    'a-b': node('a-b', 'q', ['q-2'], message('a-b', 'assistant', 'At noon.')),
    'q-2': node('q-2', 'a-b', [], message('q-2', 'user', 'Really?')),
  },
  'q-2',
);
const tree: Answer = { route: 'conversation', body: own };

const list = [node('q', 'root', ['a'], said[0]), node('a', 'q', [], said[1])];
const snapshot = {
  ...{ title: 'As it was shared', create_time: 1_780_000_000, update_time: 1_790_000_000, current_node: 'a' },
  ...{ conversation_id: SHARE, backing_conversation_id: 'c-1', is_public: true, model: { slug: 'gpt-x' } },
};
const share = (more: object, route = 'share'): Answer => ({
  route,
  address: `/backend-api/share/${SHARE}`,
  body: { ...snapshot, ...more },
  capture: 'heard',
});
const withBoth = share({ mapping: chain(said), linear_conversation: list });

describe('a public snapshot', () => {
  test.each([
    ['with both of its forms', withBoth],
    ['as a tree', share({ mapping: chain(said) })],
    ['as a list', share({ linear_conversation: list })],
    ['as a list without ids', share({ linear_conversation: said.map((each) => ({ message: each })) })],
  ])('%s is the conversation that it was taken of', async (_, answer) => {
    const [native, log] = [...(await logsOf([answer]))][0] ?? [];
    expect(native).toBe('c-1');
    const messages = (log ?? []).filter(({ kind }) => kind === 'message');
    expect(messages.map(({ id, parents, source }) => [id, parents, source.form])).toEqual([
      ['chatgpt:q', [], 'share'],
      ['chatgpt:a', ['chatgpt:q'], 'share'],
    ]);
    const view = await viewAfter([answer]);
    expect([leafOf(view), titleOf(view)]).toEqual(['chatgpt:a', 'As it was shared']);
  });

  test('merges with what is known of it, in any order, and outdates neither title nor leaf', async () => {
    const expected = await viewAfter([tree]);
    for (const order of ordersOf([tree, withBoth])) {
      const view = await viewAfter(order);
      expect([leafOf(view), titleOf(view)]).toEqual(['chatgpt:q-2', 'Composed']);
      expect(branchesOf(view)).toEqual(branchesOf(expected));
    }
    const [first, second] = await Promise.all(ordersOf([tree, withBoth]).map(viewAfter));
    expect(first && shownOf(first)).toEqual(second && shownOf(second));
  });

  test('is a link on the server, with a way to delete it', async () => {
    const copies = serverCopiesOf(await viewAfter([withBoth])).map(({ copy: { type, id } }) => [type, id]);
    expect(copies).toEqual([
      ['conversation', 'c-1'],
      ['share-link', SHARE],
    ]);
  });

  test('that does not say of what it was taken is a conversation under its own id', async () => {
    const named = [
      ...(await logsOf([share({ backing_conversation_id: null, mapping: chain(said), linear_conversation: list })])),
    ];
    expect(named.map(([native]) => native)).toEqual([SHARE]);
    const nameless = share({ backing_conversation_id: null, conversation_id: null, linear_conversation: list });
    expect([...(await logsOf([nameless])).keys()]).toEqual([SHARE]);
  });

  test('is known in a file', () => {
    expect(chatgptReader.recognises({ linear_conversation: list })).toBe(true);
    expect(chatgptReader.recognises({ linear_conversation: [{ role: 'user' }] })).toBe(false);
  });
});
