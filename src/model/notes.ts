import { sha256Hex } from '../lib/hash';
import type { Event, Observation } from './event';
import { FORMAT_VERSION } from './event';
import { sessionEventId } from './ids';

/** What the type of an annotation says: the handoff as the person wants it, or a twin in their own words. */
export const HANDOFF_NOTE = 'handoff';

/** A handoff as the person wants it, and what they had before them when they said so. */
export interface HandoffNote {
  /** The whole text; null: as it is assembled, whatever they had said before. */
  readonly text: string | null;
  /** The last event of the branch. */
  readonly leaf: string;
  readonly base: HandoffBase;
}

export interface HandoffBase {
  /** So many lines the log had. */
  readonly lines: number;
  /** SHA-256 of the text that was assembled from them. */
  readonly assembled: string;
}

interface NoteOf {
  readonly site: string;
  /** The site's id of the session. */
  readonly native: string;
  readonly now: string;
}

/** The annotation that keeps an edited handoff: one id for each branch that ends at a leaf, the latest line of it counts. */
export function handoffNote(
  { site, native, now }: NoteOf,
  { text, leaf, base }: HandoffNote,
): Observation<'annotation'> {
  const body = {
    type: HANDOFF_NOTE,
    text: (text ?? '').toWellFormed(),
    assembled: text === null,
    leaf,
    base: { ...base },
  };
  return {
    v: FORMAT_VERSION,
    id: sessionEventId(site, native, 'annotation', `${HANDOFF_NOTE}.${sha256Hex(leaf).slice(0, 16)}`),
    thread: 'root',
    parents: [leaf],
    at: { occurred: now, updated: null },
    actor: { kind: 'user', name: null, model: null },
    kind: 'annotation',
    body,
    native: { id: null, node: null, type: null, parent: null },
    source: { platform: site, capture: 'user', form: 'note', reader: `${site}@1`, raw: [] },
    fidelity: text === null || text.isWellFormed() ? 'exact' : 'normalised',
    sealed: [],
  };
}

/** What such an annotation says; null for any other event. Written by any release: every member may be absent. */
export function handoffNoteIn({ kind, body, source, parents }: Event): HandoffNote | null {
  if (kind !== 'annotation' || body.type !== HANDOFF_NOTE || source.capture !== 'user') return null;
  const { leaf = parents[0], base } = body;
  if (typeof leaf !== 'string') return null;
  const { lines, assembled } =
    typeof base === 'object' && base !== null ? (base as Partial<Record<keyof HandoffBase, unknown>>) : {};
  return {
    text: body.assembled === true ? null : body.text,
    leaf,
    base: {
      lines: typeof lines === 'number' ? lines : 0,
      assembled: typeof assembled === 'string' ? assembled : '',
    },
  };
}
