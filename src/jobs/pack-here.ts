import { DEFAULT_OPTIONS } from '../archive/options';
import { openScratch } from '../platform/scratch';
import { workHere } from '../platform/workers';
import { openDatabase } from '../store/database';
import { storageFault } from '../store/faults';
import { blobSink } from './blob-sink';
import { writeArchive } from './export';
import type { PackOrder } from './pack-apart';

/** What the worker does that packs. It only reads the database; whoever ends it ends its work. */
export const packHere = (): void =>
  workHere(
    async ({ ask, release, scratch }: PackOrder, tell) => {
      const db = await openDatabase();
      const out = (await openScratch(scratch)) ?? blobSink();
      const { signal } = new AbortController();
      return writeArchive(ask, DEFAULT_OPTIONS, { db, release, progress: tell, signal, out });
    },
    (error) => storageFault(error)?.code ?? null,
  );
