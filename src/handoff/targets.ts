import { lastOf } from '../lib/steps';
import { activePath } from '../projection/branches';
import type { SessionView } from '../projection/view';
import type { Loss, TargetResult } from '../report/facts';
import { validateMessages } from './message-schema';
import { writingMessages } from './messages';
import type { HandoffContext } from './shown';

/** What a target's file holds, and what did not go into it. */
export interface Built {
  readonly text: string;
  readonly loss: readonly Loss[];
  /** Ids of the events that stand in it. */
  readonly events: ReadonlySet<string>;
}

/** Where a session can be continued: one file in `continue/`. */
export interface Target {
  readonly name: string;
  readonly file: string;
  readonly build: (view: SessionView, context: HandoffContext) => Built;
  /** The same step by step, for where other work must not wait. */
  readonly building: (view: SessionView, context: HandoffContext) => Generator<void, Built>;
  /** What is wrong with the file, as sentences; empty: nothing. */
  readonly validate: (text: string) => readonly string[];
}

const messages: Target = {
  name: 'messages',
  file: 'messages.json',
  build: (view, context) => lastOf(messages.building(view, context)),
  *building(view, context) {
    const { messages: list, loss, events } = yield* writingMessages(view, context);
    yield;
    return { text: `[\n${list.map((message) => JSON.stringify(message)).join(',\n')}\n]\n`, loss, events };
  },
  validate: (text) => validateMessages(JSON.parse(text)),
};

/** Every target there is. */
export const targets: readonly Target[] = [messages];

/** What became of a target, for the replay test: a branch's event is either in the file or in the loss report. */
export function resultOf(view: SessionView, { name, validate }: Target, { text, loss, events }: Built): TargetResult {
  const told = new Set(loss.map(({ event }) => event));
  const silent = activePath(view).filter(({ id }) => !events.has(id) && !told.has(id));
  const faults = [...validate(text), ...silent.map(({ id }) => `${id} is neither in the file nor in its loss report`)];
  return { name, valid: faults.length === 0, faults, loss };
}

/** The loss report of a target as a file: what was left out or changed, event by event. */
export const lossText = (target: string, loss: readonly Loss[]): string =>
  `${JSON.stringify({ v: 1, target, losses: loss.length }).slice(0, -1)},"loss":[\n${loss
    .map(({ event, what, why }) => JSON.stringify({ event, what, why }))
    .join(',\n')}\n]}\n`;
