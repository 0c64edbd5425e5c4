import { fromBase64, looseText, utf8Length } from '../../lib/bytes';
import { isObject, parseJson } from '../../lib/json';
import { streamEvents } from '../kit/stream';
import { asList, asObject, asText, asWords } from '../kit/value';
import { isWords, wordsOf } from './gone';
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
  /** Pieces that came, by what the site calls them. */
  readonly seen: Map<string, string | null>;
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
  const inner = piece?.inner ?? asObject(asObject(frame.payload).payload);
  const text = piece?.text ?? null;
  const others = wordsBeside(frame, text);
  if (!piece && others.length === 0) return;
  const conversation = asWords(inner.conversation_id) ?? asWords(asObject(frame.payload).conversation_id);
  const topic = piece ? topicOf(frame, inner) : `of no turn/${conversation}`;
  const known: Gathered = topics.get(topic) ?? { conversation: null, events: [], seen: new Map() };
  topics.set(topic, known);
  known.conversation ??= conversation;
  const id = asWords(inner.stream_item_id) ?? asWords(frame.offset);
  if (isAgain(known.seen, id, text)) return;
  const said = [...(inner.type === 'done' ? ['[DONE]'] : []), ...oddOf(others)].map((data) => ({ name: null, data }));
  for (const { name, data } of [...said, ...eventsIn(text)]) known.events.push({ name, data, place, finished: true });
}

const topicOf = (frame: Fields, inner: Fields): string => asWords(frame.topic_id) ?? asWords(inner.response_id) ?? '';

/** The same piece under the same name. */
function isAgain(seen: Map<string, string | null>, id: string | null, text: string | null): boolean {
  if (id === null) return false;
  if (seen.has(id) && seen.get(id) === text) return true;
  seen.set(id, text);
  return false;
}

const oddOf = (words: readonly string[]): string[] => (words.length > 0 ? [JSON.stringify({ beside: words })] : []);

/** The events of a piece; the piece itself where it is words, and no stream. */
function eventsIn(text: string | null): Pick<Said, 'name' | 'data'>[] {
  if (text === null) return [];
  const events = streamEvents(text);
  return events.length === 0 && isWords(text) ? [{ name: null, data: text }] : events;
}

/** Words of a frame beside the piece of a stream that it holds, and the frames that it holds. */
function wordsBeside(frame: Fields, text: string | null): string[] {
  const { reply, ...others } = frame;
  const { catchups: _, ...answer } = asObject(reply);
  const all = wordsOf([others, answer]);
  const at = all.findIndex((each) => each === text || each === asObject(frame.data).body);
  return at < 0 ? all : all.toSpliced(at, 1);
}
