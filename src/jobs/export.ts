import { backupName, downloadName } from '../archive/names';
import { DEFAULT_OPTIONS, type PackOptions } from '../archive/options';
import { type PackSource, type Plan, planArchive } from '../archive/pack';
import type { ByteSink } from '../archive/zip/ports';
import { writeZip } from '../archive/zip/write';
import { Fault } from '../lib/fault';
import type { Database } from '../store/database';
import type { ExportJob } from '../store/job-rows';
import { noteToPack } from '../store/notes';
import { artifactSizes, readArtifact, readArtifacts, readLog, readSession } from '../store/sessions';
import { readSettings } from '../store/settings';
import { blobSink } from './blob-sink';
import { verifyPacked } from './verify-packed';
import type { Progress } from './worker';

/** An archive as a Blob, to be handed to the downloads. */
export interface Written {
  readonly blob: Blob;
  /** The file's name. */
  readonly name: string;
  readonly identity: string;
}

/** The same, verified. */
export interface Packed extends Written {
  /** What the sessions in it lack, counted: they came in like that, out of a damaged archive. */
  readonly lacking: number;
}

export interface ExportParts {
  readonly db: Database;
  readonly release: string;
  readonly progress: Progress;
  readonly signal: AbortSignal;
  /** Where it is written; absent: into a Blob. */
  readonly out?: Out;
}

/** Takes an archive, and gives it. */
export interface Out extends ByteSink {
  file(type: string): Promise<Blob>;
}

const TYPE = 'application/zip';

/**
 * Packs the sessions of a job and verifies what was packed. Sessions that were deleted meanwhile are left out; one that
 * lacks bytes is packed with what is there. Faults: `cancelled`, the storage's, and `broken-promise` if what was packed
 * does not hold.
 */
export async function packSessions(ask: ExportJob['ask'], parts: ExportParts): Promise<Packed> {
  const written = await writeArchive(ask, DEFAULT_OPTIONS, parts);
  return { ...written, lacking: await verifyPacked(written, parts) };
}

/** The first half of it. */
export async function writeArchive(
  ask: ExportJob['ask'],
  options: PackOptions,
  { db, release, progress, signal, out = blobSink() }: ExportParts,
): Promise<Written> {
  progress('packing', 0, null);
  const { plan, name } = await planned(ask, options, { db, release, signal });
  await writeZip(plan.entries, out, { signal, progress: ({ bytes }) => progress('packing', bytes, plan.bytes) });
  return { blob: await out.file(TYPE), name, identity: plan.archiveIdentity };
}

/** What will be in it, and the file's name. The logs are not held any longer than that takes. */
async function planned(
  ask: ExportJob['ask'],
  options: PackOptions,
  { db, release, signal }: Omit<ExportParts, 'progress'>,
): Promise<{ readonly plan: Plan; readonly name: string }> {
  const sessions = await sessionsOf(db, ask);
  const { backup } = ask;
  const sizes = await artifactSizes(db, ask.sessions);
  const plan = await planArchive(
    {
      sessions: sessions.map(({ packed }) => packed),
      artifact: (hash) => readArtifact(db, hash),
      artifacts: (hashes) => readArtifacts(db, hashes, sizes),
      sizes: async (hashes) => hashes.map((hash) => sizes.get(hash) ?? 0),
      release,
      options,
      library: backup ? { settings: await readSettings(db), part: backup } : null,
      early: true,
    },
    signal,
  );
  if (backup) return { plan, name: backupName(plan.name, backup) };
  const [only] = sessions.length === 1 ? sessions : [];
  return { plan, name: only ? downloadName(only.title, plan.slugs[0] ?? plan.name) : `${plan.name}.zip` };
}

async function sessionsOf(
  db: Database,
  { sessions: ids, notes, backup }: ExportJob['ask'],
): Promise<{ readonly title: string | null; readonly packed: PackSource }[]> {
  const found: { title: string | null; packed: PackSource }[] = [];
  for (const id of ids) {
    const row = await readSession(db, id);
    if (!row) continue;
    // a log is not held by whoever asks for it
    const lines = async (): Promise<string[]> => (await readLog(db, id)) ?? [];
    const { key, site, origin, native, containers, title } = row;
    const note = notes ? await noteToPack(db, id) : null;
    const copy = backup ? row.copy : null;
    found.push({ title, packed: { identity: { key, site, origin, native }, containers, lines, note, copy } });
  }
  if (found.length === 0) throw new Fault('cancelled');
  return found;
}
