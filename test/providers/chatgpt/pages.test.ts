import { describe, expect, test } from 'vitest';
import { pathTo } from '../../../src/projection/branches';
import { lacksOf } from '../../../src/projection/lacks';
import { chain, conversation, message, node } from './compose';
import { type Answer, ordersOf, shownOf, viewAfter } from './merged';

type Fields = Record<string, unknown>;

const said = [
  message('s', 'system', '', {
    create_time: null,
    weight: 0,
    metadata: { is_visually_hidden_from_conversation: true },
  }),
  message('q1', 'user', 'When is slack water?'),
  message('a1', 'assistant', 'At ten.'),
  message('q2', 'user', 'And tomorrow?'),
  message('a2', 'assistant', 'An hour later.'),
  message('q3', 'user', 'Thanks.'),
];
const whole = conversation(chain(said), 'q3');
const tree: Answer = { route: 'conversation', body: whole };
const { mapping: _, ...about } = whole;

const info = (start: string, previous: boolean, next = false): Fields => ({
  page_info: { start_cursor: start, end_cursor: null, has_previous_page: previous, has_next_page: next },
});
const newest = (from: number, cursor: string, previous = true): Answer => ({
  route: 'turns',
  address: '/backend-api/conversations/c-1?include_has_versions=true&num_turns=10',
  body: { ...about, messages: said.slice(from), ...info(cursor, previous) },
});
const older = (from: number, to: number, { before, cursor }: { before: string; cursor: string }): Answer => ({
  route: 'older-turns',
  address: `/backend-api/conversations/c-1/messages?before=${encodeURIComponent(before)}&num_turns=10`,
  body: { messages: said.slice(from, to), ...info(cursor, from > 0, true) },
});

/** Three pages; the cursors are an id of a message and something else. */
const pages = [
  newest(5, 'q3'),
  older(3, 5, { before: 'q3', cursor: 'x/+=7' }),
  older(0, 3, { before: 'x/+=7', cursor: 's' }),
];

describe('flat pages', () => {
  test('in any order give the tree that the site’s own tree gives', async () => {
    const expected = shownOf(await viewAfter([tree]));
    for (const order of ordersOf(pages)) expect(shownOf(await viewAfter(order))).toEqual(expected);
  });

  test('and the tree, before, between or after them, changes nothing and doubles nothing', async () => {
    const expected = shownOf(await viewAfter([tree]));
    for (const order of ordersOf([tree, ...pages])) expect(shownOf(await viewAfter(order))).toEqual(expected);
  });

  test('that lack an older one say so in its place, and nothing else', async () => {
    const view = await viewAfter([newest(3, 'q2')]);
    expect(lacksOf(view).map(({ id, body }) => [id, body])).toEqual([
      ['chatgpt:before=q2', { what: { node: 'before=q2' }, why: 'not-sent', where: 'messages', native: 'before=q2' }],
    ]);
    expect(pathTo(view, 'chatgpt:q3').map(({ id }) => id)).toEqual([
      ...['chatgpt:before=q2', 'chatgpt:q2', 'chatgpt:a2', 'chatgpt:q3'],
    ]);
  });

  test('one that was heard without the newest says that title, leaf and all later words are missing', async () => {
    const view = await viewAfter([older(0, 3, { before: 'q2', cursor: 's' })]);
    expect(lacksOf(view).map(({ id, body }) => [id, body.why])).toEqual([['chatgpt:c-1/session.updated', 'not-asked']]);
  });

  test('that overlap hold each message once, with the parent that one of them knows', async () => {
    const expected = shownOf(await viewAfter([tree]));
    const overlapping = [newest(3, 'q2'), older(0, 5, { before: 'q3', cursor: 's' })];
    for (const order of ordersOf(overlapping)) expect(shownOf(await viewAfter(order))).toEqual(expected);
  });

  test('never take a parent from the metadata', async () => {
    const astray = said.map((each) => ({ ...each, metadata: { ...(each.metadata as Fields), parent_id: 'a1' } }));
    const body = { ...about, messages: astray, ...info('s', false) };
    expect(shownOf(await viewAfter([{ route: 'turns', body }]))).toEqual(shownOf(await viewAfter([tree])));
  });

  test('a message sent twice is one; two with one id are two', async () => {
    const twice = [...said, said.at(-1), message('q3', 'user', 'Otherwise.')];
    const view = await viewAfter([{ route: 'turns', body: { ...about, messages: twice, ...info('s', false) } }]);
    expect([...view.current.keys()].filter((id) => id.startsWith('chatgpt:q3'))).toEqual([
      ...['chatgpt:q3', 'chatgpt:q3/7'],
    ]);
  });
});

describe('versions that a page names and does not send', () => {
  const versioned = said.map((each) =>
    each.id === 'a2' ? { ...each, metadata: { has_versions: true, parent_id: 'nowhere' } } : each,
  );
  const page: Answer = { route: 'turns', body: { ...about, messages: versioned, ...info('s', false) } };
  const other = message('a2-b', 'assistant', 'Half an hour later.');
  const both: Answer = {
    route: 'conversation',
    body: {
      ...whole,
      mapping: {
        ...chain(said),
        q2: node('q2', 'a1', ['a2-b', 'a2'], said[3]),
        'a2-b': node('a2-b', 'q2', [], other),
      },
    },
  };

  test('are a gap beside the message', async () => {
    const view = await viewAfter([page]);
    expect(lacksOf(view).map(({ id, body, parents }) => [id, body.why, parents])).toEqual([
      ['chatgpt:a2/branch', 'not-asked', ['chatgpt:a2']],
    ]);
  });

  test('which ends with the tree, whichever came first; one that the tree does not know stays', async () => {
    const expected = shownOf(await viewAfter([both]));
    for (const order of ordersOf([page, both])) {
      const view = await viewAfter(order);
      expect(shownOf(view)).toEqual(expected);
      expect(lacksOf(view)).toEqual([]);
    }
    expect(lacksOf(await viewAfter([tree, page])).map(({ id }) => id)).toEqual(['chatgpt:a2/branch']);
  });
});

test('a page of another form is drift, an older page without messages is no news', async () => {
  const read = (answer: Answer): Promise<unknown> => viewAfter([answer]);
  await expect(read({ route: 'turns', body: { messages: [], ...info('', false) } })).rejects.toThrow('"empty"');
  await expect(read({ route: 'conversation', body: { messages: [{ role: 'user', content: 'x' }] } })).rejects.toThrow(
    'shape',
  );
  const empty = { ...older(0, 0, { before: 'q2', cursor: 's' }) };
  await expect(read(empty)).rejects.toThrow('other-page');
});
