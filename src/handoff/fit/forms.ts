import type { Loss } from '../../report/facts';
import type { Turn } from '../turns';
import { linesOf } from './lines';
import type { Size } from './shorten';
import { type Cutting, smaller } from './smaller';
import { piecesOf, type Weigh, worth } from './weights';

/** One way in which a turn may go along: as it is, shorter, as a line in the handoff, or not at all. */
export interface Form {
  readonly turn: Turn | null;
  readonly lines: readonly string[];
  readonly size: number;
  readonly value: number;
  readonly loss: readonly Loss[];
}

export interface Forming {
  readonly size: Size;
  readonly sizeOf: (turn: Turn) => number;
  readonly weigh: Weigh;
  readonly number: (event: string) => string;
  /** Whether turns that are left out may have a line in the handoff. */
  readonly lines: boolean;
  /** Forms that were made before. */
  readonly known: Map<Turn, readonly Form[]>;
}

/** Room that a turn's texts may take in its shorter forms, in tokens. */
const CAPS = [1_600, 500, 160];
/** How long its line may be, in characters. */
const LINES = [320, 120];

/** The forms of a turn, from nothing to all of it, each larger than the one before it. */
export function formsOf(turn: Turn, forming: Forming): readonly Form[] {
  const before = forming.known.get(turn);
  if (before) return before;
  const forms = formsWithin(turn, forming, CAPS);
  forming.known.set(turn, forms);
  return forms;
}

/** The same with other rooms for its texts. */
export function formsWithin(turn: Turn, forming: Forming, caps: readonly number[]): Form[] {
  const whole = sizedForm(turn, [], forming, turn);
  const shorter = caps.flatMap((cap) => {
    const cutting: Cutting = { size: forming.size, room: cap, number: forming.number };
    return smaller(turn, cutting).map((each) => sizedForm(each.turn, each.loss, forming, turn));
  });
  const lines = forming.lines ? LINES.map((long) => lineForm(turn, long, whole.value, forming)) : [];
  const smallerOnes = [...lines, ...shorter].filter(({ size, value }) => size < whole.size && value < whole.value);
  return [...ascending([NOTHING, ...smallerOnes]), whole];
}

export const NOTHING: Form = { turn: null, lines: [], size: 0, value: 0, loss: [] };

/** @param of the turn it is a form of: a shorter text weighs as much as the whole one, whatever stands in the part that is left */
function sizedForm(turn: Turn, loss: readonly Loss[], { size, sizeOf, weigh }: Forming, of: Turn): Form {
  const weights = piecesOf(of).map(weigh);
  const words = piecesOf(turn).reduce((sum, { text }, at) => sum + (weights[at] ?? 0) * worth(size(text)), 0);
  const value = words + (turn.role === 'user' ? turn.pictures.length * PICTURE : 0) + 1;
  return { turn, lines: [], size: sizeOf(turn), value, loss };
}

/** What a picture is worth. */
const PICTURE = 150;

function lineForm(turn: Turn, long: number, whole: number, { size, weigh, number }: Forming): Form {
  const lines = linesOf(turn, number, long);
  const tokens = lines.reduce((sum, line) => sum + size(`${line}\n`), 0);
  const most = piecesOf(turn).reduce((best, piece) => Math.max(best, weigh(piece)), 0);
  return { turn: null, lines, size: tokens, value: Math.min(most * worth(tokens) * BARE, whole * BARE), loss: [] };
}

/** A line has lost how it was said. */
const BARE = 0.7;

/** Those that are larger and worth more than every one before them. */
function ascending(forms: readonly Form[]): Form[] {
  const sorted = forms.toSorted((a, b) => a.size - b.size || b.value - a.value);
  const kept: Form[] = [];
  for (const form of sorted) {
    const last = kept.at(-1);
    if (!last || form.value > last.value) kept.push(form);
  }
  return kept;
}
