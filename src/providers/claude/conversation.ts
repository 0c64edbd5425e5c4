import { append } from '../../lib/append';
import { siteTime } from '../../lib/time';
import { sessionEventId } from '../../model/ids';
import type { Draft, DraftPlace, Reading } from '../contract';
import { itemsIn, type JsonSpan, spanIn, textAt } from '../kit/json-text';
import { sessionDraft } from '../kit/notes';
import { asText, asWords } from '../kit/value';
import { type ReadMessages, readMessages } from './messages';
import { type SeenCopy, serverDrafts } from './servers';
import { aboutSession, type Leaf } from './session';

type Fields = Readonly<Record<string, unknown>>;

/** Where a conversation came from. */
export interface Whence {
  /** What the exchange names the conversation by, where the value itself does not. */
  readonly native: string | null;
  /** A snapshot that was shared: its own id. */
  readonly share: string | null;
  /** The JSON text that the conversation was sent as. */
  readonly text: string;
  /** Where a member of the conversation stands in the exchange. */
  readonly place: (path: readonly (string | number)[]) => readonly DraftPlace[];
}

/** Reads a conversation: of a read, of a share's snapshot, of an export. Every branch, each message once. */
export function readConversation(
  value: Fields,
  messages: readonly unknown[],
  { native: named, share, text, place }: Whence,
): Reading {
  const native = (asWords(value.conversation_uuid) ?? asWords(value.uuid) ?? named)?.toWellFormed() ?? null;
  const session = native ?? share ?? 'conversation';
  const written = writtenIn(text);
  const list = messages.map((message, at) => ({
    value: message,
    written: (path: Path, always: boolean) => written(at, path, always),
    place: (path: readonly (string | number)[]) => place(['chat_messages', at, ...path]),
  }));
  const read = readMessages(list, session);
  if (read.drafts.length === 0) return { kind: 'drift', because: 'empty', at: ['/chat_messages'] };
  const leaf = leafOf(value, read);
  const drafts: Draft[] = aboutSession(
    value,
    session,
    { ...leaf, byOrder: read.byOrder, shared: share !== null, newest: newestOf(read) },
    place,
  );
  if (leaf.event === null) drafts.push(noLeaf(value, session, place));
  append(drafts, read.drafts);
  append(drafts, serverDrafts(session, [...ownCopies(value, native, share, place), ...read.copies]));
  return {
    kind: 'session',
    native,
    occurred: share === null ? siteTime(value.created_at) : null, // a snapshot's own time is that of the sharing
    drafts,
    attachments: read.attachments,
    ...(share === null ? {} : { shared: true }),
    ...(value.is_temporary === true ? { temporary: true } : {}),
  };
}

/** Numbers of more digits than a double holds, or with an exponent. */
const LONG_NUMBER = /\d{16}|\d[eE][+-]?\d/;

type Path = readonly (string | number)[];

/**
 * The text of a member of a message, where a number in it may have been changed by parsing, or where it is wanted
 * anyway. A list of a message is gone through once, whatever is asked of it.
 */
function writtenIn(text: string): (at: number, path: Path, always: boolean) => string | null {
  const hasLong = LONG_NUMBER.test(text);
  let messages: readonly JsonSpan[] | null = null;
  let open: { readonly at: number; readonly list: string | number; readonly items: readonly JsonSpan[] } | null = null;
  const itemOf = (at: number, message: JsonSpan, list: string | number, item: number): JsonSpan | null => {
    if (open?.at !== at || open.list !== list) {
      const span = spanIn(text, [list], message);
      open = { at, list, items: span ? itemsIn(text, span[0]) : [] };
    }
    return open.items[item] ?? null;
  };
  const textOf = (at: number, path: Path): string | null => {
    messages ??= itemsIn(text, spanIn(text, ['chat_messages'])?.[0] ?? text.length);
    const message = messages[at];
    if (!message) return null;
    const [list = '', item, ...rest] = path;
    if (typeof item !== 'number') return textAt(text, path, message);
    const span = itemOf(at, message, list, item);
    return span && textAt(text, rest, span);
  };
  return (at, path, always) => {
    const member = hasLong || always ? textOf(at, path) : null;
    return member !== null && (always || LONG_NUMBER.test(member)) ? member : null;
  };
}

/** The newest time that a message states: a snapshot shows the conversation as it was then. */
function newestOf({ drafts }: ReadMessages): string | null {
  let newest: string | null = null;
  for (const { at } of drafts)
    for (const time of [at.occurred, at.updated])
      if (time !== null && (newest === null || time > newest)) newest = time;
  return newest;
}

/**
 * The leaf as the site says. Where it does not, the end of the only branch; of several none is guessed: order comes from
 * parents, never from clocks.
 */
function leafOf(value: Fields, { eventOf, ends }: ReadMessages): Leaf {
  const stated = asText(value.current_leaf_message_uuid);
  const event = stated === null ? null : eventOf(stated);
  if (event !== null) return { event, from: 'site' };
  const [only = null] = ends.length === 1 ? ends : [];
  return { event: only, from: only === null ? null : 'only-branch' };
}

const noLeaf = (value: Fields, session: string, place: Whence['place']): Draft => {
  const message = asText(value.current_leaf_message_uuid);
  const draft = sessionDraft({
    id: sessionEventId('claude', session, 'gap', 'leaf'),
    kind: 'gap',
    body: {
      what: { member: 'current_leaf_message_uuid', message },
      why: 'not-sent',
      where: 'conversation',
      native: null,
    },
    raw: [],
  });
  return { ...draft, raw: place([]) };
};

function ownCopies(value: Fields, native: string | null, share: string | null, place: Whence['place']): SeenCopy[] {
  const project = asWords(value.project_uuid);
  const raw = place([]);
  return [
    ...(native === null || native === share ? [] : [{ type: 'conversation' as const, id: native, event: null, raw }]),
    ...(share === null ? [] : [{ type: 'share-link' as const, id: share, event: null, raw }]),
    ...(project === null ? [] : [{ type: 'project' as const, id: project, event: null, raw: place(['project_uuid']) }]),
  ];
}
