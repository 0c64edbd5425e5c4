import { sessionEventId } from '../../model/ids';
import type { ServerCopy } from '../../model/references';
import type { Draft } from '../contract';
import { asObject, asWords } from '../kit/value';
import { fileId, type NamedFile } from './files';
import { sessionDraft } from './notes';
import type { WireMessage } from './wire';

/** What a session leaves on the provider's server, as it is read. */
export interface Servers {
  see(message: WireMessage, files: readonly NamedFile[], pointer: string): void;
  drafts(updated: string | null): Draft[];
}

type Copy = Pick<ServerCopy, 'type' | 'id'> & { readonly rule?: string; readonly where?: string; readonly raw: string };

const NOT_STATED = 'not stated';
const CONVERSATION = 'The conversation’s own menu, “Delete”.';
const MEMORY = 'Settings, “Personalization”, “Memory”.';

/** @param session the conversation's id, or what stands for it */
export function collectServers(session: string, conversation: string | null): Servers {
  const copies = new Map<string, Copy>();
  const see = (copy: Copy): void => {
    const key = `${copy.type}:${copy.id}`;
    if (!copies.has(key)) copies.set(key, copy);
  };
  if (conversation !== null) see({ type: 'conversation', id: conversation, where: CONVERSATION, raw: '/mapping' });
  return {
    see(message, files, raw) {
      for (const { pointer } of files) if (isKept(pointer)) see({ type: 'file', id: fileId(pointer), raw });
      const document = asWords(asObject(message.metadata.canvas).textdoc_id);
      if (document !== null) see({ type: 'document', id: document, raw });
      const task = asWords(message.metadata.async_task_conversation_id);
      if (task !== null) see({ type: 'conversation', id: task, raw });
      if (message.type === 'model_editable_context' || message.recipient === 'bio')
        see({ type: 'memory-store', id: 'memory', where: MEMORY, raw });
      if (files.some(({ pointer }) => pointer.startsWith('sandbox:')))
        see({ type: 'container', id: session, rule: 'Lives for minutes to hours.', raw });
    },
    drafts: (updated) => [...copies.values()].map((copy) => serverDraft(session, copy, updated)),
  };
}

/** Pictures from the web are not kept there for this session; files in the sandbox go with their container. */
const isKept = (pointer: string): boolean => !/^(?:https?|sandbox):/.test(pointer);

function serverDraft(session: string, { type, id, rule, where, raw }: Copy, updated: string | null): Draft {
  const body: ServerCopy = {
    system: 'chatgpt',
    type,
    id,
    retention: { rule: rule ?? NOT_STATED, until: null },
    deletion: { how: where ? 'menu' : 'none', where: where ?? null, doneAt: null },
  };
  const own = type === 'conversation' && id === session ? undefined : `${type}-${id}`;
  return sessionDraft({
    id: sessionEventId('chatgpt', session, 'server.state', own),
    kind: 'server.state',
    body,
    raw: [raw],
    updated,
  });
}
