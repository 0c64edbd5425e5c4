import type { Draft } from '../contract';

/** An event that is no message: of the chat itself, or beside a message (then that event is its parent). */
export function asideDraft(
  draft: Pick<Draft, 'id' | 'kind' | 'body' | 'raw'> & { readonly parent?: string; readonly updated?: string | null },
): Draft {
  const { parent, updated = null, ...rest } = draft;
  return {
    ...rest,
    thread: 'root',
    parents: parent === undefined ? [] : [parent],
    at: { occurred: null, updated },
    actor: { kind: 'provider', name: null, model: null },
    native: { id: null, node: null, type: null, parent: null },
    sealed: [],
  };
}
