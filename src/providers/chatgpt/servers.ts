import { sessionEventId } from '../../model/ids';
import type { ServerCopy } from '../../model/references';
import type { Draft, DraftPlace } from '../contract';
import { sessionDraft } from '../kit/notes';
import { asObject, asWords } from '../kit/value';
import type { NamedFile } from './files';
import { runConversation } from './research';
import { fileId } from './site-files';
import type { WireMessage } from './wire';

/** What a session leaves on the provider's server, as it is read. */
export interface Servers {
  /** Notes the copies that a message names; `event` is the one that stands for it. */
  see(message: WireMessage, files: readonly NamedFile[], event: string, raw: readonly DraftPlace[]): void;
  drafts(): Draft[];
}

interface Copy {
  readonly type: string;
  readonly id: string;
  readonly rule?: string;
  readonly where?: string;
}

const NOT_STATED = 'not stated';
const TEMPORARY = 'A temporary chat: the site ends it by itself; when is not stated.';
const CONVERSATION = 'The conversation’s own menu, “Delete”.';
const MEMORY = 'Settings, “Personalization”, “Memory”.';

/**
 * @param session the conversation's id, or what stands for it
 * @param all where the conversation stands
 */
export function collectServers(session: string, conversation: string | null, all: readonly DraftPlace[]): Servers {
  const copies = new Map<string, Copy & { parents: string[]; raw: readonly DraftPlace[] }>();
  const add = (copy: Copy, parents: string[], raw: readonly DraftPlace[]): void => {
    const key = `${copy.type}:${copy.id}`;
    if (!copies.has(key)) copies.set(key, { ...copy, parents, raw });
  };
  if (conversation !== null) add({ type: 'conversation', id: conversation, where: CONVERSATION }, [], all);
  return {
    see(message, files, event, raw) {
      if (files.length > 0) for (const copy of fileCopies(files, session)) add(copy, [event], raw);
      for (const copy of otherCopies(message)) add(copy, [event], raw);
    },
    drafts: () =>
      Array.from(copies.values(), (copy) => ({ ...serverDraft(session, copy, copy.raw), parents: copy.parents })),
  };
}

/** A temporary chat: it stands in no list, so that nobody can delete it by hand. */
export const temporaryCopy = (session: string, raw: readonly DraftPlace[]): Draft =>
  serverDraft(session, { type: 'conversation', id: session, rule: TEMPORARY }, raw);

const SHARED = 'Settings, “Data controls”, “Shared links”.';

/** A public link to a snapshot, under its own id. */
export const sharedCopy = (session: string, share: string, raw: readonly DraftPlace[]): Draft =>
  serverDraft(session, { type: 'share-link', id: share, where: SHARED }, raw);

/** Pictures from the web are not kept there for this session; files in the sandbox go with their container. */
const fileCopies = (files: readonly NamedFile[], session: string): Copy[] =>
  files.flatMap(({ pointer }): Copy[] => {
    if (/^https?:/.test(pointer)) return [];
    return pointer.startsWith('sandbox:')
      ? [{ type: 'container', id: session, rule: 'Lives for minutes to hours.' }]
      : [{ type: 'file', id: fileId(pointer) }];
  });

/** Canvas documents, the hidden conversation of a research task, what the model was told to remember. */
function otherCopies(message: WireMessage): Copy[] {
  const { metadata, type, recipient } = message;
  const copies: Copy[] = [];
  const document = metadata.canvas ? asWords(asObject(metadata.canvas).textdoc_id) : null;
  const task = runConversation(message);
  if (document !== null) copies.push({ type: 'document', id: document });
  if (task !== null) copies.push({ type: 'conversation', id: task });
  if (type === 'model_editable_context' || recipient === 'bio')
    copies.push({ type: 'memory-store', id: 'memory', where: MEMORY });
  return copies;
}

/** The site does not say when a copy changed: the conversation's own time would make every message news of every file. */
function serverDraft(session: string, { type, id, rule, where }: Copy, raw: readonly DraftPlace[]): Draft {
  const body: ServerCopy = {
    system: 'chatgpt',
    type,
    id,
    retention: { rule: rule ?? NOT_STATED, until: null },
    deletion: { how: where ? 'menu' : 'none', where: where ?? null, doneAt: null },
  };
  const own = type === 'conversation' && id === session ? undefined : `${type}-${id}`;
  const name = sessionEventId('chatgpt', session, 'server.state', own);
  return sessionDraft({ id: name, kind: 'server.state', body, raw });
}
