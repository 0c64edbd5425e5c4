import { counted } from '../../lib/text';
import type { Turn } from '../turns';
import type { Form } from './forms';

/** Ranges of numbers that are named one by one. */
const MOST = 6;

/**
 * What was left out or shortened, in one line: how much, and which numbers.
 * @param forms one for each turn
 */
export function leftOutLine(
  turns: readonly Turn[],
  forms: readonly Form[],
  { budget, number }: { readonly budget: number; readonly number: (event: string) => string },
): string {
  const first = (turn: Turn | undefined): string => (turn?.event ? number(turn.event) : '');
  const rangesOf = (is: (form: Form, turn: Turn) => boolean): string => {
    const ranges: [number, number][] = [];
    for (const [at, form] of forms.entries()) {
      const turn = turns[at];
      if (!turn || !is(form, turn)) continue;
      const last = ranges.at(-1);
      if (last && last[1] === at - 1) last[1] = at;
      else ranges.push([at, at]);
    }
    const words = ranges
      .slice(0, MOST)
      .map(([from, to]) => (from === to ? first(turns[from]) : `${first(turns[from])} to ${first(turns[to])}`));
    return [...words, ...(ranges.length > MOST ? [`${ranges.length - MOST} more stretches`] : [])].join(', ');
  };
  const gone = (form: Form): boolean => form.turn === null;
  const short = (form: Form): boolean => form.turn !== null && form.loss.length > 0;
  const [many, fewer] = [forms.filter(gone).length, forms.filter(short).length];
  const parts = [
    ...(many > 0 ? [`${counted(many, 'turn')} left out (${rangesOf(gone)})`] : []),
    ...(fewer > 0 ? [`${fewer} shortened (${rangesOf(short)})`] : []),
  ];
  return `To fit ${budget.toLocaleString('en')} tokens: ${parts.join('; ') || 'no turn left out'}. What seems unanswered below was answered then. All of it is in the archive, session.jsonl.`;
}
