import { sessionEventId } from '../../model/ids';
import type { ServerCopy } from '../../model/references';
import type { Draft, DraftPlace } from '../contract';
import { sessionDraft } from '../kit/notes';
import { asWords } from '../kit/value';
import type { BlockContext } from './context';
import { isResult } from './pairs';
import { taskOf } from './research';
import { toolClass, usesSandbox } from './tools';
import type { WireBlock } from './wire';

/** Something that is left on the provider's server, and the event that showed it. */
export interface SeenCopy {
  readonly type:
    | 'conversation'
    | 'design-chat'
    | 'file'
    | 'container'
    | 'memory-store'
    | 'agent-session'
    | 'project'
    | 'share-link';
  /** Null: the conversation's own. */
  readonly id: string | null;
  /** Null: nothing but the session itself. */
  readonly event: string | null;
  readonly raw: readonly DraftPlace[];
}

/** What a message leaves there: files, the sandbox's container, memories, research tasks. */
export function copiesOf({ node, files, blocks, writer }: BlockContext): SeenCopy[] {
  const raw = writer.place([]);
  const named = files.all().map(({ pointer, event }): SeenCopy => {
    const inSandbox = pointer.startsWith('/');
    return { type: inSandbox ? 'container' : 'file', id: inSandbox ? null : pointer, event, raw };
  });
  const used = blocks.flatMap((block): SeenCopy[] =>
    usedBy(block).map((copy) => ({ ...copy, event: node.event, raw: writer.place(block.path) })),
  );
  return [...named, ...used];
}

function usedBy(block: WireBlock): Pick<SeenCopy, 'type' | 'id'>[] {
  const name = asWords(block.fields.name);
  if (name === null) return [];
  const task = isResult(block) ? taskOf(block) : null;
  return [
    ...(usesSandbox(name) ? [{ type: 'container' as const, id: null }] : []),
    ...(toolClass(block.fields) === 'memory' ? [{ type: 'memory-store' as const, id: 'memory' }] : []),
    ...(task === null ? [] : [{ type: 'agent-session' as const, id: task }]),
  ];
}

const NOT_STATED = 'not stated';
const RULES: Partial<Record<SeenCopy['type'], string>> = { container: 'Expires by itself, when is not stated.' };
const WAYS: Partial<Record<SeenCopy['type'], string>> = { conversation: 'The conversation’s own menu, “Delete”.' };

/** One event for each copy. The site says neither how long it keeps them nor, but for a conversation, how to delete them. */
export function serverDrafts(session: string, copies: readonly SeenCopy[]): Draft[] {
  const drafts = new Map<string, Draft>();
  for (const copy of copies) {
    const draft = serverDraft(session, copy);
    if (!drafts.has(draft.id)) drafts.set(draft.id, draft);
  }
  return [...drafts.values()];
}

function serverDraft(session: string, { type, id: own, event, raw }: SeenCopy): Draft {
  const id = own ?? session;
  const where = WAYS[type] ?? null;
  const body: ServerCopy = {
    system: 'claude',
    type,
    id,
    retention: { rule: RULES[type] ?? NOT_STATED, until: null },
    deletion: { how: where ? 'menu' : 'none', where, doneAt: null },
  };
  const isSession = type === 'conversation' && id === session;
  const name = sessionEventId('claude', session, 'server.state', isSession ? undefined : `${type}-${id}`);
  const draft = sessionDraft({ id: name.toWellFormed(), kind: 'server.state', body, raw: [] });
  return { ...draft, raw, parents: event === null ? [] : [event] };
}
