import { fromBase64, looseText, utf8Length } from '../../lib/bytes';
import { isObject, parseJson } from '../../lib/json';
import { streamEvents } from '../kit/stream';
import { asList, asObject, asText, asWords } from '../kit/value';
import type { Said } from './heard';

type Fields = Readonly<Record<string, unknown>>;

/** What came over the site's socket, as streams: one for each topic. */
export interface Topic {
  /** Its name, as the site has it; null where a frame has none. */
  readonly topic: string | null;
  /** The conversation that its frames name, or null. */
  readonly conversation: string | null;
  readonly events: readonly Said[];
}

/** What of a socket's lines is of no topic that is read. */
export interface Frames {
  readonly topics: readonly Topic[];
  /** Lines that are no JSON, by where they stand. */
  readonly broken: readonly (readonly [from: number, to: number])[];
}

interface Gathered {
  conversation: string | null;
  readonly events: Said[];
  readonly seen: Set<string>;
}

/**
 * Reads the lines of a socket: each is what came in at once, one frame or a list of them. A frame of a turn holds a piece
 * of its stream; the answer to a subscription holds the frames that were missed. A frame that comes twice counts once.
 */
export function socketTopics(text: string): Frames {
  const topics = new Map<string, Gathered>();
  const broken: [number, number][] = [];
  let from = 0;
  for (const line of text.split('\n')) {
    const to = from + utf8Length(line);
    const value = parseJson(line);
    if (value !== undefined) for (const frame of framesIn(value)) gather(topics, frame, [from, to]);
    else if (/\S/.test(line)) broken.push([from, to]);
    from = to + 1;
  }
  const all = Array.from(topics, ([topic, { conversation, events }]) => ({
    topic: topic || null,
    conversation,
    events,
  }));
  return { topics: all, broken };
}

/** The frames of one message, those that were caught up on in their places. What the page sent itself is none. */
export function framesIn(value: unknown): Fields[] {
  const wrapped = asObject(value);
  if (asText(wrapped._dir) === 'out') return [];
  const sent = Object.hasOwn(wrapped, 'frame') ? wrapped.frame : value;
  return (Array.isArray(sent) ? sent : [sent])
    .filter(isObject)
    .flatMap((frame) => [...asList(asObject(frame.reply).catchups).filter(isObject), frame]);
}

/** The piece of a stream in a frame: text, or in the oldest frames base64 of it; null where it holds none. */
export function pieceIn(frame: Fields): { readonly inner: Fields; readonly text: string | null } | null {
  const outer = asObject(frame.payload);
  const inner = asObject(outer.payload);
  if (outer.type === 'conversation-turn-stream') return { inner, text: asText(inner.encoded_item) };
  const { body, ...old } = asObject(frame.data);
  return typeof body === 'string' ? { inner: old, text: decoded(body) } : null;
}

function decoded(body: string): string {
  try {
    return looseText(fromBase64(body));
  } catch {
    return body; // it was the text itself
  }
}

function gather(topics: Map<string, Gathered>, frame: Fields, place: Said['place']): void {
  const piece = pieceIn(frame);
  if (!piece) return;
  const { inner, text } = piece;
  const topic = asWords(frame.topic_id) ?? asWords(inner.response_id) ?? '';
  const known = topics.get(topic) ?? { conversation: null, events: [], seen: new Set() };
  topics.set(topic, known);
  known.conversation ??= asWords(inner.conversation_id) ?? asWords(asObject(frame.payload).conversation_id);
  const id = asWords(inner.stream_item_id) ?? asWords(frame.offset);
  if (id !== null && known.seen.has(id)) return;
  if (id !== null) known.seen.add(id);
  if (inner.type === 'done') known.events.push({ name: null, data: '[DONE]', place, finished: true });
  for (const { name, data } of text === null ? [] : streamEvents(text))
    known.events.push({ name, data, place, finished: true });
}
