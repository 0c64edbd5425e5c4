import { canonical } from '../lib/json';
import type { Event } from '../model/event';
import type { SessionView } from '../projection/view';
import { chosenPath } from './choice';
import { handoffOf } from './handoff';
import type { HandoffContext } from './shown';
import { type Walked, walking } from './walk';

/** A text that is handed over, and the event it is of; null: the handoff itself. */
export interface HandedText {
  readonly event: string | null;
  readonly text: string;
}

/** Every text of a branch that is handed over in one way or another, step by step: nothing is left out of it. */
export function* handedTextsOf(
  view: SessionView,
  { leaveOut: _, ...context }: HandoffContext,
): Generator<void, HandedText[]> {
  const path = chosenPath(view, context.choice);
  const walked = yield* walking(view, context, path);
  yield;
  return [{ event: null, text: handoffOf(view, context) }, ...handedTexts(walked, path)];
}

/** Every text that a walk hands over, and the thoughts that some formats have a place for. */
function handedTexts({ turns, thought }: Walked, path: readonly Event[]): HandedText[] {
  const ofTurns = turns.flatMap((turn): HandedText[] => [
    { event: turn.event, text: turn.text ?? '' },
    ...(turn.role === 'assistant' ? turn.calls : []).flatMap(({ event, name, input, result }) => [
      { event, text: name },
      { event, text: canonical(input) },
      { event, text: result },
    ]),
  ]);
  const thoughts = path.flatMap(({ kind, id }) => (kind === 'reasoning' ? { event: id, text: thought(id) } : []));
  return [...ofTurns, ...thoughts].filter(({ text }) => text !== '');
}
