import type { DraftPlace } from '../contract';
import { ownIdOf } from '../kit/notes';
import { asObject, asWords, textsIn } from '../kit/value';
import { parentId, type Request } from './asked';
import { stillGone } from './gone';
import type { Heard, HeardMessage } from './heard';
import { messageIn, wordsLeftBehind, wordsUnread } from './versions';

type Fields = Readonly<Record<string, unknown>>;

/** One message of a turn: what the page sent, or what the stream built up. */
export interface TurnMessage {
  readonly key: string;
  readonly message: Fields;
  readonly places: readonly DraftPlace[];
  /** Words for changes of it that could not be made. */
  readonly failed: readonly string[];
  /** Words that it said at another time and no longer says. */
  readonly left: readonly string[];
  /** Words in and around it that nobody knows how to read. */
  readonly unread: readonly string[];
  /** The key of the message above it, which need not be of this turn, or null. */
  readonly parent: string | null;
  /** The site did not name its parent, or one that is nowhere to be found: it stands below the one before it. */
  readonly derived: boolean;
}

/**
 * The messages of a turn in order, each below its parent. The site names it in the metadata; where it does not, or names
 * a message that was never sent, a message follows the one that was begun before it.
 */
export function turnOf(heard: Heard, asked: Request | null): TurnMessage[] {
  const sent = withGone([...askedFor(heard, asked), ...Array.from(heard.messages, built)], heard);
  const keys = new Set(sent.map(({ key }) => key));
  const turn: TurnMessage[] = [];
  for (const each of sent) {
    const named = parentId(asObject(each.message.metadata).parent_id);
    const before = turn.at(-1);
    const isKnown = named !== null && named !== each.key && (keys.has(named) || named === turn[0]?.parent);
    if (!before) turn.push(firstOf(each, named ?? asked?.parent ?? null, asked));
    else turn.push({ ...each, parent: isKnown ? named : before.key, derived: !isKnown });
  }
  return turn;
}

/** A system message begins a conversation; of another that no parent is named for, it is not known. */
function firstOf(sent: Sent, parent: string | null, asked: Request | null): TurnMessage {
  const begins = asked ? asked.begins : asObject(sent.message.author).role === 'system';
  return { ...sent, parent, derived: parent === null && !begins };
}

type Sent = Pick<TurnMessage, 'key' | 'message' | 'places' | 'failed' | 'left' | 'unread'>;

/** Beside each message the words that changes took from it, and that no message of the turn shows. */
function withGone(sent: readonly Sent[], { messages }: Heard): readonly Sent[] {
  const all = [...messages.values()];
  if (all.every(({ gone }) => gone.length === 0)) return sent;
  const shown = sent.flatMap(({ message, left }) => [...textsIn(message), ...left]);
  const first = sent.length - all.length; // what the page sent comes before
  return sent.map((each, i) => {
    const words = stillGone(all[i - first]?.gone ?? [], shown);
    return words.length > 0 ? { ...each, left: [...each.left, ...words] } : each;
  });
}

function built([key, heard]: readonly [string, HeardMessage], n: number): Sent {
  const message = messageIn(heard);
  const own = asWords(message.id) === null ? `unnamed-${ownIdOf(message, n)}` : key;
  const { places, failed } = heard;
  return { key: own, message, places, failed, left: wordsLeftBehind(heard), unread: wordsUnread(heard) };
}

/** What the page sent and the stream does not repeat. */
function askedFor({ messages }: Heard, asked: Request | null): Sent[] {
  const isEchoed = Array.from(messages.values()).some((each) => asObject(messageIn(each).author).role === 'user');
  if (!asked || isEchoed) return [];
  return asked.messages.flatMap(({ value, place }) => {
    const key = asWords(value.id);
    const none = { failed: [], left: [], unread: [] };
    return key === null || messages.has(key) ? [] : [{ key, message: value, places: [place], ...none }];
  });
}
