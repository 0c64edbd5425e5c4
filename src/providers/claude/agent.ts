import { pointer } from '../../lib/json';
import { siteTime } from '../../lib/time';
import { sessionEventId } from '../../model/ids';
import type { Draft, DraftPlace, Payload, Reading } from '../contract';
import { ownIdOf, sessionDraft } from '../kit/notes';
import { asList, asObject, asObjects, asText, asWords, textsIn } from '../kit/value';
import { asideOf } from './agent-asides';
import { type AgentEvent, agentEvents, asChatMessage, isSaid } from './agent-events';
import { withoutMadeIds } from './made-ids';
import { type ReadMessages, readMessages } from './messages';
import { eventOfMessage, type SentMessage } from './nodes';

type Fields = Readonly<Record<string, unknown>>;

/** One page of it, in the order of its events. */
interface Page {
  readonly events: readonly AgentEvent[];
  /** The name of each event, given or made. */
  readonly idOf: ReadonlyMap<AgentEvent, string>;
  readonly made: ReadonlySet<string>;
  /** Of each event the message before it in its own thread. */
  readonly before: ReadonlyMap<AgentEvent, string | null>;
}

/**
 * Reads a page of events of an agent session (code, cowork), as one public description of July 2026 has them: what is
 * not known of is an unknown event. Agents that were started have threads of their own, below the call that did it.
 */
export function readEventPage(value: Fields, { head }: Payload): Reading {
  const page = openPage(agentEvents(value));
  const native = sessionOf(page, head.address);
  const session = native ?? page.idOf.values().next().value ?? 'session';
  if (page.events.length === 0) return { kind: 'drift', because: 'empty', at: ['/data'] };
  const sent = page.events.filter(isSaid).map((event): SentMessage => {
    const id = page.idOf.get(event) ?? null;
    const message = asChatMessage({ ...event, id }, page.before.get(event) ?? null);
    return { value: message, place: (path) => [placeOf(event, path)] };
  });
  const read = readMessages(sent, session);
  const threaded = inThreads(read, page);
  return {
    kind: 'session',
    native,
    occurred: null,
    drafts: [
      ...threads(page, threaded, session),
      ...withoutMadeIds(threaded, page.made),
      ...besides(page, session),
      ...aroundPage(value, head.address, session),
    ],
    attachments: read.attachments,
  };
}

const ADDRESS = /\/v1\/code\/sessions\/([\w-]+)\/events/;

/** The session that the address names, else the events. */
function sessionOf({ events }: Page, address: string | null): string | null {
  const named = ADDRESS.exec(address ?? '')?.[1];
  const said = events.map(({ fields, payload }) => asWords(fields.session_id) ?? asWords(payload.session_id));
  return (named ?? said.find((id) => id !== null))?.toWellFormed() ?? null;
}

function placeOf({ at }: AgentEvent, [list, number]: readonly (string | number)[]): DraftPlace {
  const payload = ['data', at, 'payload'] as const;
  return list === 'content'
    ? pointer(...payload, 'message', 'content', ...(number === undefined ? [] : [number]))
    : pointer(...payload);
}

function openPage(events: readonly AgentEvent[]): Page {
  const idOf = new Map(events.map((event) => [event, nameOf(event).toWellFormed()]));
  const made = new Set(events.filter(({ id }) => id === null).map(nameOf));
  return { events, idOf, made, before: linked(events, idOf) };
}

const nameOf = ({ id, fields, at }: AgentEvent): string => id ?? `event.${String(fields.sequence_num ?? at)}`;

/** Messages follow one another in their thread; an agent's first follows the message with the call that started it. */
function linked(events: readonly AgentEvent[], idOf: Page['idOf']): Map<AgentEvent, string | null> {
  const before = new Map<AgentEvent, string | null>();
  const last = new Map<string | null, string>();
  const calls = new Map<string | null, string>();
  for (const event of events) {
    const id = idOf.get(event) ?? '';
    before.set(event, last.get(event.agent) ?? calls.get(event.agent) ?? null);
    if (!isSaid(event)) continue;
    last.set(event.agent, id);
    for (const call of callsIn(event)) calls.set(call, id);
  }
  return before;
}

