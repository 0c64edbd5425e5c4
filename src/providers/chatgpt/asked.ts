import { parseJson, pointer } from '../../lib/json';
import type { DraftPlace } from '../contract';
import { asList, asObject, asWords } from '../kit/value';
import { wordsOf } from './gone';

type Fields = Readonly<Record<string, unknown>>;

/** What the page sent to get an answer: the person's words, and where they belong. */
export interface Request {
  /** Messages that it sent, with where they stand in it. */
  readonly messages: readonly { readonly value: Fields; readonly place: DraftPlace }[];
  /** Words among them that are no message, or of one without an id. */
  readonly odd: readonly string[];
  readonly conversation: string | null;
  /** The message above what is sent; null: it begins the conversation, or is not said. */
  readonly parent: string | null;
  /** True where the conversation begins with this. */
  readonly begins: boolean;
  /** The conversation is in no list and is not kept by the site. */
  readonly temporary: boolean;
  /** The project that it is in, or null. */
  readonly gizmo: string | null;
}

/** What a page calls the empty root of a conversation that is not there yet. */
const ROOT = 'client-created-root';

export const parentId = (value: unknown): string | null => {
  const id = asWords(value);
  return id === ROOT ? null : id;
};

/** Reads the body of a request for an answer; null where none was kept, or it is none. */
export function readRequest(text: string | null): Request | null {
  const value = text === null ? null : parseJson(text);
  const body = asObject(value);
  if (body !== value) return null;
  const conversation = asWords(body.conversation_id);
  const begins = conversation === null && Object.hasOwn(body, 'messages');
  return {
    messages: asList(body.messages).flatMap((each, n) =>
      asObject(each) === each ? [{ value: asObject(each), place: { request: pointer('messages', n) } }] : [],
    ),
    odd: asList(body.messages).flatMap((each) => (asWords(asObject(each).id) === null ? wordsOf(each) : [])),
    conversation,
    // the root of a new conversation is made up by the page and holds no message
    parent: begins ? null : parentId(body.parent_message_id),
    begins,
    temporary: body.history_and_training_disabled === true,
    gizmo: asWords(asObject(body.conversation_mode).gizmo_id),
  };
}
