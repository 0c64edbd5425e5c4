import { expect, test } from 'vitest';
import { activePath, branchesOf, messageOf, messagesIn, pathTo, turnsIn } from '../../src/projection/branches';
import { viewOf } from '../../src/projection/view';
import { compose } from '../model/compose';

const native = (id: string) => ({ native: { id } });

/** Two turns of a site that sends messages as lists of blocks; the second question was asked in two ways. */
function blockLog() {
  const log = compose();
  const said = (id: string, parents: readonly string[], block: string | null, words = ''): string => {
    const more = { id: block === null ? id : `${id}/${block}`, parents, ...native(id) };
    return log.add(
      'message',
      { role: 'user', status: null, parts: words === '' ? [] : [{ type: 'text', text: words, format: 'plain' }] },
      more,
    );
  };
  const q1 = said('q1', [], null);
  const q1b = said('q1', [q1], 'message.0', 'one');
  const a1 = said('a1', [q1], null);
  const a1b = said('a1', [a1], 'message.0', 'two');
  const call = log.add(
    'tool.call',
    { callId: 'c', name: 'view', class: 'other', hosted: true, input: {} },
    { id: 'a1/tool.call.0', parents: [a1b], ...native('a1') },
  );
  const q2 = said('q2', [a1], null);
  const q2b = said('q2', [q2], 'message.0', 'three');
  const q3 = said('q3', [a1], null);
  const q3b = said('q3', [q3], 'message.0', 'four');
  return { log, q1, q1b, a1, a1b, call, q2, q2b, q3, q3b };
}

test('a message is followed by its blocks, and then by what answers it', () => {
  const { log, q1, q1b, a1, a1b, call, q2, q2b, q3 } = blockLog();
  const view = viewOf(log.events());
  const before = [q1, q1b, a1, a1b, call];
  expect(pathTo(view, q2).map(({ id }) => id)).toEqual([...before, q2, q2b]);
  expect(pathTo(view, a1b).map(({ id }) => id)).toEqual([q1, q1b, a1, a1b]);
  expect(branchesOf(view)).toEqual([
    { leaf: q3, active: true, length: 7 },
    { leaf: q2, active: false, length: 7 },
  ]);
  expect(messageOf(view, call)).toBe(a1);
  expect(messageOf(view, a1)).toBe(a1);
});

test('the leaf that the site says is a message, and the branch ends with its last block', () => {
  const { log, q2, q2b } = blockLog();
  log.updated('Two ways', q2);
  const view = viewOf(log.events());
  expect(branchesOf(view)[0]).toEqual({ leaf: q2, active: true, length: 7 });
  expect(activePath(view).at(-1)?.id).toBe(q2b);
});

test('blocks that two readings put in two rows are both read, each once', () => {
  const { log, q3, q3b } = blockLog();
  const other = log.add(
    'unknown',
    { type: 'sparkle', text: 'x' },
    { id: 'q3/unknown.0', parents: [q3], ...native('q3') },
  );
  const view = viewOf(log.events());
  expect(
    activePath(view)
      .slice(-3)
      .map(({ id }) => id),
  ).toEqual([q3, q3b, other]);
  expect(branchesOf(view)).toHaveLength(2);
});

test('an event below one block of a message goes on from that block', () => {
  const { log, call, q1, q1b, a1, a1b } = blockLog();
  const agent = log.add(
    'message',
    { role: 'assistant', status: null, parts: [] },
    { id: 'x1', parents: [call], thread: 'agent', ...native('x1') },
  );
  expect(pathTo(viewOf(log.events()), agent).map(({ id }) => id)).toEqual([q1, q1b, a1, a1b, call, agent]);
});

test('a message and its blocks are one turn and one message, an event of no message stands for itself', () => {
  const { log, q1, q1b, a1, a1b, call, q2, q3, q3b } = blockLog();
  const view = viewOf(log.events());
  const turns = turnsIn(view, activePath(view)).map(({ event, blocks }) => [event.id, ...blocks.map(({ id }) => id)]);
  expect(turns).toEqual([
    [q1, q1b],
    [a1, a1b, call],
    [q3, q3b],
  ]);
  expect(messagesIn(view).map(({ id }) => id)).toEqual([q1, a1, q2, q3]);
});

test('where a site gives messages no ids, their blocks are told by their own ids', () => {
  const log = compose();
  const nameless = { native: { id: null } };
  const q = log.user([], { id: 's1/page.0', parents: [], ...nameless });
  const qb = log.user('one', { id: 's1/page.0/message.0', parents: [q], ...nameless });
  const a = log.assistant([], { id: 's1/page.1', parents: [q], ...nameless });
  const thought = log.add(
    'reasoning',
    { form: 'none', parts: [] },
    { id: 's1/page.1/reasoning.0', parents: [a], ...nameless },
  );
  const ab = log.assistant('two', { id: 's1/page.1/message.0', parents: [thought], ...nameless });
  const view = viewOf(log.events());
  expect(branchesOf(view)).toEqual([{ leaf: a, active: true, length: 5 }]);
  expect(activePath(view).map(({ id }) => id)).toEqual([q, qb, a, thought, ab]);
  expect(messagesIn(view)).toHaveLength(2);
});

test('messages without ids that follow one another are no blocks of each other', () => {
  const log = compose();
  const nameless = { native: { id: null } };
  const q = log.user('one', { id: 's1/page.1', parents: [], ...nameless });
  const a = log.assistant('two', { id: 's1/page.10', parents: [q], ...nameless });
  expect(turnsIn(viewOf(log.events()), activePath(viewOf(log.events()))).map(({ event }) => event.id)).toEqual([q, a]);
});
