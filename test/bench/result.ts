import process from 'node:process';

/** One line of the report: a number, what it may be at most or must be at least, and what it was made from. */
export interface Result {
  readonly what: string;
  readonly value: number;
  /** `×` for a ratio, `MB` for memory, `lines`. */
  readonly unit: string;
  readonly most?: number;
  readonly least?: number;
  readonly detail: string;
}

const holds = ({ value, most = Number.POSITIVE_INFINITY, least = Number.NEGATIVE_INFINITY }: Result): boolean =>
  value <= most && value >= least;

const rounded = (value: number): string => value.toFixed(value < 100 ? 2 : 0);

/** A line to print. */
function shown(result: Result): string {
  const { what, value, unit, most, least, detail } = result;
  const limit = most !== undefined ? ` (at most ${most})` : least !== undefined ? ` (at least ${least})` : '';
  const mark = most === undefined && least === undefined ? ' ' : holds(result) ? '✓' : '✗';
  return `${mark} ${what}: ${rounded(value)} ${unit}${limit}\n    ${detail}`;
}

/** Prints what is measured as it comes; the process ends with 1 where a limit does not hold. */
export async function report(results: AsyncIterable<Result> | Iterable<Result>): Promise<void> {
  for await (const result of results) {
    console.log(shown(result));
    if (!holds(result)) process.exitCode = 1;
  }
}

/** The rows of a bench, or the one that was asked for by its name. */
export function rowsNamed<R extends { readonly name: string }>(
  rows: readonly R[],
  only: string | undefined,
): readonly R[] {
  const named = rows.filter(({ name }) => only === undefined || name === only);
  if (named.length === 0) throw new Error(`there is no row ${only}: ${rows.map(({ name }) => name).join(', ')}`);
  return named;
}
