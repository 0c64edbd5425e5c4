import { isObject, parseJson, pointer } from '../../lib/json';
import { siteTime } from '../../lib/time';
import { blockId, bodyOwnId, sessionEventId } from '../../model/ids';
import type { Draft, DraftPlace, Payload, Reader, Reading } from '../contract';
import { streamEvents } from '../kit/stream';
import { growTree, walkTree } from '../kit/tree';
import { asideDraft } from './aside';
import { eventOf, type ReadMessage, readMessage } from './message';
import { practice } from './site';
import { asChat, asMessage, type WireChat, type WireMessage } from './wire';

const SITE = practice.id;

/** Reads the practice chat: a flat list of messages, each naming its parent, or the stream of one answer. */
export const practiceReader: Reader = {
  site: practice,
  number: 2,
  places: ({ route }) => (route === 'chat' ? ['/messages/*'] : []),
  masks: () => [],
  recognises: (value) => asChat(value) !== null,
  recognisesText: () => null,
  read: (payload) => (payload.head.route === 'answer' ? readAnswer(payload) : readChat(payload.value)),
};

function readChat(value: unknown): Reading {
  if (value === undefined) return { kind: 'drift', because: 'not-json', at: [''] };
  const chat = asChat(value);
  if (chat === null) return { kind: 'drift', because: 'shape', at: ['/chat', '/messages'] };
  if (chat.messages.length === 0) return { kind: 'drift', because: 'empty', at: ['/messages'] };
  const placed: Placed[] = [];
  const strange: Draft[] = [];
  for (const [n, each] of chat.messages.entries()) {
    const message = asMessage(each);
    if (message) placed.push({ message, place: pointer('messages', n) });
    else strange.push(unknownDraft(chat.id, each, n));
  }
  const read = inTreeOrder(placed);
  return {
    kind: 'session',
    native: chat.id,
    occurred: siteTime(chat.created),
    drafts: [sessionDraft(chat), ...read.flatMap(({ drafts }) => drafts), ...strange, serverDraft(chat)],
    attachments: read.flatMap(({ attachments }) => attachments),
  };
}

interface Placed {
  readonly message: WireMessage;
  readonly place: DraftPlace;
}

/** Each message after its parent. A parent that was not sent is a gap, and so is an edge that would close a cycle. */
function inTreeOrder(placed: readonly Placed[]): ReadMessage[] {
  const byId = new Map(placed.map((each) => [each.message.id, each]));
  const nodes = placed.map(({ message: { id, parent } }) => ({ key: id, parent, children: [] }));
  const tree = growTree(nodes, (id) => (byId.has(id) ? id : null));
  const read: ReadMessage[] = [];
  walkTree(
    tree,
    (key) => {
      const each = byId.get(key);
      const parent = tree.parentOf.get(key);
      if (each) read.push(readMessage(each.message, parent === undefined ? null : eventOf(parent), each.place));
      else read.push({ drafts: [missingDraft(key)], attachments: [] });
      const cut = tree.cut.get(key);
      if (each && cut !== undefined) read.push({ drafts: [cycleDraft(key, cut, each.place)], attachments: [] });
    },
    () => undefined,
  );
  return read;
}

/** The stream repeats the question, sends the answer word by word, and last the whole answer: only whole ones are read. */
function readAnswer({ head, text }: Payload): Reading {
  const native = /\/api\/chats\/([\w-]+)\/messages/.exec(head.address ?? '')?.[1] ?? null;
  const read = streamEvents(text).flatMap(({ name, data, from, to, finished }) => {
    if (!finished || (name !== 'question' && name !== 'answer')) return [];
    const message = asMessage(parseJson(data));
    if (message === null) return [];
    return [readMessage(message, message.parent === null ? null : eventOf(message.parent), [from, to])];
  });
  if (read.length === 0) return { kind: 'drift', because: 'shape', at: ['stream'] };
  return {
    kind: 'session',
    native,
    occurred: null,
    drafts: read.flatMap(({ drafts }) => drafts),
    attachments: read.flatMap(({ attachments }) => attachments),
  };
}

function sessionDraft({ id, title, updated, leaf }: WireChat): Draft {
  return asideDraft({
    id: sessionEventId(SITE, id, 'session.updated'),
    updated: siteTime(updated),
    kind: 'session.updated',
    body: { title, leaf: leaf ? eventOf(leaf) : null, project: null },
    raw: ['/chat'],
  });
}

function serverDraft({ id, updated }: WireChat): Draft {
  return asideDraft({
    id: sessionEventId(SITE, id, 'server.state'),
    updated: siteTime(updated),
    kind: 'server.state',
    body: {
      system: SITE,
      type: 'conversation',
      id,
      retention: { rule: 'Lives in memory and ends with the practice server.', until: null },
      deletion: { how: 'menu', where: 'Ending the practice server ends the chat.', doneAt: null },
    },
    raw: ['/chat'],
  });
}

function unknownDraft(chat: string, value: unknown, n: number): Draft {
  const text = isObject(value) && typeof value.text === 'string' ? value.text : null;
  return asideDraft({
    id: sessionEventId(SITE, chat, 'unknown', bodyOwnId({ type: null, text: text?.toWellFormed() ?? null })),
    kind: 'unknown',
    body: { type: null, text },
    raw: [pointer('messages', n)],
  });
}

/** A parent that others name and that was not sent: a gap under its own id. */
const missingDraft = (id: string): Draft =>
  asideDraft({
    id: eventOf(id),
    kind: 'gap',
    body: { what: { message: id }, why: 'not-sent', where: 'messages', native: id },
    raw: ['/messages'],
  });

const cycleDraft = (id: string, parent: string, place: DraftPlace): Draft =>
  asideDraft({
    id: blockId(SITE, id, 'gap.cycle'),
    parent: eventOf(id),
    kind: 'gap',
    body: { what: { parent }, why: 'cycle', where: 'message', native: id },
    raw: [place],
  });
