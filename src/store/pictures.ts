import { sniff } from '../raw/sniff';
import { type Database, reading } from './database';
import { readArtifact } from './sessions';

/** What a browser draws from pixels alone: nothing in it is markup, and nothing runs. */
const PIXELS: ReadonlySet<string> = new Set([
  ...['image/png', 'image/apng', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/bmp'],
]);

/** The largest picture that is drawn small: reading it costs as much as drawing it. */
const LARGEST = 24 * 1024 * 1024;

export interface KeptPicture {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** By looking at them. */
  readonly mime: string;
}

/** A kept picture by its bare hash; null: nothing is kept, it is too large, or its bytes are no picture. */
export async function readPicture(db: Database, hash: string): Promise<KeptPicture | null> {
  const row = await reading(db, async () => (await db.artifacts.get(hash)) ?? null);
  if (!row || row.size > LARGEST) return null;
  const bytes = await readArtifact(db, hash);
  if (!bytes) return null;
  const { mime } = await sniff(bytes);
  return PIXELS.has(mime) ? { bytes, mime } : null;
}
