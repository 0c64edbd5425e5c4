import { messageOf, readBefore } from './branches';
import type { SessionView } from './view';

/** One branch in the picture of a session: a line of its own from where it leaves another. */
export interface TreeRow {
  readonly leaf: string;
  /** Its first event that no row above has. */
  readonly first: string;
  /** How many messages and other places are its own. */
  readonly length: number;
  /** The row (by index) that it leaves; null for a beginning of the session. */
  readonly from: number | null;
  /** How many forks lie above its first event, and above its last: where its line begins and ends. */
  readonly start: number;
  readonly end: number;
}

/** More make no picture. */
export const MOST_ROWS = 100;

interface Growing {
  readonly leaf: string;
  readonly own: readonly string[];
  readonly above: Growing | null;
  readonly below: Growing[];
  start: number;
  end: number;
}

/**
 * The branches of a session as lines, each below the one it leaves, those that leave last first: so no two lines cross.
 * @param leaves the first has the most of its own, as a rule in order of first lines; those beyond {@link MOST_ROWS} are left out
 */
export function treeOf(view: SessionView, leaves: readonly string[]): readonly TreeRow[] {
  const owner = new Map<string, Growing>();
  const tops: Growing[] = [];
  const all = leaves.slice(0, MOST_ROWS).map((leaf): Growing => {
    const { own, joins } = ownPart(view, leaf, owner);
    const above = joins === null ? null : (owner.get(joins) ?? null);
    const row: Growing = { leaf, own, above, below: [], start: 0, end: 0 };
    for (const id of own) owner.set(id, row);
    (above?.below ?? tops).push(row);
    return row;
  });
  measure(view, all);
  return inOrder(tops);
}

/** The places of a branch up to where it meets what is known, first place first. */
function ownPart(
  view: SessionView,
  leaf: string,
  owner: ReadonlyMap<string, Growing>,
): { own: string[]; joins: string | null } {
  const own: string[] = [];
  for (let at: string | undefined = leaf; at !== undefined; at = readBefore(view, at)) {
    const place = messageOf(view, at);
    if (owner.has(place)) return { own: own.reverse(), joins: place };
    if (own.at(-1) !== place && view.current.has(place)) own.push(place);
  }
  return { own: own.reverse(), joins: null };
}

/** Counts the forks above the first and the last place of every row. A row comes after the one that it leaves. */
function measure(view: SessionView, all: readonly Growing[]): void {
  const forks = new Set(all.flatMap(({ own: [first = ''] }) => before(view, first) ?? []));
  const depth = new Map<string, number>();
  for (const row of all) {
    let count = depth.get(before(view, row.own[0] ?? '') ?? '') ?? 0;
    row.start = count;
    for (const id of row.own) {
      if (forks.has(id)) count++;
      depth.set(id, count);
    }
    row.end = Math.max(count, row.start) + 1;
  }
}

/** The place before another one. */
function before(view: SessionView, id: string): string | null {
  const above = readBefore(view, id);
  return above === undefined ? null : messageOf(view, above);
}

function inOrder(tops: readonly Growing[]): TreeRow[] {
  const rows: TreeRow[] = [];
  const index = new Map<Growing, number>();
  const open = tops.toReversed();
  for (let row = open.pop(); row; row = open.pop()) {
    const { leaf, own, above, below, start, end } = row;
    index.set(row, rows.length);
    const from = above ? (index.get(above) ?? null) : null;
    rows.push({ leaf, first: own[0] ?? leaf, length: own.length, from, start, end });
    // the last on the pile is the next: what leaves last, and of those the first
    for (const each of below.toReversed().toSorted((a, b) => a.start - b.start)) open.push(each);
  }
  return rows;
}

/** How the lines are drawn: the height of a row, the width of a fork, and the most that all forks may take. */
export interface Grid {
  readonly row: number;
  readonly step: number;
  readonly widest: number;
}

/** The picture of some rows: of each a path, as SVG has it, and the place of the dot at its end. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly lines: readonly { readonly path: string; readonly x: number; readonly y: number }[];
}

/** Space at either side, for the dots. */
const MARGIN = 5;

export function pictureOf(rows: readonly TreeRow[], grid: Grid): Picture {
  const forks = rows.reduce((most, { end }) => Math.max(most, end), 1);
  const step = Math.min(grid.step, grid.widest / forks);
  const x = (at: number): number => round(MARGIN + at * step);
  const y = (row: number): number => round(grid.row * (row + 0.5));
  const path = ({ from, start, end }: TreeRow, row: number): string =>
    from === null
      ? `M${x(start)} ${y(row)}H${x(end)}`
      : `M${x(start)} ${y(from)}V${round(y(row) - step / 2)}Q${x(start)} ${y(row)} ${x(start + 0.5)} ${y(row)}H${x(end)}`;
  return {
    width: Math.ceil(forks * step) + 2 * MARGIN,
    height: rows.length * grid.row,
    lines: rows.map((each, row) => ({ path: path(each, row), x: x(each.end), y: y(row) })),
  };
}

const round = (value: number): number => Math.round(value * 100) / 100;
