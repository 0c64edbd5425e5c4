import type { GapReason } from '../../model/bodies';
import { bodyOwnId } from '../../model/ids';
import type { Draft, DraftPlace } from '../contract';

const NOTHING = { id: null, node: null, type: null, parent: null } as const;

/**
 * A gap that hangs beside an event. `own` is the id of what is missing, and never a number: with one file more, a number
 * would be that of another gap, and one of the two would be lost when captures are merged.
 */
export function gapDraft(
  event: string,
  own: string,
  gap: { readonly why: GapReason; readonly what: Record<string, unknown>; readonly native: string | null },
  raw: readonly DraftPlace[],
): Draft {
  return {
    id: `${event}/${own}`,
    thread: 'root',
    parents: [event],
    at: { occurred: null, updated: null },
    actor: { kind: 'provider', name: null, model: null },
    kind: 'gap',
    body: { what: gap.what, why: gap.why, where: 'message', native: gap.native },
    native: NOTHING,
    sealed: [],
    raw,
  };
}

/** An event that belongs to the conversation and to no message. */
export function sessionDraft(
  draft: Pick<Draft, 'id' | 'kind' | 'body' | 'raw'> & {
    readonly occurred?: string | null;
    readonly updated?: string | null;
  },
): Draft {
  const { occurred = null, updated = null, ...rest } = draft;
  return {
    ...rest,
    thread: 'root',
    parents: [],
    at: { occurred, updated },
    actor: { kind: 'provider', name: null, model: null },
    native: NOTHING,
    sealed: [],
  };
}

/** What names an event by its body; by its place where the body has no canonical form (numbers beyond all bounds, depth). */
export function ownIdOf(body: unknown, place: number): string {
  try {
    return bodyOwnId(body);
  } catch {
    return `${place}`;
  }
}
