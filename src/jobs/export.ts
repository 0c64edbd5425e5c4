import { downloadName } from '../archive/names';
import { openArchive } from '../archive/open';
import { DEFAULT_OPTIONS, type PackOptions } from '../archive/options';
import { type PackSession, type Plan, planArchive } from '../archive/pack';
import { isOfContent } from '../archive/verdict';
import { verifyArchive } from '../archive/verify';
import { blobSource } from '../archive/zip/ports';
import { writeZip } from '../archive/zip/write';
import { Fault } from '../lib/fault';
import type { Database } from '../store/database';
import type { ExportJob } from '../store/job-rows';
import { artifactSizes, readArtifact, readArtifacts, readLog, readSession } from '../store/sessions';
import { blobSink } from './blob-sink';
import type { Progress } from './worker';

/** An archive as a Blob, to be handed to the downloads. */
interface Written {
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
}

/**
 * Packs the sessions of a job and verifies what was packed. Sessions that were deleted meanwhile are left out; one that
 * lacks bytes is packed with what is there. Faults: `cancelled`, the storage's, and `broken-promise` if what was packed
 * does not hold.
 */
export async function packSessions(ask: ExportJob['ask'], parts: ExportParts): Promise<Packed> {
  const written = await writeArchive(ask.sessions, DEFAULT_OPTIONS, parts);
  return { ...written, lacking: await verifyPacked(written, parts) };
}

/** The first half of it. */
export async function writeArchive(
  ids: readonly string[],
  options: PackOptions,
  { db, release, progress, signal }: ExportParts,
): Promise<Written> {
  progress('packing', 0, null);
  const sink = blobSink('application/zip');
  const { plan, name } = await planned(ids, options, { db, release, signal });
  await writeZip(plan.entries, sink, { signal, progress: ({ bytes }) => progress('packing', bytes, plan.bytes) });
  return {
    blob: sink.blob(),
    name,
    identity: plan.archiveIdentity,
  };
}

/** What will be in it, and the file's name. The logs are not held any longer than that takes. */
async function planned(
  ids: readonly string[],
  options: PackOptions,
  { db, release, signal }: Omit<ExportParts, 'progress'>,
): Promise<{ readonly plan: Plan; readonly name: string }> {
  const sessions = await sessionsOf(db, ids);
  const plan = await planArchive(
    {
      sessions: sessions.map(({ packed }) => packed),
      artifact: (hash) => readArtifact(db, hash),
      artifacts: (hashes) => readArtifacts(db, hashes),
      sizes: (hashes) => artifactSizes(db, hashes),
      release,
      options,
    },
    signal,
  );
  const [only] = sessions.length === 1 ? sessions : [];
  return { plan, name: only ? downloadName(only.title, plan.slugs[0] ?? plan.name) : `${plan.name}.zip` };
}

async function sessionsOf(
  db: Database,
  ids: readonly string[],
): Promise<{ readonly title: string | null; readonly packed: PackSession }[]> {
  const found: { title: string | null; packed: PackSession }[] = [];
  for (const id of ids) {
    const row = await readSession(db, id);
    const lines = row && (await readLog(db, id));
    if (!row || !lines) continue;
    const { key, site, origin, native, containers, title } = row;
    found.push({ title, packed: { identity: { key, site, origin, native }, containers, lines } });
  }
  if (found.length === 0) throw new Fault('cancelled');
  return found;
}

/** Every finished archive is verified before it is handed over. Gives how much its sessions lack. */
async function verifyPacked({ blob, identity }: Written, { progress, signal }: ExportParts): Promise<number> {
  progress('verifying', 0, null);
  const archive = await openArchive(blobSource(blob));
  if (archive.kind === 'refused') throw new Fault('broken-promise', { cause: archive.flaw });
  const verdict = await verifyArchive(archive, {
    signal,
    progress: (done, of) => progress('verifying', done, of),
  });
  if (verdict.kind === 'refused' || !verdict.flaws.every(isOfContent) || verdict.archiveIdentity !== identity)
    throw new Fault('broken-promise', { cause: verdict });
  return verdict.flaws.length;
}
