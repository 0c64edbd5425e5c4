import { inSteps } from '../../lib/steps';
import type { Turn } from '../turns';
import { type Form, type Forming, formsOf, formsWithin, NOTHING } from './forms';
import { pick } from './pick';

/** By which rules turns are chosen. `latest`: the share of the room after the last exchange that goes to the latest whole turns. */
export interface Rules extends Pick<Forming, 'weigh' | 'lines'> {
  readonly latest: number;
}

/** Turns that are looked at between two rests. */
export const STRETCH = 50;

/** Of the room, so much may go to the last exchange where it does not fit as a whole. */
const LAST = 0.85;

/**
 * Chooses a form of every turn: the last exchange first, then the latest turns whole, then of the earlier ones what weighs
 * most for its room.
 */
export function* choosingForms(
  turns: readonly Turn[],
  room: number,
  forming: Forming,
  { latest }: Rules,
): Generator<void, Form[]> {
  const begin = Math.max(
    turns.findLastIndex((turn) => turn.role === 'user' && turn.from === 'person'),
    0,
  );
  const exchange = lastExchange(turns.slice(begin), room, forming);
  let left = room - sumOf(exchange);
  const earlier = turns.slice(0, begin);
  const whole: Form[] = [];
  let share = left * latest;
  for (let at = earlier.length - 1; at >= 0; at--) {
    const turn = earlier[at];
    const form = turn ? latestForm(turn, share, forming) : null;
    if (form === null) break;
    whole.push(form);
    share -= form.size;
    if (whole.length % STRETCH === 0) yield;
  }
  left -= sumOf(whole);
  const before = earlier.slice(0, earlier.length - whole.length);
  const rest = yield* inSteps(before, (turn) => formsOf(turn, forming), STRETCH);
  const { picked } = latest < 1 ? pick(rest, left) : { picked: rest.map(() => 0) };
  return [...rest.map((forms, item) => forms[picked[item] ?? 0] ?? NOTHING), ...whole.reverse(), ...exchange];
}

const sumOf = (forms: readonly Form[]): number => forms.reduce((sum, { size }) => sum + size, 0);

/** As it is; with its calls and what they gave back shortened, where only that fits. */
function latestForm(turn: Turn, room: number, forming: Forming): Form | null {
  const forms = formsWithin(turn, forming, turn.role === 'assistant' && turn.calls.length > 0 ? OUTPUT : []);
  const whole = forms.filter((form) => form.turn !== null && form.size <= room);
  return whole.findLast((form) => keepsWords(turn, form.turn)) ?? null;
}

const OUTPUT = [1_600, 500];

const keepsWords = (turn: Turn, form: Turn | null): boolean =>
  form !== null &&
  form.text === turn.text &&
  (turn.role === 'user' || (form.role === 'assistant' && form.calls.length === turn.calls.length));

function lastExchange(turns: readonly Turn[], room: number, forming: Forming): Form[] {
  const whole = turns.map((turn) => formsWithin(turn, forming, []));
  const all = whole.map((forms) => forms.at(-1) ?? NOTHING);
  if (sumOf(all) <= room) return all;
  const most = room * LAST;
  const caps = [0.85, 0.65, 0.45, 0.3, 0.15, 0.05].map((share) => Math.floor(most * share));
  const forms = turns.map((turn, at) => {
    const isEnd = at === 0 || at === turns.length - 1;
    const weigh: Forming['weigh'] = (piece) => forming.weigh(piece) * (isEnd ? END : 1);
    return formsWithin(turn, { ...forming, weigh, lines: false }, [...caps, 1_600, 500, 160]);
  });
  const { picked } = pick(forms, most);
  return forms.map((each, item) => each[picked[item] ?? 0] ?? NOTHING);
}

/** What the person said last, and what was answered, weigh so many times as much as what was done in between. */
const END = 20;
