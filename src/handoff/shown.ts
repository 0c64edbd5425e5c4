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
