import { append } from '../../lib/append';
import { inSteps } from '../../lib/steps';
import type { SessionView } from '../../projection/view';
import type { Loss } from '../../report/facts';
import type { Counter } from '../../tokens/counter';
import { quotedBlock } from '../frame';
import type { HandoffText } from '../handoff';
import type { Format } from '../to/format';
import type { Turn, UserTurn } from '../turns';
import type { Walked } from '../walk';
import type { Form, Forming } from './forms';
import { leftOutLine } from './left-out';
import { remembering, sizeOfTurn } from './size';
import { LEFT_OUT } from './smaller';
import { choosingForms, type Rules, STRETCH } from './turns';
import { weighed } from './weights';

/** The rules that answered most of the questions asked of recorded sessions (docs/budgets.md). */
export const RULES: Rules = { latest: 0.5, weigh: weighed, lines: true };

export interface Fitting {
  readonly view: SessionView;
  readonly format: Format;
  readonly budget: number;
  readonly counter: Counter | undefined;
  readonly number: (event: string) => string;
  /** The handoff in so many tokens, as `size` counts them. */
  readonly handoff: (room: number, size: (text: string) => number) => HandoffText;
  readonly rules: Rules | undefined;
}

/** Of the budget, so much may go to the handoff where not all fits. */
const HANDOFF = 0.35;
/** For the line that says what is left out, and the borders of its section. */
const LINE = 260;

/**
 * What was walked, so that it fits a budget: unchanged where it does; else the handoff with its sections shortened, then turns
 * by the rules. What is left out or shortened is named in the loss report, and in one line of the handoff. It rests between
 * its steps.
 */
export function* makingFit(walked: Walked, fitting: Fitting): Generator<void, Walked> {
  const { view, format, budget, number, rules = RULES } = fitting;
  const size = remembering(fitting.counter);
  const sizeOf = sizeOfTurn(size, format, walked.thought);
  const [first, ...turns] = walked.turns;
  if (first?.role !== 'user') return walked;
  const rest = (yield* inSteps(turns, sizeOf, STRETCH)).reduce((sum, tokens) => sum + tokens, 0);
  if (sizeOf(first) + rest <= budget) return walked;

  const forming: Forming = { size, sizeOf, weigh: rules.weigh, number, lines: rules.lines, known: new Map() };
  const room = Math.max(Math.floor(budget * HANDOFF), budget - rest - LINE);
  const handoff = fitting.handoff(room - sizeOf({ ...first, text: '' }), size);
  yield;
  let free = budget - sizeOf({ ...first, text: handoff.text }) - LINE;
  for (let tries = 0; ; tries++) {
    const forms = yield* choosingForms(turns, free, forming, rules);
    const begin: UserTurn = {
      ...first,
      text: withLeft(view, handoff.text, leftOutLine(turns, forms, { budget, number }), forms),
    };
    const kept = forms.flatMap(({ turn }) => turn ?? []);
    const total = kept.reduce((sum, turn) => sum + sizeOf(turn), sizeOf(begin));
    if (total <= budget || tries >= 8) return joined(walked, { turns: [begin, ...kept], forms, handoff });
    free -= total - budget + 20;
  }
}

/** The handoff with what is left out, and a line for each turn that has one. */
function withLeft(view: SessionView, handoff: string, left: string, forms: readonly Form[]): string {
  const lines = forms.flatMap((form) => form.lines);
  const told =
    lines.length === 0 ? '' : `\nA line for some of them, cut where long.\n\n${quotedBlock(view, lines.join('\n'))}\n`;
  return `${handoff}\n## Left out of the messages\n\n${left}\n${told}`;
}

function joined(
  walked: Walked,
  {
    turns,
    forms,
    handoff,
  }: { readonly turns: readonly Turn[]; readonly forms: readonly Form[]; readonly handoff: HandoffText },
): Walked {
  const events = new Set(walked.events);
  for (const id of walked.handoff.events) events.delete(id);
  for (const id of handoff.events) events.add(id);
  const own = new Set(walked.handoff.loss);
  const loss: Loss[] = [...handoff.loss, ...walked.loss.filter((each) => !own.has(each))];
  for (const [at, form] of forms.entries()) {
    const turn = walked.turns[at + 1];
    const losses = turn && form.turn === null ? lossOf(turn, form) : form.loss;
    append(loss, losses);
    for (const { event, why } of losses) if (why === LEFT_OUT || why === IN_A_LINE) events.delete(event);
  }
  return { ...walked, turns, loss, events, handoff };
}

const IN_A_LINE = 'It is left out to fit the budget, but for a line in the handoff; all of it is in the archive.';

/** What is lost with a turn that is left out. */
function lossOf(turn: Turn, { lines }: Form): Loss[] {
  const why = lines.length > 0 ? IN_A_LINE : LEFT_OUT;
  const held = turn.holds.map((event): Loss => ({ event, what: 'text', why }));
  if (turn.role === 'user')
    return held.length > 0 || turn.event === null ? held : [{ event: turn.event, what: 'image', why }];
  const calls = turn.calls.flatMap(({ event, results }): Loss[] => [
    { event, what: 'tool.call', why },
    ...results.map((result) => ({ event: result, what: 'result', why })),
  ]);
  return [...held, ...calls];
}
