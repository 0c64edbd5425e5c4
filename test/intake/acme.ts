import { type Identity, identify, type Log, type Recorded, record, recordDrift } from '../../src/intake/record';
import { type Exchange, type Taken, take } from '../../src/intake/take';
import { utf8 } from '../../src/lib/bytes';
import { sha256Hex } from '../../src/lib/hash';
import { isObject } from '../../src/lib/json';
import { siteTime } from '../../src/lib/time';
import { EMPTY } from '../../src/model/chain';
import type { Event } from '../../src/model/event';
import { openLedger } from '../../src/model/ledger';
import type { Draft, MaskRule, Reader, Reading, Site } from '../../src/providers/contract';

/** A site made up for tests of the intake: a flat list of messages, each with its parent. */
export const acme = {
  id: 'acme',
  name: 'Acme',
  origins: ['https://chat.acme.example/*'],
  fileHosts: [],
  blocks: false,
  routes: [{ name: 'chat', method: 'GET', path: /^\/api\/chat\//, body: 'json' }],
  conversation: () => null,
  call: null,
} as const satisfies Site;

export interface AcmeMessage {
  readonly id: string;
  readonly parent?: string | null;
  readonly text?: string;
  readonly updated?: number;
  readonly tool?: unknown;
}

export interface AcmeChat {
  readonly chat: string | null;
  readonly title?: string;
  readonly updated?: number;
  readonly leaf?: string;
  readonly messages: readonly (AcmeMessage | null)[];
  readonly token?: string;
}

const draft = (said: Partial<Draft> & Pick<Draft, 'id' | 'kind' | 'body' | 'raw'>): Draft => ({
  thread: 'root',
  parents: [],
  at: { occurred: null, updated: null },
  actor: { kind: 'provider', name: null, model: null },
  native: { id: null, node: null, type: null, parent: null },
  sealed: [],
  ...said,
});

function messageDraft(message: AcmeMessage, at: number, shout: boolean): Draft {
  const { id, parent = null, text = '', updated } = message;
  const words = shout ? text.toUpperCase() : text;
  return draft({
    id: `acme:${id}`,
    kind: 'message',
    parents: parent === null ? [] : [`acme:${parent}`],
    at: { occurred: null, updated: siteTime(updated) },
    actor: { kind: 'user', name: null, model: null },
    body: { role: 'user', status: null, hidden: false, parts: [{ type: 'text', text: words, format: 'plain' }] },
    native: { id, node: null, type: null, parent },
    raw: [`/messages/${at}`],
  });
}

function read(chat: AcmeChat, { number, site }: Pick<Reader, 'number' | 'site'>, odd: boolean): Reading {
  const drafts = chat.messages.flatMap((message, at) => {
    if (!message) return [];
    const main = messageDraft(message, at, number > 1 && odd);
    // the first reader made a second event of a tool's input; the second keeps it in the message
    if (message.tool === undefined || number > 1) return [main];
    const body = { callId: null, name: 'tool', class: 'other' as const, hosted: true, input: message.tool };
    return [
      main,
      draft({
        id: `${main.id}/tool.call.0`,
        kind: 'tool.call',
        parents: [main.id],
        body,
        raw: [`/messages/${at}/tool`],
      }),
    ];
  });
  const { title = null, leaf, updated } = chat;
  const said = draft({
    id: `${site.id}:${chat.chat}/session.updated`,
    kind: 'session.updated',
    at: { occurred: null, updated: siteTime(updated) },
    body: { title, leaf: leaf === undefined ? null : `acme:${leaf}`, project: null },
    raw: ['/title'],
  });
  return {
    kind: 'session',
    native: chat.chat,
    occurred: null,
    drafts: title === null ? drafts : [...drafts, said],
    attachments: [],
  };
}

export const TOKEN: MaskRule = { rule: 'token', keys: ['token'] };

/**
 * Its reader. Number 2 and above make one event less of a message with a tool, and read `{"lines": […]}` too, which
 * number 1 does not know. `odd`: they read words otherwise as well.
 */
export const acmeReader = (number = 1, { odd = false, places = ['/messages/*'] } = {}): Reader => ({
  site: acme,
  number,
  places: () => places,
  masks: () => [TOKEN],
  recognises: (value) => isObject(value) && 'chat' in value,
  recognisesText: () => null,
  read({ value }) {
    if (value === undefined) return { kind: 'drift', because: 'not-json', at: [] };
    const chat = isObject(value) && number > 1 && 'lines' in value ? { ...value, messages: value.lines } : value;
    if (!isObject(chat) || !Array.isArray(chat.messages)) return { kind: 'drift', because: 'shape', at: ['/messages'] };
    if (chat.messages.length === 0) return { kind: 'nothing', because: 'empty' };
    return read(chat as unknown as AcmeChat, { number, site: acme }, odd); // as the tests compose it
  },
});

export const AT = '2026-03-01T10:00:00.000Z';

export const exchange = (body: unknown, head: Partial<Exchange['head']> = {}): Exchange => ({
  head: {
    site: 'acme',
    origin: 'https://chat.acme.example',
    route: 'chat',
    method: 'GET',
    address: 'https://chat.acme.example/api/chat/c1?token=s3cr3t',
    status: 200,
    type: 'application/json',
    at: AT,
    capture: 'asked',
    form: 'read',
    ...head,
  },
  body:
    typeof body === 'string'
      ? utf8(body)
      : body instanceof Uint8Array
        ? new Uint8Array(body)
        : utf8(JSON.stringify(body)),
  request: null,
});

export const chat = (messages: AcmeChat['messages'], more: Partial<AcmeChat> = {}): AcmeChat => ({
  chat: 'c1',
  messages,
  ...more,
});

export const taken = (body: unknown, reader = acmeReader(), head: Partial<Exchange['head']> = {}): Promise<Taken> =>
  take(exchange(body, head), reader, '1970-01-01T00:00:00.000Z');

/** A log in memory, with the artifacts that its lines need. */
export interface Kept {
  log: Log;
  readonly events: Event[];
  readonly lines: string[];
  readonly artifacts: Map<string, Uint8Array<ArrayBuffer>>;
}

export const empty = (): Kept => ({
  log: { tail: EMPTY, ledger: openLedger([]) },
  events: [],
  lines: [],
  artifacts: new Map(),
});

export const recorder = { release: '0.1.0', browser: null, os: null, account: null, recorded: AT };
export const identity: Identity = {
  key: sha256Hex('key'),
  site: 'acme',
  origin: 'https://chat.acme.example',
  native: 'c1',
};

/** Keeps what was recorded. */
export function keep(
  kept: Kept,
  recorded: Recorded,
  artifacts: ReadonlyMap<string, Uint8Array<ArrayBuffer>>,
): Recorded {
  kept.events.push(...recorded.lines.map(({ event }) => event));
  kept.lines.push(...recorded.lines.map(({ line }) => line));
  kept.log = { ...kept.log, tail: recorded.tail };
  for (const hash of recorded.needs) kept.artifacts.set(hash, artifacts.get(hash) ?? new Uint8Array());
  return recorded;
}

/** Takes an exchange into a log: what is read as lines, what is not as a gap. Gives the lines it added. */
export async function into(
  kept: Kept,
  body: unknown,
  reader = acmeReader(),
  head: Partial<Exchange['head']> = {},
): Promise<Event[]> {
  const each = await taken(body, reader, head);
  const as = identify(each, 'https://chat.acme.example') ?? identity;
  const write = each.outcome.kind === 'session' ? record : recordDrift;
  return keep(kept, write(kept.log, each, as, recorder), each.artifacts).lines.map(({ event }) => event);
}

export const finder = (kept: Kept) => async (hash: string) => kept.artifacts.get(hash) ?? null;
