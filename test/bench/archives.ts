import { type BenchPage, openBench } from './archive-browser';
import type { Kind } from './archive-inputs';
import type { Side } from './archive-page';
import { inTurns } from './measure';
import type { Result } from './result';

/** One ratio: a side against its floor, at most so much. */
interface Row {
  readonly work: Side;
  readonly floor: Side;
  readonly most?: number;
  readonly says: string;
}

const DEFLATING = 'deflating the same texts with the same codec';
const HASHING = 'reading, inflating and hashing the same files, one by one';

const JOINED = 'the same with neighbours read together, as our reader does';

/** The limits of what lies stored, of what lies deflated, and of a log: see docs/decisions/0015. */
const ROWS: Readonly<Record<Kind, readonly Row[]>> = {
  pictures: [
    { work: 'pack', floor: 'copy', most: 1.75, says: 'copying the same bytes from the database into a file' },
    { work: 'verify', floor: 'hashed', most: 1.3, says: HASHING },
  ],
  texts: [
    { work: 'pack', floor: 'deflate', most: 1.75, says: DEFLATING },
    { work: 'verify', floor: 'hashed', most: 1.3, says: HASHING },
    { work: 'verify', floor: 'joined', says: JOINED },
  ],
  conversation: [
    { work: 'pack', floor: 'deflate', says: `${DEFLATING}; the lines are read and the pages written beside` },
    { work: 'verify', floor: 'hashed', says: `${HASHING}; that every line is read is not in it` },
    { work: 'verify', floor: 'checked', most: 1.3, says: 'that; hashing, parsing and writing its lines; its raw' },
  ],
};

const WHAT: Readonly<Record<Kind, string>> = {
  pictures: '48 pictures of 4 MiB',
  texts: '1,000 texts of 5 KB and 24 of 1 MiB',
  conversation: 'a conversation of 18 MB',
};

/** Packing and verifying against their floors in a page of the extension, without `continue/`. */
export async function* benchArchives(): AsyncGenerator<Result> {
  for (const kind of ['pictures', 'texts', 'conversation'] as const) {
    const page = await openBench(); // one for each, so that what another one left in memory is not measured
    try {
      await page.fill(kind);
      for (const row of ROWS[kind]) yield await measured(page, kind, row);
    } finally {
      await page.close();
    }
  }
}

async function measured(page: BenchPage, kind: Kind, { work, floor, most, says }: Row): Promise<Result> {
  const outcome = await inTurns(page.spend, { floor, work });
  return {
    what: `${work === 'pack' ? 'packing' : 'verifying'} ${WHAT[kind]} / ${says}`,
    value: outcome.ratio,
    unit: '×',
    ...(most === undefined ? {} : { most }),
    detail: `${outcome.work.cpu.toFixed(0)} ms against ${outcome.floor.cpu.toFixed(0)} ms of CPU, ${outcome.work.wall.toFixed(0)} against ${outcome.floor.wall.toFixed(0)} by the clock; Chromium, all its processes`,
  };
}