const callsIn = ({ payload }: AgentEvent): string[] =>
  asObjects(asObject(payload.message).content).flatMap(({ type, id }) =>
    type === 'tool_use' ? (asText(id) ?? []) : [],
  );

/** Each draft in the thread of its message; what hangs beside one, in that one's. */
function inThreads({ drafts }: ReadMessages, { events, idOf }: Page): Draft[] {
  const agentOf = new Map(events.flatMap((event) => (event.agent === null ? [] : [[idOf.get(event), event.agent]])));
  const threadOf = new Map<string, string>();
  return drafts.map((draft) => {
    const above = draft.native.id === null ? threadOf.get(draft.parents[0] ?? '') : agentOf.get(draft.native.id);
    const thread = above?.toWellFormed() ?? 'root';
    threadOf.set(draft.id, thread);
    return { ...draft, thread };
  });
}

/** That an agent was started, and by which call. */
function threads({ events }: Page, drafts: readonly Draft[], session: string): Draft[] {
  const started = new Map<string, AgentEvent>();
  for (const event of events) if (event.agent !== null && !started.has(event.agent)) started.set(event.agent, event);
  const calls = new Map<unknown, Draft>();
  for (const draft of started.size > 0 ? drafts.toReversed() : [])
    if (draft.kind === 'tool.call' && 'callId' in draft.body) calls.set(draft.body.callId, draft);
  return Array.from(started, ([agent, event]) => {
    const call = calls.get(agent);
    const draft = sessionDraft({
      id: sessionEventId('claude', session, 'thread.started', agent.toWellFormed()),
      kind: 'thread.started',
      body: { name: null, from: call?.id ?? null },
      raw: [pointer('data', event.at, 'payload')],
    });
    return { ...draft, thread: agent.toWellFormed(), parents: call ? [call.id] : [] };
  });
}

/** What is nobody's words, beside the message before it. */
function besides({ events, idOf, before }: Page, session: string): Draft[] {
  const known = new Set(events.flatMap((event) => (isSaid(event) ? textsIn(event.payload.message) : [])));
  const taken = new Map<string, Draft>();
  for (const event of events) {
    const said = isSaid(event) ? null : asideOf(event, known);
    if (!said) continue;
    const above = before.get(event) ?? null;
    const draft = sessionDraft({
      id: sessionEventId('claude', session, said.kind, idOf.get(event)),
      ...said,
      raw: [pointer('data', event.at)],
      occurred: siteTime(event.fields.created_at),
    });
    // an event that comes again in other words is another one
    const again = taken.has(draft.id) ? `/again.${ownIdOf(said.body, event.at)}` : '';
    taken.set(`${draft.id}${again}`, {
      ...draft,
      id: `${draft.id}${again}`,
      thread: event.agent?.toWellFormed() ?? 'root',
      parents: above === null ? [] : [eventOfMessage(above)],
    });
  }
  return [...taken.values()];
}

const MOST = /[?&]limit=(\d{1,6})(?:&|$)/;

/** What a page says around its events, and that there are others: it is as full as was asked for, and names what follows. */
function aroundPage(value: Fields, address: string | null, session: string): Draft[] {
  const { data, resume_cursor: cursor, ...around } = value;
  const words = textsIn(around).filter((text) => /\S\s+\S/.test(text));
  const page = { type: 'page', text: words.join('\n').toWellFormed() };
  const most = Number(MOST.exec(address ?? '')?.[1] ?? Number.POSITIVE_INFINITY);
  const after = asList(data).length >= most ? asWords(cursor)?.toWellFormed() : null;
  const told = (kind: 'unknown' | 'gap', body: Draft['body'], own: string): Draft =>
    sessionDraft({ id: sessionEventId('claude', session, kind, own), kind, body, raw: [''] });
  return [
    ...(words.length === 0 ? [] : [told('unknown', page, ownIdOf(page, 0))]),
    ...(after
      ? [told('gap', { what: { events: { after } }, why: 'not-asked', where: 'page', native: null }, `after-${after}`)]
      : []),
  ];
}
