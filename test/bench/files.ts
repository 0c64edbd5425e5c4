import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { planArchive } from '../../src/archive/pack';
import { pageText } from './compose';
import { type FileOf, picture, writeSession } from './files-inputs';
import { type FloorEntry, inputOf, type SideName } from './files-sides';
import { median, type Spent } from './measure';
import { type Result, rowsNamed } from './result';

const MB = 1_000_000;
/** Of packing against its floor, in processor time. */
const MOST = 1.5;
/** How often the largest artifact may be in memory at once, and how many MB may be there beside. */
const TIMES = 3;
const BESIDE = 64;

interface Row {
  readonly name: string;
  readonly what: string;
  readonly count: number;
  readonly fileOf: FileOf;
  /** Processes of each side, taking turns; the least of them counts. */
  readonly rounds: number;
  readonly sides: readonly SideName[];
}

const ROWS: readonly Row[] = [
  {
    ...{ name: 'small', what: '1,000 files of 1 to 9 KB', count: 1000, fileOf: small, rounds: 4 },
    sides: ['floor', 'pack', 'filesFloor', 'packBare'],
  },
  {
    ...{ name: 'large', what: '1 GB of files of 100 MB', count: 10, fileOf: large, rounds: 3 },
    sides: ['floor', 'pack'],
  },
  {
    ...{ name: 'huge', what: '4.3 GB of files of 100 MB', count: 43, fileOf: large, rounds: 1 },
    sides: ['floor', 'pack'],
  },
];

/** Every other is a picture, which lies stored; the others are texts as cited pages give them. */
function small(n: number): ReturnType<FileOf> {
  const bytes = 1_000 + ((n * 7_919) % 8_000);
  return n % 2 === 0 ? picture(bytes, n + 1) : pageText(bytes, n + 1);
}

function large(n: number): ReturnType<FileOf> {
  return picture(100 * MB, n + 1);
}

/** What a process tells of its run: its time, and by how many MB its memory had grown at most. */
export interface Told extends Spent {
  readonly grown: number;
}

/** A session of few files, packed before anything is measured. */
export const WARM = 'warm';

/** Packing files that lie on the disk, one after the other, against what any packer must do, and its peak memory. */
export async function* benchFiles(only?: string): AsyncGenerator<Result> {
  if (process.platform !== 'linux') return; // its kernel tells of memory
  for (const row of rowsNamed(ROWS, only)) {
    const folder = await mkdtemp(join(tmpdir(), 'valise-bench-'));
    try {
      await prepared(folder, { name: WARM, count: 4, fileOf: small });
      const input = await prepared(folder, row);
      const told = await inTurns(folder, row);
      yield* results(row, input, told);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}

interface Input {
  /** MB of all files, and of the largest. */
  readonly all: number;
  readonly largest: number;
}

/** Leaves in the folder what the sides take: the session, its artifacts, and a list of all files of its archive. */
async function prepared(
  folder: string,
  { name, count, fileOf }: Pick<Row, 'name' | 'count' | 'fileOf'>,
): Promise<Input> {
  const artifacts = join(folder, 'artifacts');
  await writeFile(join(folder, `${name}.json`), JSON.stringify(await writeSession(artifacts, count, fileOf)));
  const plan = await planArchive(inputOf(folder, name));
  const floor: FloorEntry[] = [];
  for (const [n, { path, bytes, compressed }] of plan.entries.entries()) {
    const hash = /\/artifacts\/sha256\/..\/([0-9a-f]{64})\./.exec(path)?.[1];
    const from = hash === undefined ? join(folder, `${name}-${n}`) : join(artifacts, hash);
    if (hash === undefined) await writeFile(from, await bytes());
    floor.push({ path, from, compressed: compressed ?? false, isFile: hash !== undefined });
  }
  await writeFile(join(folder, `${name}.floor.json`), JSON.stringify(floor));
  return { all: plan.bytes / MB, largest: Math.max(...plan.entries.map(({ size }) => size)) / MB };
}

/** All sides in turns, so that what else the machine does strikes all of them. */
async function inTurns(folder: string, row: Row): Promise<Map<SideName, Told[]>> {
  const told = new Map<SideName, Told[]>();
  for (let round = 0; round < row.rounds; round++)
    for (const side of row.sides) told.set(side, [...(told.get(side) ?? []), await inProcess(folder, row.name, side)]);
  return told;
}

async function inProcess(folder: string, name: string, side: SideName): Promise<Told> {
  const out = join(folder, 'out.zip');
  const args = [...process.execArgv, process.argv[1] ?? '', 'side', side, folder, name, out];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const said: Buffer[] = [];
  child.stdout.on('data', (piece: Buffer) => said.push(piece));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${side} of ${name} ended with ${code}`);
  if ((await stat(out)).size === 0) throw new Error('nothing was written');
  await rm(out);
  return JSON.parse(Buffer.concat(said).toString()) as Told; // printed by `files-main`
}

function* results(
  { what }: Row,
  { all, largest }: Input,
  told: ReadonlyMap<SideName, readonly Told[]>,
): Generator<Result> {
  const least = (side: SideName, of: 'cpu' | 'wall'): number =>
    Math.min(...(told.get(side) ?? []).map((each) => each[of]));
  const ms = (side: SideName): string => least(side, 'cpu').toFixed(0);
  const hasPages = told.has('packBare');
  yield {
    what: `packing ${what} / reading, hashing, deflating or copying, summing up and writing all files of that archive`,
    value: least('pack', 'cpu') / least('floor', 'cpu'),
    unit: '×',
    ...(hasPages ? {} : { most: MOST }),
    detail: `${ms('pack')} ms against ${ms('floor')} ms of CPU, ${least('pack', 'wall').toFixed(0)} against ${least('floor', 'wall').toFixed(0)} by the clock; ${all.toFixed(0)} MB${hasPages ? '; most of it makes the pages' : ''}`,
  };
  if (hasPages)
    yield {
      what: `what packing ${what} costs over packing their conversation without / the same of the files alone`,
      value: (least('pack', 'cpu') - least('packBare', 'cpu')) / least('filesFloor', 'cpu'),
      unit: '×',
      most: MOST,
      detail: `${ms('pack')} ms less ${ms('packBare')} ms, which make the same pages, against ${ms('filesFloor')} ms of CPU`,
    };
  const grown = (told.get('pack') ?? []).map((each) => each.grown);
  yield {
    what: `peak memory over the start of packing ${what}`,
    value: median(grown),
    unit: 'MB',
    most: TIMES * largest + BESIDE,
    detail: `${TIMES} times the largest file, of ${largest.toFixed(2)} MB, and ${BESIDE} MB; the median of ${grown.map((each) => each.toFixed(0)).join(', ')}`,
  };
}
