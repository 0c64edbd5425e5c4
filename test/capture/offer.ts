import 'fake-indexeddb/auto';
import { begin, chunk, end, type Offerer } from '../../src/capture/sink/receive';
import { settle } from '../../src/capture/sink/settle';
import type { Sink } from '../../src/capture/sink/sink';
import { base64, utf8 } from '../../src/lib/bytes';
import type { Asked } from '../../src/messages/contract';
import { chatgptReader } from '../../src/providers/chatgpt/read';
import { chatgpt } from '../../src/providers/chatgpt/site';
import type { Reader } from '../../src/providers/contract';
import { practiceReader } from '../../src/providers/practice/read';
import { practice } from '../../src/providers/practice/site';
import { type Database, openDatabase } from '../../src/store/database';
import type { ExchangeRow, SessionRow } from '../../src/store/rows';

const readers: readonly Reader[] = [chatgptReader, practiceReader];
let databases = 0;

/** A database of its own; the same name again opens the same. */
export const newDatabase = (name = `test-${++databases}`): Promise<Database> => openDatabase({ name });

/** A sink over a database, with a clock that goes on by a second at each look. */
export function sinkOver(db: Database, changes: Partial<Sink> = {}): Sink {
  let seconds = 0;
  return {
    db,
    sites: [chatgpt, practice],
    readerOf: (site) => readers.find((reader) => reader.site.id === site) ?? null,
    now: () => Date.UTC(2026, 10, 1) + ++seconds * 1000,
    newId: () => crypto.randomUUID(),
    about: async () => ({ release: '0.1.0', browser: 'Chromium 156', os: 'Linux' }),
    ...changes,
  };
}

export const PRACTICE = { site: 'practice', origin: 'http://127.0.0.1:41973', tab: 7, granted: true } as const;
export const CHATGPT = { site: 'chatgpt', origin: 'https://chatgpt.com', tab: 8, granted: true } as const;

export interface Offer {
  readonly from: Offerer;
  readonly route: string;
  readonly method: string;
  readonly path: string;
  /** The whole address, where it is not of the page's origin. */
  readonly address?: string;
  /** The page's path. */
  readonly page: string;
  readonly body: string | Uint8Array;
  /** What the page sent, where the route keeps it. */
  readonly request?: string;
  readonly job?: string;
  readonly whole?: boolean;
  /** Bytes of one piece. */
  readonly piece?: number;
}

/** What is told first of the read of a practice chat. */
export const headOf = (changes: Partial<Head> = {}): Head => ({
  route: 'chat',
  method: 'GET',
  address: `${PRACTICE.origin}/api/chats/bread`,
  page: `${PRACTICE.origin}/chat/bread`,
  status: 200,
  type: 'application/json',
  job: null,
  ...changes,
});

type Head = Asked<'capture.begin'>['head'];

/** The read of a practice chat with these messages. */
export const practiceRead = (chat: { chat: { id: string } }, more: Partial<Offer> = {}): Offer => ({
  from: PRACTICE,
  route: 'chat',
  method: 'GET',
  path: `/api/chats/${chat.chat.id}`,
  page: `/chat/${chat.chat.id}`,
  body: JSON.stringify(chat),
  ...more,
});

/** The read of a ChatGPT conversation. */
export const chatgptRead = (id: string, body: string, more: Partial<Offer> = {}): Offer => ({
  from: CHATGPT,
  route: 'conversation',
  method: 'GET',
  path: `/backend-api/conversation/${id}`,
  page: `/c/${id}`,
  body,
  ...more,
});

let last = 0;
const page = crypto.randomUUID();

/** Tells the sink of an exchange as the relay does; gives it as it waits to be read, or null: not wanted. */
export async function tell(sink: Sink, offer: Offer): Promise<ExchangeRow | null> {
  const { from, route, method, path, piece = 1 << 20, whole = true } = offer;
  const id = `${page}.${++last}`;
  const shown = `${from.origin}${offer.page}`;
  const head = {
    route,
    method,
    address: offer.address ?? `${from.origin}${path}`,
    page: shown,
    status: 200,
    type: 'application/json',
    job: offer.job ?? null,
  };
  const request = offer.request === undefined ? null : base64(utf8(offer.request));
  if (!(await begin(sink, { id, head, request }, from))) return null;
  const bytes = typeof offer.body === 'string' ? utf8(offer.body) : offer.body;
  let number = 0;
  for (let at = 0; at < bytes.length; at += piece)
    await chunk(sink, { id, number: number++, bytes: base64(bytes.subarray(at, at + piece)) }, from);
  return end(sink, { id, chunks: number, whole, page: shown }, from);
}

/** The same, and read. */
export async function capture(sink: Sink, offer: Offer): Promise<SessionRow | null> {
  const row = await tell(sink, offer);
  return row && settle(sink, row);
}

/** Every row of every table, for looking for what must not be there. */
export async function everything(db: Database): Promise<Record<string, unknown[]>> {
  const rows: Record<string, unknown[]> = {};
  for (const table of db.tables) rows[table.name] = await table.toArray();
  return rows;
}

/** True if a text stands in any row: as a value, inside a text, or in bytes. */
export async function holds(db: Database, text: string): Promise<string[]> {
  const found: string[] = [];
  for (const [table, rows] of Object.entries(await everything(db)))
    if (rows.some((row) => textsIn(row).includes(text))) found.push(table);
  return found;
}

function textsIn(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof Uint8Array) return Buffer.from(value).toString('utf8');
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([key, each]) => `${key}\n${textsIn(each)}`)
      .join('\n');
  return String(value);
}
