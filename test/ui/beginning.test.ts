import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, test } from 'vitest';
import { branchesOf } from '../../src/projection/branches';
import { numberOf, type SessionView, viewOf } from '../../src/projection/view';
import { type Database, openDatabase } from '../../src/store/database';
import { readLog, readSession } from '../../src/store/sessions';
import { beginningOf } from '../../src/ui/beginning';
import { stopsTo } from '../../src/ui/session/path';
import { conversation, growTree, message, text } from '../sites/chatgpt/tree';
import { keepIn } from './kept';

const SESSION = '11111111-1111-4111-8111-111111111111';

/** A chat of so many messages whose first one was worded three times, and whose tenth answer twice. */
function chat(messages: number): object {
  const tree = growTree();
  const root = tree.add('root', null, null);
  for (const other of ['first', 'second'])
    tree.chain(root, message(other, 'user', text(other)), message(`${other}-a`, 'assistant', text(`To ${other}`)));
  let leaf = root;
  for (let n = 0; n < messages; n++) {
    if (n === 9) tree.chain(leaf, message('other', 'assistant', text('Another answer')));
    leaf = tree.chain(leaf, message(`m${n}`, n % 2 ? 'assistant' : 'user', text(`Words ${n}`)));
  }
  return conversation('c1', 'Chat', tree, leaf);
}

const said = (view: SessionView, leaf: string) =>
  stopsTo(view, leaf).map(({ event, blocks, beside, forks }) => ({
    number: numberOf(view, event.id),
    event,
    blocks,
    beside: beside.map(({ id }) => id),
    forks,
  }));

describe('the beginning of a session', () => {
  let db: Database;
  beforeEach(async () => {
    db = await openDatabase({ name: crypto.randomUUID() });
  });

  async function both(messages: number) {
    await keepIn(db, SESSION, chat(messages));
    const row = await readSession(db, SESSION);
    const lines = (await readLog(db, SESSION)) ?? [];
    if (!row) throw new Error('not kept');
    const whole = viewOf(lines.map((line) => JSON.parse(line)));
    return { row, whole, leaf: branchesOf(whole)[0]?.leaf ?? '' };
  }

  test('is what the whole begins with: the same places, numbers, and versions to switch to', async () => {
    const { row, whole, leaf } = await both(300);
    const beginning = await beginningOf(db, row);
    if (!beginning) throw new Error('no beginning');
    const first = said(beginning.view, beginning.leaf);
    expect(first).toHaveLength(20);
    expect(first).toEqual(said(whole, leaf).slice(0, 20));
    expect(first[0]?.forks).toHaveLength(3);
    expect(first[9]?.forks).toHaveLength(2);
    expect(beginning.view.current.size).toBeLessThan(40);
  });

  test('is not looked for where the session is short', async () => {
    expect(await beginningOf(db, (await both(20)).row)).toBeNull();
  });

  test('is not looked for where nobody said where the session ends', async () => {
    expect(await beginningOf(db, { ...(await both(300)).row, leaf: null })).toBeNull();
  });
});
