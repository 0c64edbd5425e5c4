import type { Database } from './database';
import type { ArtifactRow } from './rows';

export type Bytes = Uint8Array<ArrayBuffer>;

/** How many bytes artifacts are together. */
export const bytesIn = (artifacts: ReadonlyMap<string, Uint8Array>): number =>
  [...artifacts.values()].reduce((sum, { length }) => sum + length, 0);

/** Puts artifacts under their hash for a session; what is there already only learns of the session. Part of a transaction. */
export async function keepArtifacts(
  db: Database,
  session: string,
  artifacts: ReadonlyMap<string, Bytes>,
): Promise<void> {
  if (artifacts.size === 0) return;
  const mine = new Set(await db.artifacts.where('sessions').equals(session).primaryKeys());
  const fresh = [...artifacts].filter(([hash]) => !mine.has(hash));
  const known = await db.artifacts.bulkGet(fresh.map(([hash]) => hash));
  const rows = fresh.map(([hash, { length }], at): ArtifactRow => {
    return { hash, size: length, sessions: [...(known[at]?.sessions ?? []), session] };
  });
  await db.artifacts.bulkPut(rows);
  const contents = fresh.filter((_, at) => !known[at]).map(([hash, bytes]) => ({ hash, bytes: own(bytes) }));
  await db.contents.bulkAdd(contents);
}

/** A view is stored with the whole buffer behind it: such bytes are copied first. */
const own = (bytes: Bytes): Bytes => (bytes.buffer.byteLength === bytes.length ? bytes : bytes.slice());

/** Takes sessions off the artifacts they need; gives what nobody needs any more, still with its bytes. */
export async function release(
  db: Database,
  sessions: ReadonlySet<string>,
): Promise<{ gone: ArtifactRow[]; left: ArtifactRow[] }> {
  const rows = await db.artifacts
    .where('sessions')
    .anyOf([...sessions])
    .distinct()
    .toArray();
  const gone: ArtifactRow[] = [];
  const left: ArtifactRow[] = [];
  for (const row of rows) {
    const others = row.sessions.filter((each) => !sessions.has(each));
    if (others.length === 0) gone.push(row);
    else left.push({ ...row, sessions: others });
  }
  return { gone, left };
}
