import { type NumberedSource, sourcesOf } from '../projection/sources';
import { numberOf, type SessionView } from '../projection/view';
import { type Choice, type Chosen, chosenIn } from './choice';

/** A text without what the person leaves out, and what that was, in words. */
export type LeaveOut = (text: string) => { readonly text: string; readonly left: readonly string[] };

/** What the words about a session need besides its log. */
export interface HandoffContext {
  /** Where an artifact (bare hash) lies in the archive as a file, from the archive's top folder; null: not as a file. */
  readonly artifactPath: (hash: string) => string | null;
  /** What the person picked; absent: everything. */
  readonly choice?: Choice;
  /** Takes out what the person leaves out; absent: nothing. */
  readonly leaveOut?: LeaveOut;
}

/** `alone`: all that the next model gets. `followed`: the messages of the branch come after it. */
export type HandoffUse = 'alone' | 'followed';

/** A session as its pages look at it: the view, its sources numbered once, and where artifacts lie. */
export interface Shown extends HandoffContext {
  readonly view: SessionView;
  readonly sources: readonly NumberedSource[];
  /** The number of a source by `<event id>#<evidence id>`. */
  readonly sourceNumber: ReadonlyMap<string, number>;
  /** What of it is handed over. */
  readonly chosen: Chosen;
}

export function shownOf(view: SessionView, context: HandoffContext): Shown {
  const { sources, numberOf: sourceNumber } = sourcesOf(view);
  const { artifactPath, choice = {} } = context;
  return { view, sources, sourceNumber, artifactPath, choice, chosen: chosenIn(view, choice) };
}

/** `V-0042` of an event. */
export const place = (shown: Shown, id: string): string => numberOf(shown.view, id);
