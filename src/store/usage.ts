import { Fault } from '../lib/fault';
import { hashIn } from '../lib/hash';
import { member, parseJson } from '../lib/json';
import type { Database } from './database';
import { reading } from './database';
import { artifactsOf, listSessions, readBatches, readSomeLines } from './sessions';

/** What bytes are kept for. `files` are documents, too. */
export const USES = ['raw', 'files', 'pages', 'logs'] as const;
export type Use = (typeof USES)[number];
export type Usage = Readonly<Record<Use, number>>;

/** What is used of the storage, by site. Bytes that several sessions need are counted once, with the first of them. */
export async function usageBySite(
  db: Database,
  { signal, looked }: { readonly signal: AbortSignal; readonly looked?: (sessions: number, of: number) => void },
): Promise<ReadonlyMap<string, Usage>> {
  const usage = new Map<string, Record<Use, number>>();
  const counted = new Set<string>();
  const rows = await listSessions(db);
  for (const [at, { id, site }] of rows.entries()) {
    if (signal.aborted) throw new Fault('cancelled');
    looked?.(at, rows.length);
    const sum = usage.get(site) ?? { raw: 0, files: 0, pages: 0, logs: 0 };
    usage.set(site, sum);
    await addSession(db, id, sum, counted);
  }
  return usage;
}

async function addSession(db: Database, id: string, sum: Record<Use, number>, counted: Set<string>): Promise<void> {
  const uses = await usesOf(db, id);
  for (const { hash, size } of await artifactsOf(db, id)) {
    if (counted.has(hash)) continue;
    counted.add(hash);
    sum[uses.get(hash) ?? 'raw'] += size;
  }
  for await (const lines of readBatches(db, id)) sum.logs += lines.reduce((bytes, line) => bytes + line.length, 0);
}

/** What the artifacts are that events of a session tell of; all others are what the site sent. */
async function usesOf(db: Database, session: string): Promise<Map<string, Use>> {
  const rows = await reading(db, () =>
    db.entries.where('[session+seq]').between([session, 0], [session, Infinity]).toArray(),
  );
  const seqs = rows.flatMap(({ entries }) =>
    entries.flatMap(({ seq, version }) => (version.kind === 'artifact' ? [seq] : [])),
  );
  const uses = new Map<string, Use>();
  for (const line of await readSomeLines(db, session, seqs)) {
    const body = member(parseJson(line), 'body');
    const [name, role] = [member(body, 'artifact'), member(body, 'role')];
    const hash = typeof name === 'string' ? hashIn(name) : null;
    if (hash) uses.set(hash, typeof role === 'string' && role.startsWith('source-') ? 'pages' : 'files');
  }
  return uses;
}
