import { sha256Hex } from '../lib/hash';
import { canonical } from '../lib/json';
import { compareText } from '../lib/text';
import { isoTime } from '../lib/time';
import type { Database } from '../store/database';
import { addJob, isOpen, newExport, openJobs } from '../store/jobs';
import { noteToPack } from '../store/notes';
import type { SessionRow } from '../store/rows';
import { artifactsOf, listSessions } from '../store/sessions';
import { readSettings } from '../store/settings';

/** What a backup of everything would be. */
export interface BackupPlan {
  /** Our ids, part by part. */
  readonly parts: readonly (readonly string[])[];
  readonly sessions: number;
  /** About so many bytes of artifacts and logs, before they are packed. */
  readonly bytes: number;
  /** What its parts share: the same for the same library, on every machine. */
  readonly group: string;
}

/** What a line of a log is taken for: reading all of them only to share them out would take too long. */
const LINE = 2000;

/** Shares the library out into parts of about so many bytes each, in an order that a restored library has as well. */
export async function planBackup(db: Database): Promise<BackupPlan> {
  const { backupPart: largest, ...settings } = await readSettings(db);
  const rows = (await listSessions(db)).toSorted(byContent);
  const parts: string[][] = [];
  const named: unknown[] = [settings, largest];
  let inPart = new Set<string>();
  let size = 0;
  let bytes = 0;
  for (const row of rows) {
    const needs = await artifactsOf(db, row.id);
    const own = row.tail.seq * LINE;
    const fresh = needs.filter(({ hash }) => !inPart.has(hash));
    const grows = own + sizeOf(fresh);
    if (parts.length === 0 || (size > 0 && size + grows > largest)) {
      parts.push([]);
      inPart = new Set();
      size = 0;
    }
    const added = own + sizeOf(needs.filter(({ hash }) => !inPart.has(hash)));
    parts.at(-1)?.push(row.id);
    for (const { hash } of needs) inPart.add(hash);
    size += added;
    bytes += added;
    const copy = row.copy && [row.copy.from, row.copy.at];
    named.push([row.key, row.tail.seq, row.tail.prev, copy, await noteToPack(db, row.id)]);
  }
  const group = `valise-${sha256Hex(canonical(named)).slice(0, 16)}`;
  return { parts, sessions: rows.length, bytes, group };
}

const sizeOf = (rows: readonly { readonly size: number }[]): number => rows.reduce((sum, { size }) => sum + size, 0);

/** By what a session is, never by the id that this browser gave it. */
const byContent = (a: SessionRow, b: SessionRow): number =>
  compareText(a.started, b.started) ||
  compareText(a.key, b.key) ||
  a.tail.seq - b.tail.seq ||
  compareText(a.tail.prev, b.tail.prev) ||
  compareText(a.copy?.at ?? '', b.copy?.at ?? '');

export interface BackupParts {
  readonly db: Database;
  now(): number;
  newId(): string;
}

/** Has everything that is kept packed, as a job for each part. One that is under way already is not begun again. */
export async function startBackup({ db, now, newId }: BackupParts): Promise<string[]> {
  const running = (await openJobs(db)).filter((job) => job.kind === 'export' && job.ask.backup !== undefined);
  if (running.some(isOpen)) return running.map(({ id }) => id);
  const { parts, group } = await planBackup(db);
  const jobs = parts.map((sessions, at) =>
    newExport(
      newId(),
      { sessions, notes: true, backup: { group, number: at + 1, of: parts.length } },
      isoTime(now() + at), // in this order
    ),
  );
  for (const job of jobs) await addJob(db, job);
  return jobs.map(({ id }) => id);
}
