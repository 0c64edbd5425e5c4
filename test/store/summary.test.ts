import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { entryOf, openLedger } from '../../src/model/ledger';
import { summarise } from '../../src/store/summary';
import { newDatabase } from '../capture/offer';
import { compose } from '../model/compose';

test('a list counts messages, not the blocks that some sites send them in', async () => {
  const log = compose();
  const q = log.user([], { id: 'q1', parents: [] });
  log.user('one', { id: 'q1/message.0', parents: [q], native: { id: 'q1' } });
  const a = log.assistant([], { id: 'a1', parents: [q] });
  const first = log.assistant('two', { id: 'a1/message.0', parents: [a], native: { id: 'a1' } });
  log.assistant('three', { id: 'a1/message.1', parents: [first], native: { id: 'a1' } });
  const db = await newDatabase(`counted-${crypto.randomUUID()}`);
  const { counts } = await summarise(db, 's1', openLedger(log.events().map(entryOf)), []);
  expect(counts).toEqual({ events: 6, messages: 2, gaps: 0 });
  db.close();
});
