import { lastOf } from '../lib/steps';
import type { Event } from '../model/event';
import { numberOf, type SessionView } from '../projection/view';
import type { Loss, TargetResult } from '../report/facts';
import { chosenPath } from './choice';
import { messages } from './messages';
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
import { type WalkContext, walking } from './walk';

/** What a target's file holds, and what did not go into it. */
export interface Built {
  readonly text: string;
  readonly loss: readonly Loss[];
  /** Ids of the events that stand in it. */
  readonly events: ReadonlySet<string>;
  /** The branch it is of, first event first. */
  readonly path: readonly Event[];
  readonly about: About;
}

/** Where a session can be continued: one file, in `continue/` or made when it is asked for. */
export interface Target extends Pick<Format, 'name' | 'file' | 'pictures' | 'validate' | 'use'> {
  readonly build: (view: SessionView, context: WalkContext) => Built;
  /** The same step by step, for where other work must not wait. */
  readonly building: (view: SessionView, context: WalkContext) => Generator<void, Built>;
}

function targetOf(format: Format): Target {
  const { write, ...rest } = format;
  const target: Target = {
    ...rest,
    build: (view, context) => lastOf(target.building(view, context)),
    *building(view, { pictures, ...context }) {
      const given = format.pictures && pictures ? { ...context, pictures } : context;
      const path = chosenPath(view, context.choice);
      const { turns, loss, events, clean, thought } = yield* walking(view, given, path);
      yield;
      const about = aboutOf(view, { path, turns, clean, thought });
      const made = write(turns, about);
      return { text: made.text, loss: [...loss, ...(made.loss ?? [])], events, path, about };
    },
  };
  return target;
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
