import { append } from '../../lib/append';
import { isObject, parseJson } from '../../lib/json';
import type { DraftPlace } from '../contract';
import { asObject, asText, asWords, isBlank, remaining, textsIn } from '../kit/value';
import { deltaDecoder } from './deltas';
import { wordsOf } from './gone';
import type { Document } from './patch';

type Fields = Readonly<Record<string, unknown>>;

/** One event as it came, and where it stands in the payload. */
export interface Said {
  readonly name: string | null;
  readonly data: string;
  readonly place: readonly [from: number, to: number];
  /** False: the stream was cut off in it. */
  readonly finished: boolean;
}

/** A message as a stream has built it up. */
export interface HeardMessage {
  /** Every time it was begun: the value around it, as it stood at the end. */
  readonly versions: Document[];
  readonly places: DraftPlace[];
  /** Words for changes that could not be made. */
  readonly failed: string[];
  /** Words that it said and that a change took away. */
  readonly gone: string[];
  /** Words of changes that could not be made, and of what nobody knows in or around them. */
  readonly unread: string[];
}

/** An event that is about the conversation or beside a message. */
export interface Aside {
  readonly type: string;
  readonly value: Fields;
  readonly place: DraftPlace;
}

/** What a stream said. */
export interface Heard {
  /** In order of their beginnings. Keys are the site's ids, or stand for one that was not sent. */
  readonly messages: ReadonlyMap<string, HeardMessage>;
  /** What was built up of messages whose beginning was not sent. */
  readonly headless: readonly HeardMessage[];
  readonly asides: readonly Aside[];
  /** Events of a shape that is not known. `broken`: no JSON, the text itself. */
  readonly strange: readonly { readonly value: unknown; readonly broken: boolean; readonly place: DraftPlace }[];
  /** The encoding as the stream names it; null where it does not. */
  readonly encoding: unknown;
  /** It came to its end, as the site says it. */
  readonly ended: boolean;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

interface Hearing extends Mutable<Pick<Heard, 'encoding' | 'ended'>> {
  readonly messages: Map<string, HeardMessage>;
  readonly headless: Map<Document, HeardMessage>;
  readonly asides: Aside[];
  readonly strange: Heard['strange'][number][];
  readonly decode: ReturnType<typeof deltaDecoder>;
  readonly byDocument: Map<Document, HeardMessage>;
  /** The message that each value held when it was last changed. */
  readonly standing: Map<Document, Fields>;
  /** Values whose error was told. */
  readonly failing: Set<Fields>;
  /** The message that the event before was about. */
  last: HeardMessage | null;
}

/** Puts the events of one stream together, in order. */
export function hear(events: Iterable<Said>): Heard {
  const hearing: Hearing = {
    messages: new Map(),
    headless: new Map(),
    asides: [],
    strange: [],
    encoding: null,
    ended: false,
    decode: deltaDecoder(),
    byDocument: new Map(),
    standing: new Map(),
    failing: new Set(),
    last: null,
  };
  for (const event of events) take(hearing, event);
  return { ...hearing, headless: [...hearing.headless.values()] };
}

const ENDS: ReadonlySet<string> = new Set(['message_stream_complete', 'main_stream_complete']);

function take(hearing: Hearing, { name, data, place, finished }: Said): void {
  if (data === '[DONE]') {
    hearing.ended = true;
    return;
  }
  const value = parseJson(data);
  if (value === undefined && !finished) return; // the stream was cut off in it
  if (name === 'delta_encoding') hearing.encoding = value ?? '';
  else if (!isObject(value)) hearing.strange.push({ value: value ?? data, broken: value === undefined, place });
  else takeObject(hearing, name, value, place);
}

function takeObject(hearing: Hearing, name: string | null, value: Fields, place: Said['place']): void {
  const type = asText(value.type);
  if (name === 'delta' || (type === null && Object.hasOwn(value, 'v'))) takeDelta(hearing, value, place);
  else if (type === 'input_message') takeWhole(hearing, { ...value, message: value.input_message }, place);
  else if (type !== null) takeAside(hearing, { type, value, place });
  else if (isObject(value.message)) takeWhole(hearing, value, place);
  else if (isError(value)) takeAside(hearing, { type: 'error', value, place });
  else if (isObject(value.moderation_response)) takeAside(hearing, { type: 'moderation', value, place });
  else if (!isSilent(value)) hearing.strange.push({ value, broken: false, place });
}

/** An error of its own, or the reason why there is no message. */
const isError = ({ error, message, detail }: Fields): boolean =>
  saysError(error) || (message === null && saysError(detail));

const saysError = (error: unknown): boolean => asWords(error) !== null || (isObject(error) && !isBlank(error));

/** The older encoding says at the end that there is no message. */
const isSilent = (value: Fields): boolean =>
  value.message === null && !textsIn(remaining(value, BESIDE_NONE)).some((text) => /\S/.test(text));

const BESIDE_NONE: ReadonlySet<string> = new Set([
  'message',
  'conversation_id',
  'message_id',
  'error',
  'is_completion',
]);

function takeAside(hearing: Hearing, aside: Aside): void {
  if (ENDS.has(aside.type)) hearing.ended = true;
  if (aside.type === 'error') hearing.failing.add(aside.value);
  hearing.asides.push(aside);
}

function takeDelta(hearing: Hearing, value: Fields, place: Said['place']): void {
  const { document, kind, failed, gone, unread } = hearing.decode(value);
  if (kind === 'begins') {
    const begun = takeBeginning(hearing, document, place);
    if (begun) append(begun.unread, unread);
    else takeStrange(hearing, { ...asObject(document.root), unread }, place);
    return;
  }
  const heard = anotherIn(hearing, document) ?? hearing.byDocument.get(document) ?? lateOf(hearing, document, kind);
  for (const each of failed) if (!heard.failed.includes(each)) heard.failed.push(each);
  append(heard.gone, gone);
  append(heard.unread, unread);
  spoke(hearing, heard, place);
  const root = asObject(document.root);
  // one that is told already goes on in the same value
  if (saysError(root.error) && !hearing.failing.has(root)) takeAside(hearing, { type: 'error', value: root, place });
}

/** A change may put another message in the place of one: what that one was stays, and the other begins. */
function anotherIn(hearing: Hearing, document: Document): HeardMessage | null {
  const before = hearing.standing.get(document);
  const root = asObject(document.root);
  const message = asObject(root.message);
  const id = asWords(message.id);
  hearing.standing.set(document, message);
  if (!before || before === message || id === null || id === asWords(before.id)) return null;
  const first = hearing.byDocument.get(document);
  const at = first?.versions.indexOf(document) ?? -1;
  if (first && at >= 0) first.versions[at] = { root: { ...root, message: before } };
  const heard = messageOf(hearing, message);
  heard.versions.push(document);
  hearing.byDocument.set(document, heard);
  return heard;
}

/** What changes belong to that no event began: a message that came by a change, or one whose beginning was not sent. */
function lateOf(hearing: Hearing, document: Document, kind: string): HeardMessage {
  const { message } = asObject(document.root);
  if (kind === 'changes' && isObject(message)) {
    const heard = messageOf(hearing, message);
    heard.versions.push(document);
    hearing.byDocument.set(document, heard);
    return heard;
  }
  const known = hearing.headless.get(document);
  const made = known ?? newMessage(document);
  hearing.headless.set(document, made);
  return made;
}

/** The message that begins, or null where there is none. */
function takeBeginning(hearing: Hearing, document: Document, place: Said['place']): HeardMessage | null {
  const value = asObject(document.root);
  if (saysError(value.error)) takeAside(hearing, { type: 'error', value, place });
  if (!isObject(value.message)) return null;
  const heard = messageOf(hearing, value.message);
  heard.versions.push(document);
  hearing.byDocument.set(document, heard);
  hearing.standing.set(document, value.message);
  spoke(hearing, heard, place);
  return heard;
}

/** What holds no message where one should be: it may say something all the same. */
function takeStrange(hearing: Hearing, around: Fields, place: Said['place']): void {
  const value = beyondMessage(around);
  const says = !isBlank(around.message) || wordsOf(value).length > 0;
  if (says) hearing.strange.push({ value: { ...value, message: around.message }, broken: false, place });
}

const AROUND = ['message', 'input_message', 'conversation_id', 'type'] as const;
const SAID: ReadonlySet<string> = new Set(AROUND);
const FAILED: ReadonlySet<string> = new Set([...AROUND, 'error', 'error_code', 'error_reason', 'can_retry']);

/** What stands around a message and is told nowhere else. */
export const beyondMessage = (around: Fields): Record<string, unknown> | null =>
  remaining(around, saysError(around.error) ? FAILED : SAID);

function takeWhole(hearing: Hearing, value: Fields, place: Said['place']): void {
  if (saysError(value.error)) takeAside(hearing, { type: 'error', value, place });
  if (isObject(value.moderation_response)) takeAside(hearing, { type: 'moderation', value, place });
  const { message } = value;
  if (!isObject(message)) {
    takeStrange(hearing, value, place);
    return;
  }
  const heard = messageOf(hearing, message);
  heard.versions.push({ root: value });
  spoke(hearing, heard, place);
}

const newMessage = (...versions: Document[]): HeardMessage => ({
  versions,
  places: [],
  failed: [],
  gone: [],
  unread: [],
});

/** Each message once, by its id. One without is told apart by where it began. */
function messageOf({ messages }: Hearing, { id }: Fields): HeardMessage {
  const key = asWords(id) ?? `unnamed-${messages.size}`;
  const known = messages.get(key);
  if (known) return known;
  const made = newMessage();
  messages.set(key, made);
  return made;
}

const MOST_PLACES = 50;

/** Notes that an event was about a message. Events one after the other are one place. */
function spoke(hearing: Hearing, heard: HeardMessage, place: Said['place']): void {
  const { places } = heard;
  const before = places.at(-1);
  if (Array.isArray(before) && (hearing.last === heard || places.length === MOST_PLACES))
    places[places.length - 1] = [before[0], place[1]];
  else places.push(place);
  hearing.last = heard;
}
