import { append } from '../../lib/append';
import { isObject } from '../../lib/json';
import { sessionEventId } from '../../model/ids';
import type { Draft, DraftPlace, Payload, Reading } from '../contract';
import { sessionDraft } from '../kit/notes';
import { isEventStream, streamEvents } from '../kit/stream';
import { asText, asWords } from '../kit/value';
import { withoutMadeIds } from './made-ids';
import { type ReadMessages, readMessages, type SentMessage } from './messages';
import { eventOfMessage } from './nodes';
import { notSent } from './session';
import { type Answer, assemble, isOurs, type Streamed } from './stream-answer';
import { asideDraft, type End, settingsDraft } from './stream-asides';
import { type Asked, placeInRequest, readRequest } from './stream-request';

type Fields = Readonly<Record<string, unknown>>;

const BEGINNING = 200_000;

/** True if a text is a stream of an answer of this site. */
export const isCompletion = (text: string): boolean =>
  isEventStream(text) && isOurs(streamEvents(text.slice(0, BEGINNING)));

/**
 * Reads the stream of an answer, and what the person wrote from the request. All events known of 2024 to 2026, as
 * research of public captures has them; a stream without its last event is cut, and says what it said.
 */
export function readCompletion({ head, value, text, request }: Payload): Reading {
  if (value !== undefined && !isEventStream(text)) return refused(value);
  const { chat, again } = addressed(head.address);
  const streamed = assemble(streamEvents(text));
  const turn = turnOf(readRequest(request, again), streamed);
  if (turn.sent.length === 0) return { kind: 'drift', because: text.trim() === '' ? 'empty' : 'shape', at: ['stream'] };
  const session = chat ?? asWords(turn.answers[0]?.uuid) ?? asWords(turn.human?.uuid) ?? 'conversation';
  const read = readMessages(turn.sent, session.toWellFormed());
  return {
    kind: 'session',
    native: chat,
    occurred: null,
    drafts: [
      ...leafDraft(read, turn, session),
      ...withoutMadeIds(read.drafts, turn.made),
      ...besides(read, turn, streamed, session),
      notSent(session, ['']),
    ],
    attachments: read.attachments,
    ...(streamed.answers.at(-1)?.complete ? {} : { cut: true }),
    ...(isTemporary(turn.asked.body) ? { temporary: true } : {}),
    ...(turn.made.size > 0 ? { isPart: true } : {}),
  };
}

/** What a chat is begun as; a later answer of it does not say so. */
const isTemporary = ({ create_conversation_params: created }: Fields): boolean =>
  isObject(created) && created.is_temporary === true;

/** An answer that is no stream: the site said why it gives none, and nothing was said. */
function refused(value: unknown): Reading {
  return isObject(value) && value.type === 'error'
    ? { kind: 'nothing', because: 'other-page' }
    : { kind: 'drift', because: 'shape', at: ['is no stream'] };
}

