import type { Result } from './result';
import { writesOf } from './watch-writes';

const SIZES = [20, 200, 2_000] as const;
/** What the largest chat may write of the smallest's. */
const MOST = 1.2;

type Measured = { readonly size: number } & Awaited<ReturnType<typeof writesOf>>;

/** What one new turn of a watched chat writes, by how long the chat is already. */
export async function* benchWatchWrites(): AsyncGenerator<Result> {
  const all: Measured[] = [];
  for (const size of SIZES) all.push({ size, ...(await writesOf(size)) });
  const [small, , large] = all;
  if (!small || !large) throw new Error('nothing was measured');
  const kept = ({ bytes, passing }: { bytes: number; passing: number }): number => bytes - passing;
  const inWords = (of: 'turn' | 'read'): string =>
    all
      .map((each) => `${each.size} messages: ${each[of].rows} rows, ${(kept(each[of]) / 1000).toFixed(1)} kB`)
      .join('; ');
  yield {
    what: 'what a heard turn writes for good in a chat of 2,000 messages / in one of 20',
    value: kept(large.turn) / kept(small.turn),
    unit: '×',
    most: MOST,
    detail: inWords('turn'),
  };
  yield {
    what: 'what the read of the whole after it writes for good, without its one frame, in a chat of 2,000 / of 20',
    value: kept(large.read) / kept(small.read),
    unit: '×',
    most: MOST,
    detail: inWords('read'),
  };
}
