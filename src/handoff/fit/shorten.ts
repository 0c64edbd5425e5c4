import { type Stretch, stretchesIn } from './blocks';

/** How much room a text takes. */
export type Size = (text: string) => number;

/** A text that was shortened in its middle. */
export interface Shortened {
  readonly text: string;
  /** Characters that are left out. */
  readonly left: number;
}

export interface ShortenBy {
  readonly room: number;
  readonly size: Size;
  /** What stands in the middle instead. */
  readonly mark: (left: number, of: number) => string;
  /** Whether a block of code may be cut between its lines, and closed and opened again there. */
  readonly mayCut: boolean;
}

/** Of what stays, so much is of the beginning. */
const HEAD = 0.6;

/**
 * A text without its middle, so that it fits; the text itself where it does already; null where not even the mark fits. Cut
 * between lines, never in a block of code; in a line only where that has no room by itself, and then between two characters
 * as people see them.
 */
export function shortened(text: string, by: ShortenBy): Shortened | null {
  if (by.size(text) <= by.room) return { text, left: 0 };
  const stretches = stretchesIn(text, by.mayCut);
  let free = by.room - by.size(`\n${by.mark(text.length, text.length)}\n`) - FENCES;
  for (let tries = 0; tries < 6 && free > 0; tries++) {
    const short = without(text, stretches, free, by);
    if (by.size(short.text) <= by.room) return short;
    free = Math.floor(free * 0.8);
  }
  const bare = by.mark(text.length, text.length);
  return by.size(bare) <= by.room ? { text: bare, left: text.length } : null;
}

/** Fences that are put where a block is cut. */
const FENCES = 8;

function without(text: string, stretches: readonly Stretch[], free: number, by: ShortenBy): Shortened {
  const head = headOf(text, stretches, free * HEAD, by.size);
  const tail = tailOf(text, stretches, { free: free - head.used, from: head.to, size: by.size });
  const left = tail.from - head.to;
  const closed = head.block ? `${breakAfter(text.slice(0, head.to))}${head.block.close}` : '';
  const opened = tail.block?.open ?? '';
  const before = `${text.slice(0, head.to)}${closed}`;
  return {
    text: `${before}${before === '' ? '' : breakAfter(before)}${by.mark(left, text.length)}${tail.from < text.length ? '\n' : ''}${opened}${text.slice(tail.from)}`,
    left,
  };
}

const breakAfter = (text: string): string => (text.endsWith('\n') ? '' : '\n');

interface Head {
  readonly to: number;
  readonly used: number;
  /** The block in whose middle it ends. */
  readonly block: Stretch['block'];
}

function headOf(text: string, stretches: readonly Stretch[], free: number, size: Size): Head {
  let [to, used] = [0, 0];
  for (const [index, stretch] of stretches.entries()) {
    const own = size(text.slice(stretch.from, stretch.to));
    if (used + own > free) {
      const cut = mayBreak(stretch, own, free)
        ? headCut(text.slice(stretch.from, stretch.to), free - used, own, size)
        : 0;
      const block = sameBlock(stretches[index - 1], stretch) ? stretch.block : null;
      return { to: to + cut, used: cut > 0 ? free : used, block };
    }
    [to, used] = [stretch.to, used + own];
  }
  return { to, used, block: null };
}

interface Tail {
  readonly from: number;
  readonly block: Stretch['block'];
}

function tailOf(
  text: string,
  stretches: readonly Stretch[],
  { free, from, size }: { readonly free: number; readonly from: number; readonly size: Size },
): Tail {
  let [at, used] = [text.length, 0];
  for (let index = stretches.length - 1; index >= 0; index--) {
    const stretch = stretches[index];
    if (!stretch || stretch.to <= from) break;
    const begin = Math.max(stretch.from, from);
    const own = size(text.slice(begin, stretch.to));
    if (used + own > free) {
      const cut = mayBreak(stretch, own, free) ? tailCut(text.slice(begin, stretch.to), free - used, own, size) : 0;
      const block = sameBlock(stretch, stretches[index + 1]) ? stretch.block : null;
      return { from: at - cut, block };
    }
    [at, used] = [begin, used + own];
  }
  return { from: at, block: null };
}

const sameBlock = (one: Stretch | undefined, other: Stretch | undefined): boolean =>
  one?.block != null && one.block === other?.block;

/** A line is cut only where it would have no room even by itself. */
const mayBreak = ({ whole }: Stretch, own: number, free: number): boolean => !whole && own > free;

function headCut(line: string, room: number, own: number, size: Size): number {
  for (let most = Math.floor((line.length * room) / own); most > 0; most = Math.floor(most * 0.8)) {
    const at = borderBefore(line, most);
    if (at > 0 && size(line.slice(0, at)) <= room) return at;
  }
  return 0;
}

function tailCut(line: string, room: number, own: number, size: Size): number {
  for (let most = Math.floor((line.length * room) / own); most > 0; most = Math.floor(most * 0.8)) {
    const at = borderBefore(line, line.length - most);
    const from = at === line.length - most ? at : borderAfter(line, line.length - most);
    if (from < line.length && size(line.slice(from)) <= room) return line.length - from;
  }
  return 0;
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The last place up to `at` between two characters as people see them. */
export const borderBefore = (line: string, at: number): number => segmenter.segment(line).containing(at)?.index ?? at;

function borderAfter(line: string, at: number): number {
  const found = segmenter.segment(line).containing(at);
  return found ? found.index + found.segment.length : at;
}
