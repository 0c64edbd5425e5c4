import 'fake-indexeddb/auto';
import type { DBCoreTable } from 'dexie';
import { begin, chunk, end, type Offerer } from '../../src/capture/sink/receive';
import { settle } from '../../src/capture/sink/settle';
import type { Sink } from '../../src/capture/sink/sink';
import { holderOf } from '../../src/capture/watch/read-lease';
import { utf8 } from '../../src/lib/bytes';
import { chatgptReader } from '../../src/providers/chatgpt/read';
import { chatgpt } from '../../src/providers/chatgpt/site';
import { type Database, openDatabase } from '../../src/store/database';
import { addJob } from '../../src/store/jobs';
import { answerTo } from '../sites/chatgpt/stream';
import { conversation, growTree, type Message, MORNING, message, text } from '../sites/chatgpt/tree';
import { dice, prose } from './compose';

const FROM: Offerer = { site: 'chatgpt', origin: 'https://chatgpt.com', tab: 1, granted: true };
const CHAT = 'c1';
const PAGE = `https://chatgpt.com/c/${CHAT}`;

/** What a database was told to write: rows, and bytes of all that is in them. */
export interface Written {
  rows: number;
  bytes: number;
  /** Of those the bytes that are gone again as soon as they are read. */
  passing: number;
}

/** The bytes of a value: of its texts and buffers, some for each number and name. */
function sizeOf(value: unknown): number {
  if (value instanceof Uint8Array) return value.length;
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 8;
  return Object.entries(value).reduce((sum, [key, each]) => sum + key.length + sizeOf(each), 0);
}

/** Tables whose rows only wait to be read. */
const PASSING: ReadonlySet<string> = new Set(['chunks', 'exchanges']);

/** Counts what is written from now on. */
function counting(db: Database): Written {
  const written: Written = { rows: 0, bytes: 0, passing: 0 };
  const count = (table: string, value: unknown): void => {
    const bytes = sizeOf(value);
    written.rows++;
    written.bytes += bytes;
    if (PASSING.has(table)) written.passing += bytes;
  };
  const counted = (table: DBCoreTable): DBCoreTable => ({
    ...table,
    mutate(request) {
      if ('values' in request) for (const value of request.values) count(table.name, value);
      return table.mutate(request);
    },
  });
  db.use({
    stack: 'dbcore',
    name: 'counting',
    create: (core) => ({ ...core, table: (name) => counted(core.table(name)) }),
  });
  return written;
}

/** A chat of so many messages of about a kilobyte, one below the other. */
function chatOf(messages: number): { readonly tree: ReturnType<typeof growTree>; readonly leaf: string } {
  const roll = dice(messages);
  const tree = growTree();
  let leaf = tree.add('root', null, null);
  for (let n = 0; n < messages; n++) {
    const id = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
    const role = n % 2 === 0 ? 'user' : 'assistant';
    leaf = tree.chain(leaf, message(id, role, text(prose(roll, 1_000)), { create_time: MORNING + n }));
  }
  return { tree, leaf };
}

interface Told {
  readonly route: string;
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly request: string | null;
  readonly job: string | null;
}

/** Tells the sink of an exchange as the relay does, and has it read. */
async function tell(sink: Sink, { route, method, path, body, request, job }: Told): Promise<void> {
  const id = `${crypto.randomUUID()}.1`;
  const address = `https://chatgpt.com${path}`;
  const head = { route, method, address, page: PAGE, status: 200, type: null, job };
  if (!(await begin(sink, { id, head, request: request === null ? null : utf8(request) }, FROM)))
    throw new Error('it was not taken on');
  await chunk(sink, { id, number: 0, bytes: utf8(body) }, FROM);
  const row = await end(sink, { id, chunks: 1, whole: true, page: PAGE }, FROM);
  if (!row || !(await settle(sink, row))) throw new Error('nothing came of it');
}

const readOf = (tree: ReturnType<typeof growTree>, leaf: string, job: string | null): Told => ({
  ...{ route: 'conversation', method: 'GET', path: `/backend-api/conversation/${CHAT}`, request: null, job },
  body: JSON.stringify(conversation(CHAT, 'Composed', tree, leaf)),
});

/** A read of the whole that is under way. */
async function askedRead({ db, now }: Sink): Promise<string> {
  const at = new Date(now()).toISOString();
  const job = crypto.randomUUID();
  await addJob(db, {
    ...{ id: job, kind: 'read', made: at, changed: at, state: 'running', error: null, result: null },
    ...{ progress: { step: 'asking', done: 0, total: null }, lease: { holder: holderOf(1), until: at } },
    ask: { tab: 1, site: 'chatgpt', origin: FROM.origin, conversation: CHAT, pack: false },
  });
  return job;
}

/** What one new turn of a chat writes that is kept, heard as it streams, and then a read of the whole. */
export async function writesOf(messages: number): Promise<{ readonly turn: Written; readonly read: Written }> {
  const plain = await openDatabase({ name: `bench-${messages}` });
  plain.close();
  const db = await openDatabase({ name: `bench-${messages}` });
  let now = Date.UTC(2026, 10, 1);
  const sink: Sink = {
    ...{ db, sites: [chatgpt], newId: () => crypto.randomUUID(), now: () => ++now },
    readerOf: (site) => (site === 'chatgpt' ? chatgptReader : null),
    about: async () => ({ release: '0', browser: null, os: null }),
  };
  const { tree, leaf } = chatOf(messages);
  await tell(sink, readOf(tree, leaf, await askedRead(sink))); // all of it is confirmed from now on

  const written = counting(db);
  db.close();
  await db.open(); // what counts is asked from here on
  const question = message('11111111-0000-4000-8000-000000000000', 'user', text('And the ebb?'), {
    create_time: MORNING + 9_000,
  }) as Message;
  const answer = answerTo({ conversation: CHAT, parent: leaf, message: question }, { turn: 1, encoding: 'v1' });
  const posted = { action: 'next', messages: [question], conversation_id: CHAT, parent_message_id: leaf };
  await tell(sink, {
    ...{ route: 'stream', method: 'POST', path: '/backend-api/f/conversation', job: null },
    ...{ body: answer.frames.join(''), request: JSON.stringify(posted) },
  });
  const turn = { ...written };

  const last = tree.chain(leaf, ...answer.messages);
  const job = await askedRead(sink);
  const before = { ...written };
  await tell(sink, readOf(tree, last, job));
  const read: Written = {
    rows: written.rows - before.rows,
    bytes: written.bytes - before.bytes,
    passing: written.passing - before.passing,
  };
  const frame = await frameIn(db);
  db.close();
  return { turn, read: { ...read, bytes: read.bytes - frame } };
}

/** The bytes of the largest frame: that of the last read of the whole. */
async function frameIn(db: Database): Promise<number> {
  let largest = 0;
  await db.contents.each(({ bytes }) => {
    if (bytes[0] === 0x7b && new TextDecoder().decode(bytes.subarray(0, 12)).startsWith('{"exchange"'))
      largest = Math.max(largest, bytes.length);
  });
  return largest;
}