const ADDRESS = /\/chat_conversations\/([^/?#]+)\/(retry_)?completion/;

function addressed(address: string | null): { chat: string | null; again: boolean } {
  const [, chat, retry] = ADDRESS.exec(address ?? '') ?? [];
  return { chat: chat ?? null, again: retry !== undefined };
}

/** What the person said, and what was answered, each with its id and its parent. */
interface Turn {
  readonly asked: Asked;
  readonly human: Fields | null;
  readonly answers: readonly Fields[];
  readonly sent: readonly SentMessage[];
  /** Ids that the site did not give. */
  readonly made: ReadonlySet<string>;
}

function turnOf(asked: Asked, { answers }: Streamed): Turn {
  const made = new Set<string>();
  const first = answers[0]?.message;
  const answer = asWords(first?.uuid) ?? asked.answer;
  const human = asked.message && { ...asked.message, uuid: humanId(asked.message, first, answer, made) };
  const above = asWords(human?.uuid) ?? asked.parent;
  const messages = answers.map(({ message }, n): Fields => {
    const uuid = message.uuid ?? (n === 0 ? asked.answer : null);
    return {
      ...message,
      uuid,
      // the one that was asked for is no member of the message in any later read: it is said by the request's config
      model: asWords(message.model),
      parent_message_uuid: message.parent_message_uuid ?? above,
    };
  });
  const said = messages.map((value, n): SentMessage => ({ value, place: placeIn(answers[n]) }));
  const sent = human ? [{ value: human, place: inRequest }, ...said] : said;
  return { asked, human, answers: messages, sent, made };
}

/** The page names both messages of a turn; else the answer names what it answers; a stream of old names neither. */
function humanId(human: Fields, first: Fields | undefined, answer: string | null, made: Set<string>): string | null {
  const given = asWords(human.uuid) ?? asWords(first?.parent_message_uuid);
  if (given !== null || answer === null) return given;
  const own = `${answer}/prompt`;
  made.add(own);
  return own;
}

const inRequest: SentMessage['place'] = (path) => [{ request: placeInRequest(path) }];

function placeIn(answer: Answer | undefined): SentMessage['place'] {
  return ([list, number]): readonly DraftPlace[] => {
    const block = list === 'content' && typeof number === 'number' ? answer?.blocks[number] : undefined;
    return [block ?? answer?.whole ?? ''];
  };
}

/** What is no message: the settings asked for, and what the stream says of other things. */
function besides(read: ReadMessages, turn: Turn, { asides }: Streamed, session: string): Draft[] {
  const lastOf = new Map(
    read.drafts.flatMap(({ kind, native, id }) => (native.id !== null && IN_CHAIN.has(kind) ? [[native.id, id]] : [])),
  );
  const ends = [turn.human, ...turn.answers].map((message) => endOf(message, read.eventOf, lastOf, turn.made));
  const [asked = null, first = null] = ends;
  const told = new Map<string, Draft & { readonly raw: DraftPlace[] }>();
  for (const aside of asides) {
    const at = (aside.answer ?? -1) + 1;
    const end = ends[at] ?? null;
    const draft = asideDraft(aside, { end, session });
    if (!draft) continue;
    // what is said again in the same words is said once, in all of its places
    const before = told.get(draft.id);
    if (before) append(before.raw, draft.raw);
    else {
      told.set(draft.id, { ...draft, raw: [...draft.raw] });
      ends[at] = nextEnd(end, draft);
    }
  }
  return [...settingsDraft(turn.asked.body, { end: first ?? asked, session }), ...told.values()];
}

/** The person is on the answer that was heard last. Its title a stream does not say. */
function leafDraft({ eventOf, drafts }: ReadMessages, { answers }: Turn, session: string): Draft[] {
  const id = asText(answers.at(-1)?.uuid);
  if (id === null) return [];
  const leaf = eventOf(id) ?? eventOfMessage(id);
  const raw = drafts.find((draft) => draft.id === leaf)?.raw ?? [];
  const times = drafts.filter(({ actor }) => actor.kind !== 'user').flatMap(({ at }) => at.updated ?? []);
  if (times.length === 0 || raw.length === 0) return [];
  return [
    sessionDraft({
      id: sessionEventId('claude', session, 'session.updated'),
      kind: 'session.updated',
      body: { title: null, leaf, project: null, leafFrom: 'heard' },
      raw,
      updated: times.sort().at(-1) ?? null,
    }),
  ];
}

function endOf(
  message: Fields | null | undefined,
  eventOf: ReadMessages['eventOf'],
  lastOf: ReadonlyMap<string, string>,
  made: ReadonlySet<string>,
): End | null {
  const id = asText(message?.uuid);
  if (id === null) return null;
  const event = eventOf(id) ?? eventOfMessage(id);
  const native = id.toWellFormed();
  return { message: event, native: made.has(id) ? null : native, last: lastOf.get(native) ?? event };
}

/** Kinds of which a message's chain of blocks is made. */
const IN_CHAIN: ReadonlySet<string> = new Set([
  ...['message', 'reasoning', 'tool.call', 'tool.result', 'compaction', 'unknown', 'approval'],
]);

const nextEnd = (end: End | null, { id, kind }: Draft): End | null =>
  end && IN_CHAIN.has(kind) ? { ...end, last: id } : end;
