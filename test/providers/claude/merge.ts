import { identify, record } from '../../../src/intake/record';
import { type Exchange, type Taken, take } from '../../../src/intake/take';
import { utf8 } from '../../../src/lib/bytes';
import { EMPTY } from '../../../src/model/chain';
import type { Event } from '../../../src/model/event';
import { openLedger } from '../../../src/model/ledger';
import { viewOf } from '../../../src/projection/view';
import { claudeReader } from '../../../src/providers/claude/read';
import type { Chat, Said } from './model';
import { ORG } from './model';
import { asExport, asRead, asShare, asStream } from './render';

export const ORIGIN = 'https://claude.ai';
const EPOCH = '1970-01-01T00:00:00.000Z';
const recorder = { release: '0.1.0', browser: null, os: null, account: null, recorded: '2026-08-01T00:00:00.000Z' };

const head = (route: string, more: Partial<Exchange['head']>): Exchange['head'] => ({
  site: 'claude',
  origin: ORIGIN,
  route,
  method: 'GET',
  address: null,
  status: 200,
  type: 'application/json',
  at: '2026-07-30T00:00:00.000Z',
  capture: 'heard',
  form: 'read',
  ...more,
});

const json = (value: unknown): Uint8Array<ArrayBuffer> => utf8(JSON.stringify(value));

/** What the page's own call gives, when we ask. */
export const asked = (chat: Chat, at = '2026-07-30T00:00:00.000Z'): Exchange => ({
  head: head('conversation', {
    capture: 'asked',
    at,
    address: `${ORIGIN}/api/organizations/${ORG}/chat_conversations/${chat.uuid}?tree=True`,
  }),
  body: json(asRead(chat)),
  request: null,
});

/** One answer as it was heard. `length`: so many characters of it. */
export function heard(chat: Chat, answer: Said, at = '2026-07-29T00:00:00.000Z', length?: number): Exchange {
  const { address, request, text } = asStream(chat, answer);
  return {
    head: head('completion', { method: 'POST', address, at, type: 'text/event-stream', form: 'stream' }),
    body: utf8(text.slice(0, length)),
    request: utf8(request),
  };
}

export const exported = (chat: Chat): Exchange => ({
  head: head('export', { origin: null, method: null, status: null, at: null, capture: 'file', form: 'export' }),
  body: json(asExport(chat)),
  request: null,
});

export const shared = (chat: Chat): Exchange => ({
  head: head('share', {
    form: 'share',
    address: `${ORIGIN}/api/chat_snapshots/5e5e5e5e-0000-4000-8000-0000000000dd`,
    at: '2026-07-31T00:00:00.000Z',
  }),
  body: json(asShare(chat)),
  request: null,
});

export const answersOf = ({ messages }: Chat): readonly Said[] =>
  messages.filter(({ sender }) => sender === 'assistant');

export const takenOf = (exchange: Exchange): Promise<Taken> => take(exchange, claudeReader, EPOCH);

interface Kept {
  log: Parameters<typeof record>[0];
  readonly events: Event[];
  readonly artifacts: Map<string, Uint8Array<ArrayBuffer>>;
}

/** Takes exchanges into one log for each session. */
export async function merged(exchanges: readonly Exchange[]): Promise<Kept[]> {
  const logs = new Map<string, Kept>();
  for (const exchange of exchanges) {
    const taken = await takenOf(exchange);
    const identity = identify(taken, ORIGIN);
    if (!identity) throw new Error(`not read: ${JSON.stringify(taken.outcome)}`);
    const fresh = { log: { tail: EMPTY, ledger: openLedger([]) }, events: [], artifacts: new Map() };
    const kept: Kept = logs.get(identity.key) ?? fresh;
    const { lines, tail } = record(kept.log, taken, identity, recorder);
    kept.log = { ...kept.log, tail };
    kept.events.push(...lines.map(({ event }) => event));
    for (const [hash, bytes] of taken.artifacts) kept.artifacts.set(hash, bytes);
    logs.set(identity.key, kept);
  }
  return [...logs.values()];
}

/** The log of exchanges of one session. */
export async function logOf(exchanges: readonly Exchange[]): Promise<Event[]> {
  const [first, ...others] = await merged(exchanges);
  if (!first || others.length > 0) throw new Error('not one session');
  return first.events;
}

/** What a log says now, without when and in which order it was told. */
export function stateOf(events: readonly Event[]): unknown {
  const { current } = viewOf(events);
  const ours = [...current.values()].filter(({ kind }) => kind !== 'session.started' && kind !== 'context.edit');
  return Object.fromEntries(
    ours
      .map(
        ({ id, parents, kind, body, actor, thread, sealed }) =>
          [id, { parents, kind, body, actor, thread, sealed }] as const,
      )
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
