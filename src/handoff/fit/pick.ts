import { type Form, NOTHING } from './forms';

interface Step {
  readonly item: number;
  readonly to: number;
  readonly more: number;
  readonly density: number;
}

/**
 * Picks one form of each item, so that all fit: first whatever gives most for its room, then what the next larger form gives
 * most, as long as there is room.
 * @param items the forms of each, each larger and worth more than the one before it
 * @returns the place of the form picked of each, and the room that is left
 */
export function pick(items: readonly (readonly Form[])[], room: number): { picked: number[]; left: number } {
  const picked = items.map(() => 0);
  let left = room - items.reduce((sum, [least = NOTHING]) => sum + least.size, 0);
  const sizeAt = (item: number, at: number): number => items[item]?.[at]?.size ?? 0;
  const take = (item: number, to: number): void => {
    const now = picked[item] ?? 0;
    const more = sizeAt(item, to) - sizeAt(item, now);
    if (to <= now || more > left) return;
    picked[item] = to;
    left -= more;
  };
  const steps = items
    .flatMap((forms, item) => stepsOf(forms, item))
    .sort((a, b) => b.density - a.density || b.item - a.item);
  for (const { item, to } of steps) take(item, to);
  // a large step that had no room may have smaller ones beside it that do
  for (const { item } of steps) {
    const most = left + sizeAt(item, picked[item] ?? 0);
    take(item, items[item]?.findLastIndex(({ size }) => size <= most) ?? 0);
  }
  return { picked, left };
}

/** The ways up from the least form: each the one that gives most for its room, from the one before it. */
function stepsOf(forms: readonly Form[], item: number): Step[] {
  const steps: Step[] = [];
  for (let at = 0; at < forms.length - 1; ) {
    const best = bestFrom(forms, at, item);
    steps.push(best);
    at = best.to;
  }
  return steps;
}

function bestFrom(forms: readonly Form[], at: number, item: number): Step {
  const from = forms[at] ?? NOTHING;
  const ways = forms.slice(at + 1).map((form, index): Step => {
    const more = Math.max(form.size - from.size, 1);
    return { item, to: at + 1 + index, more, density: (form.value - from.value) / more };
  });
  return ways.reduce((best, way) => (way.density > best.density ? way : best));
}
