/** A stretch of a text that is cut as a whole or not at all: a line with its break, or a block of code. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  /** The fences of the block whose line it is, where a block may be cut between its lines. */
  readonly block: { readonly open: string; readonly close: string } | null;
  /** A block of code, which stays whole or goes. */
  readonly whole: boolean;
}

const FENCE = /^[\s>]*(`{3,}|~{3,})([^\n]*)\n?$/;

interface Line {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/**
 * The stretches of a text. A fence that nobody closes runs to the end.
 * @param mayCut whether blocks may be cut between their lines: those of what a tool gave back
 */
export function stretchesIn(text: string, mayCut: boolean): Stretch[] {
  const lines = linesIn(text);
  const stretches: Stretch[] = [];
  for (let at = 0; at < lines.length; ) {
    const end = blockEnd(lines, at);
    const inside = lines.slice(at, end);
    const [first] = inside;
    const last = inside.at(-1);
    if (!first || !last) break;
    if (inside.length === 1) stretches.push({ ...span(first, first), block: null, whole: false });
    else if (mayCut) {
      const block = fencesOf(first);
      for (const line of inside) stretches.push({ ...span(line, line), block, whole: false });
    } else stretches.push({ ...span(first, last), block: null, whole: true });
    at = end;
  }
  return stretches;
}

const span = ({ from }: Line, { to }: Line): { from: number; to: number } => ({ from, to });

const fencesOf = ({ text }: Line): Stretch['block'] => ({
  open: text.endsWith('\n') ? text : `${text}\n`,
  close: `${FENCE.exec(text)?.[1] ?? '```'}\n`,
});

function linesIn(text: string): Line[] {
  const lines: Line[] = [];
  for (let from = 0; from < text.length; ) {
    const found = text.indexOf('\n', from);
    const to = found === -1 ? text.length : found + 1;
    lines.push({ from, to, text: text.slice(from, Math.min(to, from + LONGEST_FENCE)) });
    from = to;
  }
  return lines;
}

/** A line that is longer opens no block. */
const LONGEST_FENCE = 2_000;

/** Where what begins at a line ends: after the fence that closes it, or after the line. */
function blockEnd(lines: readonly Line[], at: number): number {
  const [, fence, info = ''] = FENCE.exec(lines[at]?.text ?? '') ?? [];
  if (fence === undefined || (fence.startsWith('`') && info.includes('`'))) return at + 1;
  for (let next = at + 1; next < lines.length; next++) {
    const [, close = '', rest = ''] = FENCE.exec(lines[next]?.text ?? '') ?? [];
    if (close[0] === fence[0] && close.length >= fence.length && rest.trim() === '') return next + 1;
  }
  return lines.length;
}
