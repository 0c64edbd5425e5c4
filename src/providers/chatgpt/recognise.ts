import { isObject, member, parseJson } from '../../lib/json';
import { isEventStream, streamEvents } from '../kit/stream';
import { asObject, asText } from '../kit/value';
import { framesIn, pieceIn } from './frames';

/** How much of a text is looked at. */
const HEAD = 200_000;

/** How a text that is not one JSON value would have come from the site: over a stream or a socket; null: not from it. */
export function recogniseText(text: string): { readonly route: string; readonly form: 'stream' } | null {
  const start = text.slice(0, HEAD);
  if (isEventStream(start)) return streamEvents(start).some(isOurs) ? { route: 'stream', form: 'stream' } : null;
  return /^\s*[[{]/.test(start) && start.split('\n', 100).some(isFrame) ? { route: 'socket', form: 'stream' } : null;
}

/** Only this site names its encoding, and only its messages have an author with a role beside an id of a conversation. */
function isOurs({ name, data }: { readonly name: string | null; readonly data: string }): boolean {
  if (name === 'delta_encoding') return true;
  const value = parseJson(data);
  return isMessage(value) || isMessage(member(value, 'v')) || isMessage({ message: member(value, 'input_message') });
}

function isMessage(value: unknown): boolean {
  const message = member(value, 'message');
  const author = member(message, 'author');
  return isObject(author) && asText(author.role) !== null && isObject(member(message, 'content'));
}

/** A line of the socket: a frame of a turn, or the answer to a subscription that holds some. */
function isFrame(line: string): boolean {
  const value = parseJson(line);
  return value !== undefined && framesIn(value).some(isTurn);
}

function isTurn(frame: Readonly<Record<string, unknown>>): boolean {
  const piece = pieceIn(frame);
  if (!piece) return false;
  if (asObject(frame.payload).type === 'conversation-turn-stream') return asText(frame.topic_id) !== null;
  return piece.text !== null && isEventStream(piece.text) && streamEvents(piece.text).some(isOurs);
}
