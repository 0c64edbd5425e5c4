import { type OpenLibrary, openLibrary } from './library-browser';
import { inLibrary } from './library-use';
import type { Opened, Seen } from './library-watch';
import { median } from './measure';
import type { Result } from './result';

const SHORT = 20;
const LONG = 2_000;
const OTHERS = 200;
const ROUNDS = 5;

const ms = (value: number): string => `${value.toFixed(0)} ms`;

/** How the library opens, scrolls and finds a session of 2,000 messages; and how the page in its archive opens. */
export async function* benchLibrary(): AsyncGenerator<Result> {
  const sizes = [SHORT, LONG, ...Array.from({ length: OTHERS }, (_, n) => 8 + (n % 5) * 8), 2];
  const { library, ids } = await openLibrary(sizes);
  try {
    const [short = '', long = ''] = ids;
    const aside = ids.at(-1) ?? '';
    yield* benchOpening(library, { short, long, aside });
    await library.open(long);
    for await (const { what, seen, most } of inLibrary(library, long)) yield longestOf(what, seen, most);
    yield* benchArchived(library, { short, long });
  } finally {
    await library.close();
  }
}

interface Sessions {
  readonly short: string;
  readonly long: string;
}

async function* benchOpening(
  library: OpenLibrary,
  { short, long, aside }: Sessions & { aside: string },
): AsyncGenerator<Result> {
  const shorts: Opened[] = [];
  const longs: Opened[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const one = await library.open(short);
    await library.open(aside); // the first of the list: it is open to begin with
    const other = await library.open(long);
    await library.open(aside);
    if (round === 0) continue; // to warm up
    shorts.push(one);
    longs.push(other);
  }
  for (const [key, what, most] of [
    ['shown', 'until its first messages can be read', 2],
    ['whole', 'until all of it is laid out', undefined],
  ] as const) {
    const [less, more] = [median(shorts.map((each) => each[key])), median(longs.map((each) => each[key]))];
    yield {
      what: `opening a session of 2,000 messages / one of 20, ${what}`,
      value: more / less,
      unit: '×',
      ...(most === undefined ? {} : { most }),
      detail: `${ms(more)} against ${ms(less)}, median of ${ROUNDS} clicks each, taking turns; Chromium`,
    };
  }
  yield longestOf('opening a session of 2,000 messages', longs);
}

/** The most that a task of the page may take while a session opens, in milliseconds. */
const OPENING = 100;

/** The middle of several rounds: what else the machine does lengthens one of them, what the page does all. */
function longestOf(what: string, rounds: readonly Seen[], most = OPENING): Result {
  const longest = median(rounds.map((each) => each.longest));
  const answered = median(rounds.map((each) => each.answered));
  return {
    what: `the longest task of ${what}`,
    value: longest,
    unit: 'ms',
    most,
    detail: `${longest === 0 ? 'none of 50 ms; ' : ''}the median of ${rounds.length} rounds (${rounds.map((each) => each.longest.toFixed(0)).join(', ')}); the slowest answer to a key or click ${ms(answered)}`,
  };
}

async function* benchArchived(library: OpenLibrary, { short, long }: Sessions): AsyncGenerator<Result> {
  const [one, other] = [await library.archived(short), await library.archived(long)];
  const times = { short: [await one()], long: [await other()] };
  for (let round = 0; round < ROUNDS; round++) {
    times.short.push(await one());
    times.long.push(await other());
  }
  for (const key of ['painted', 'loaded'] as const) {
    const [less, more] = [median(times.short.map((each) => each[key])), median(times.long.map((each) => each[key]))];
    yield {
      what: `index.html of 2,000 messages / of 20, until ${key === 'painted' ? 'something of it is painted' : 'it is loaded'}`,
      value: more / less,
      unit: '×',
      detail: `${ms(more)} against ${ms(less)}, median of ${ROUNDS + 1}, from the disk`,
    };
  }
}
