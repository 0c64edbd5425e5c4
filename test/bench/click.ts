import { readFileSync } from 'node:fs';
import { openArchive } from '../../src/archive/open';
import { verifyArchive } from '../../src/archive/verify';
import { memorySource } from '../../src/archive/zip/ports';
import { startChatgpt } from '../sites/chatgpt/server';
import { type ClickBrowser, FAST_4G, type Line, openClick, type Side } from './click-browser';
import { type Kind, type Load, loadFor } from './click-site';
import { inTurns, type Outcome } from './measure';
import { type Result, rowsNamed } from './result';

interface Row {
  readonly name: Kind;
  readonly what: string;
  /** Against the page's own doing, by the clock. */
  readonly most: number;
  readonly rounds: number;
}

const ROWS: readonly Row[] = [
  { name: 'long', what: 'one chat of 2,000 messages with all branches', most: 5, rounds: 3 },
  { name: 'many', what: '100 chats of 50 messages', most: 6, rounds: 1 },
  { name: 'pictures', what: 'one chat with 50 images of 500 kB', most: 1.4, rounds: 3 },
];

/** The same over a line as people have it: on loopback there is no network for either side to wait for. */
const OVER_LINE = ROWS.map((row) => ({ ...row, name: `${row.name}-line` as const, kind: row.name, line: FAST_4G }));
const ALL = [...ROWS.map((row) => ({ ...row, kind: row.name, line: null })), ...OVER_LINE];

/** MB that the browser may grow by. */
const GROWTH = 100;

/** From the click to the verified file, against what the page would do by itself to have the same data in a file. */
export async function* benchClick(only?: string): AsyncGenerator<Result> {
  const site = await startChatgpt();
  try {
    for (const row of rowsNamed(ALL, only)) {
      const browser = await openClick(site, row.line);
      const loadOf = (round: number): Load => loadFor(site, row.kind, round);
      try {
        yield* row.line
          ? overLine(browser, { what: row.what, line: row.line }, loadOf)
          : measured(browser, row, loadOf);
        if (site.refusals.length > 0) throw new Error(`the site refused: ${site.refusals[0]?.why}`);
      } finally {
        await browser.close();
      }
    }
  } finally {
    await site.close();
  }
}

interface Taken {
  readonly outcome: Outcome;
  readonly load: (side: Side) => Load;
  readonly archive: Uint8Array;
}

/** Lets both sides take turns, each time with another load, and looks at what came. */
async function turns(browser: ClickBrowser, rounds: number, loadOf: (round: number) => Load): Promise<Taken> {
  const loads = { own: 0, toFile: 0 };
  let archive: Uint8Array = new Uint8Array();
  const load = (side: Side): Load => loadOf(loads[side]++);
  const spend = async (side: Side) => {
    const mine = load(side);
    const spent = await browser.spend(side, mine);
    if (side === 'toFile') {
      archive = readFileSync(await browser.latest());
      await look(archive, mine);
    }
    return spent;
  };
  const outcome = await inTurns(spend, { floor: 'own', work: 'toFile', rounds });
  return { outcome, load, archive };
}

const inWords = ({ work, floor, ratio }: Outcome): string =>
  `${work.wall.toFixed(0)} ms against ${floor.wall.toFixed(0)} by the clock; ${ratio.toFixed(2)} × of CPU, ${work.cpu.toFixed(0)} ms against ${floor.cpu.toFixed(0)} of all processes; Chromium`;

/** Both wait for the same line, which hides what can be done meanwhile. */
async function* overLine(
  browser: ClickBrowser,
  { what, line }: Pick<Row, 'what'> & { readonly line: Line },
  loadOf: (round: number) => Load,
): AsyncGenerator<Result> {
  const { outcome, load } = await turns(browser, 1, loadOf);
  const least = (load('own').bytes / line.download) * 1000;
  // over a line nobody is faster than it: who is did not ask there
  for (const side of [outcome.work, outcome.floor])
    if (side.wall < least) throw new Error(`${side.wall} ms for what takes the line ${least}`);
  yield {
    what: `the same over a line (${line.name}), ${what}`,
    value: outcome.work.wall / outcome.floor.wall,
    unit: '×',
    detail: `${inWords(outcome)}; the line alone takes ${least.toFixed(0)} ms; no limit`,
  };
}

async function* measured(
  browser: ClickBrowser,
  { what, most, rounds }: Omit<Row, 'name'>,
  loadOf: (round: number) => Load,
): AsyncGenerator<Result> {
  const { outcome, load, archive } = await turns(browser, rounds, loadOf);
  const { work, floor } = outcome;
  yield {
    what: `from the click to the verified file, ${what} / fetching, parsing and writing the same by the page itself`,
    value: work.wall / floor.wall,
    unit: '×',
    most,
    detail: inWords(outcome),
  };
  const format = await browser.format(archive);
  yield {
    what: 'what the archive’s format alone asks for these files by the browser’s own means / the same',
    value: format.wall / floor.wall,
    unit: '×',
    detail: `${format.wall.toFixed(0)} ms by the clock; ${(format.cpu / floor.cpu).toFixed(2)} × of CPU, ${format.cpu.toFixed(0)} ms: ${(format.bytes / 1e6).toFixed(0)} MB, each file and line hashed, deflated, written, read, inflated and hashed again; no limit`,
  };
  const own = await browser.growth('own', load('own'));
  const grown = await browser.growth('toFile', load('toFile'));
  if (grown !== null)
    yield {
      what: `the browser’s memory while that is done, over what it was before`,
      value: grown,
      unit: 'MB',
      most: GROWTH,
      detail: `the most of all processes together, every 150 ms; ${own?.toFixed(0) ?? '?'} MB while the page does it itself`,
    };
}

/** An archive that is not whole was not the work that was to be measured. */
async function look(bytes: Uint8Array, { chats, files }: Load): Promise<void> {
  const archive = await openArchive(memorySource(bytes));
  const verdict = archive.kind === 'refused' ? archive : await verifyArchive(archive);
  if (verdict.kind !== 'sound' || verdict.sessions !== chats.length) throw new Error(`the archive is ${verdict.kind}`);
  const entries = archive.kind === 'refused' ? [] : [...archive.entries.keys()];
  const pictures = entries.filter((each) => each.endsWith('.jpg')).length;
  if (pictures !== files.length) throw new Error(`${pictures} of ${files.length} files are in the archive`);
}
