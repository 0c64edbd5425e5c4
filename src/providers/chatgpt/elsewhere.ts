import { sessionEventId } from '../../model/ids';
import type { Draft, DraftPlace } from '../contract';
import { ownIdOf, sessionDraft } from '../kit/notes';
import { asObject, asWords } from '../kit/value';
import type { Heard, HeardMessage } from './heard';

/** What a stream says of one conversation, and what it says of others. */
export interface Parted {
  /** The conversation that the stream is of, as it names it; null where it does not. */
  readonly conversation: string | null;
  readonly own: Heard;
  readonly others: Others;
}

interface Others {
  readonly conversations: readonly string[];
  /** Ids of their messages. */
  readonly messages: readonly string[];
  readonly places: readonly DraftPlace[];
}

/** Parts a stream by the conversations that it names: it is of the first. What names none belongs to that one, too. */
export function partConversations(heard: Heard): Parted {
  const messages = Array.from(heard.messages, ([key, each]) => ({ key, each, of: namedBy(each) }));
  const asides = heard.asides.map((each) => ({ each, of: asWords(each.value.conversation_id) }));
  const conversation = [...messages, ...asides].find(({ of }) => of !== null)?.of ?? null;
  const isOther = ({ of }: { readonly of: string | null }): boolean => of !== null && of !== conversation;
  const away = messages.filter(isOther);
  const beside = asides.filter(isOther);
  if (away.length + beside.length === 0) return { conversation, own: heard, others: NONE };
  const kept = messages.filter((each) => !isOther(each)).map(({ key, each }) => [key, each] as const);
  const rest = asides.filter((each) => !isOther(each)).map(({ each }) => each);
  return {
    conversation,
    own: { ...heard, messages: new Map(kept), asides: rest },
    others: {
      conversations: [...new Set([...away, ...beside].flatMap(({ of }) => of?.toWellFormed() ?? []))],
      messages: away.map(({ key }) => key.toWellFormed()),
      places: [...away.flatMap(({ each }) => each.places), ...beside.map(({ each }) => each.place)],
    },
  };
}

const NONE: Others = { conversations: [], messages: [], places: [] };

function namedBy({ versions }: HeardMessage): string | null {
  for (const { root } of versions) {
    const id = asWords(asObject(root).conversation_id);
    if (id !== null) return id;
  }
  return null;
}

const MOST_PLACES = 50;

/** That a stream said something of other conversations, which is not of this one: named, and not mixed in. */
export function elsewhereDrafts({ conversations, messages, places }: Others, session: string): Draft[] {
  if (conversations.length === 0) return [];
  const what = { of: 'other-conversations', conversations, messages };
  return [
    sessionDraft({
      id: sessionEventId('chatgpt', session, 'gap', `stream-other-conversations-${ownIdOf(what, 0)}`),
      kind: 'gap',
      body: { what, why: 'unsupported', where: 'stream', native: null },
      raw: places.slice(0, MOST_PLACES),
    }),
  ];
}
