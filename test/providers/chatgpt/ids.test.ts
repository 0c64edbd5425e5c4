import { expect, test } from 'vitest';
import type { Draft } from '../../../src/providers/contract';
import { chain, conversation, draftOf, message, read, readChain } from './compose';

const attached = (...ids: string[]) => ({ metadata: { attachments: ids.map((id) => ({ id, name: `${id}.csv` })) } });
const missing = 'and \ue200cite\ue202turn7search1\ue201 so on';

/** What the drafts beside a message say, by id. */
const beside = (drafts: ReadonlyMap<string, Draft>): Map<string, unknown> =>
  new Map([...drafts].filter(([id]) => id !== 'chatgpt:m').map(([id, { body }]) => [id, body]));

test('an id beside a message says the same at every capture: a file more moves no other gap', () => {
  const before = beside(readChain([message('m', 'assistant', missing, attached('file-b'))]));
  const after = beside(readChain([message('m', 'assistant', missing, attached('file-a', 'file-b'))]));
  expect([...before.keys()].filter((id) => id.startsWith('chatgpt:m/'))).toEqual([
    'chatgpt:m/file-b',
    'chatgpt:m/gap.sources',
  ]);
  for (const [id, body] of before) expect([id, after.get(id)]).toEqual([id, body]);
  expect(after.has('chatgpt:m/file-a')).toBe(true);
});

test('what a message lacks has the id of what is lacking', () => {
  const metadata = {
    codex_sub_agent_activity: { kind: 'started', agentThreadId: 't-1' },
    canvas: { textdoc_id: 'd-1', has_user_edit: true, version: 3 },
    async_task_conversation_id: 'c-9',
  };
  const drafts = readChain([message('m', 'assistant', 'Done.', { metadata })]);
  expect(draftOf(drafts, 'm/thread-t-1').body).toMatchObject({ why: 'not-sent' });
  expect(draftOf(drafts, 'd-1/version.now').body).toMatchObject({ why: 'not-asked', what: { version: 3 } });
  expect(draftOf(drafts, 'm/conversation-c-9').body).toMatchObject({ why: 'not-asked' });
});

test('a later message is no news of the settings and of the files on the server', () => {
  const more = { update_time: 1_780_000_900, default_model_slug: 'auto' };
  const drafts = readChain([message('m', 'user', 'Look.', attached('file-a'))], more);
  const times = [...drafts.values()].flatMap(({ kind, at }) => (at.updated === null ? [] : [kind]));
  expect(times).toEqual(['session.updated']);
  expect(draftOf(drafts, 'c-1/config').body).toMatchObject({ model: 'auto' });
  expect(draftOf(drafts, 'c-1/server.state.file-file-a').body).toMatchObject({ type: 'file' });
});

test('the order of the nodes makes no id, of a conversation without an id neither', () => {
  const mapping = chain([message('a', 'user', 'Look.', attached('file-a')), message('b', 'assistant', missing)]);
  const said = (nodes: object) =>
    read(conversation(nodes, 'b', { conversation_id: undefined, default_model_slug: 'auto' })).drafts.map(
      ({ id, body }) => [id, body],
    );
  expect(said(Object.fromEntries(Object.entries(mapping).reverse()))).toEqual(said(mapping));
});
