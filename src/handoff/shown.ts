import { hashIn } from '../lib/hash';
import type { Event } from '../model/event';
import type { Part } from '../model/parts';
import { type NumberedSource, sourcesOf } from '../projection/sources';
import { numberOf, type SessionView } from '../projection/view';

/** What the words about a session need besides its log. */
export interface HandoffContext {
  /** Where an artifact (bare hash) lies in the archive as a file, from the archive's top folder; null: not as a file. */
  readonly artifactPath: (hash: string) => string | null;
}

/** `alone`: all that the next model gets. `followed`: the messages of the branch come after it. */
export type HandoffUse = 'alone' | 'followed';

/** A session as its pages look at it: the view, its sources numbered once, and where artifacts lie. */
export interface Shown extends HandoffContext {
  readonly view: SessionView;
  readonly sources: readonly NumberedSource[];
  /** The number of a source by `<event id>#<evidence id>`. */
  readonly sourceNumber: ReadonlyMap<string, number>;
}

export function shownOf(view: SessionView, context: HandoffContext): Shown {
  const { sources, numberOf: sourceNumber } = sourcesOf(view);
  return { view, sources, sourceNumber, artifactPath: context.artifactPath };
}

/** `V-0042` of an event. */
export const place = (shown: Shown, id: string): string => numberOf(shown.view, id);

export type MediaPart = Extract<Part, { type: 'image' | 'audio' | 'video' | 'file' }>;

export const isMedia = (part: Part): part is MediaPart =>
  part.type === 'image' || part.type === 'audio' || part.type === 'video' || part.type === 'file';

/**
 * The bare hash of what a part shows: its own artifact, else that of an `artifact` event beside the event that was made
 * for the same pointer or name when its bytes came.
 */
export function mediaHash(shown: Shown, event: Event, part: MediaPart): string | null {
  if (part.artifact !== null) return hashIn(part.artifact);
  for (const id of shown.view.children.get(event.id) ?? []) {
    const child = shown.view.current.get(id);
    if (child?.kind !== 'artifact') continue;
    const { body } = child;
    const isSame =
      part.pointer !== undefined ? body.pointer === part.pointer : part.name !== null && body.name === part.name;
    if (isSame) return hashIn(body.artifact);
  }
  return null;
}
