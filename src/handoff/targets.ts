import { lastOf } from '../lib/steps';
import type { Event } from '../model/event';
import { numberOf, type SessionView } from '../projection/view';
import type { Loss, TargetResult } from '../report/facts';
import type { Counter } from '../tokens/counter';
import { chosenPath } from './choice';
import { makingFit } from './fit/fit';
import { remembering, sizeOfTurn } from './fit/size';
import { handoffText } from './handoff';
import { messages } from './messages';
import { shownOf } from './shown';
import { aiSdk } from './to/ai-sdk';
import { anthropic } from './to/anthropic';
import { atif } from './to/atif';
import { claudeCode } from './to/claude-code';
import { codex } from './to/codex';
import { type About, aboutOf, type Format } from './to/format';
import { gemini } from './to/gemini';
import { geminiCli } from './to/gemini-cli';
import { librechat } from './to/librechat';
import { openWebui } from './to/open-webui';
import { opencode } from './to/opencode';
import { pi } from './to/pi';
import { responses } from './to/responses';
import type { Turn } from './turns';
import { type WalkContext, type Walked, walking } from './walk';

/** What a target's file holds, and what did not go into it. */
export interface Built {
  readonly text: string;
  readonly loss: readonly Loss[];
  /** What it was written from. */
  readonly turns: readonly Turn[];
  /** Ids of the events that stand in it. */
  readonly events: ReadonlySet<string>;
  /** The branch it is of, first event first. */
  readonly path: readonly Event[];
  readonly about: About;
}

/** Where a session can be continued: one file, in `continue/` or made when it is asked for. */
export interface Target extends Pick<Format, 'name' | 'file' | 'pictures' | 'validate' | 'use'> {
  readonly build: (view: SessionView, context: WalkContext) => Built;
  /** How many tokens the model gets of what was built. */
  readonly tokens: (built: Built, counter: Counter) => number;
  /** The same step by step, for where other work must not wait. */
  readonly building: (view: SessionView, context: WalkContext) => Generator<void, Built>;
}

function targetOf(format: Format): Target {
  const { write, seen: _, ...rest } = format;
  const target: Target = {
    ...rest,
    tokens: ({ turns, about }, counter) =>
      turns.map(sizeOfTurn(remembering(counter), format, about.thought)).reduce((sum, size) => sum + size, 0),
    build: (view, context) => lastOf(target.building(view, context)),
    *building(view, { pictures, ...context }) {
      const given = format.pictures && pictures ? { ...context, pictures } : context;
      const path = chosenPath(view, context.choice);
      const walked = yield* walking(view, given, path);
      yield;
      const { turns, loss, events, clean, thought } = yield* fitting(walked, { view, path, format, context: given });
      const about = aboutOf(view, { path, turns, clean, thought });
      const made = write(turns, about);
      return { text: made.text, loss: [...loss, ...(made.loss ?? [])], turns, events, path, about };
    },
  };
  return target;
}

/** What was walked, as much of it as there is room for. */
function* fitting(
  walked: Walked,
  of: {
    readonly view: SessionView;
    readonly path: readonly Event[];
    readonly format: Format;
    readonly context: WalkContext;
  },
): Generator<void, Walked> {
  const { view, path, format, context } = of;
  const budget = context.choice?.budget ?? null;
  if (budget === null) return walked;
  const shown = shownOf(view, context);
  const out = (text: string): string => context.leaveOut?.(text).text ?? text;
  return yield* makingFit(walked, {
    ...{ view, format, budget, counter: context.counter, rules: context.rules },
    number: (event) => numberOf(view, event),
    handoff(room, size) {
      const { text, ...rest } = handoffText(shown, path, 'followed', { room, size: (each) => size(out(each)) });
      return { ...rest, text: out(text) };
    },
  });
}

/** Every target there is. */
export const targets: readonly Target[] = [
  ...[messages, responses, anthropic, gemini, aiSdk],
  ...[pi, codex, claudeCode, opencode, geminiCli],
  ...[openWebui, librechat, atif],
].map(targetOf);

/** What became of a target, for the replay test: a branch's event is either in the file or in the loss report. */
export function resultOf(
  view: SessionView,
  { name, validate }: Target,
  { text, loss, events, path }: Built,
): TargetResult {
  const told = new Set(loss.map(({ event }) => event));
  const silent = path.filter(({ id }) => !events.has(id) && !told.has(id));
  const faults = [
    ...validate(text),
    ...silent.map(({ id }) => `${numberOf(view, id)} is neither in the file nor in its loss report`),
  ];
  return { name, valid: faults.length === 0, faults, loss };
}

/** The loss report of a target as a file: what was left out or changed, event by event. */
export const lossText = (target: string, loss: readonly Loss[]): string =>
  `${JSON.stringify({ v: 1, target, losses: loss.length }).slice(0, -1)},"loss":[\n${loss
    .map(({ event, what, why }) => JSON.stringify({ event, what, why }))
    .join(',\n')}\n]}\n`;
