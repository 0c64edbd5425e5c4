import type { OpenedArchive } from '../../archive/open';
import { damageIn } from '../../archive/zip/refusals';
import { looseText } from '../../lib/bytes';
import { hashIn, sha256Native } from '../../lib/hash';
import type { Event } from '../../model/event';
import { namesIn } from '../../model/named';
import { besides } from '../../projection/branches';
import { partsOf } from '../../projection/sources';
import { isMedia, mediaHash } from '../../report/media';
import type { ServedSession } from './served';

/** The text of a file of the archive; null where it is not there, or was changed since the archive was verified. */
export async function fileText(archive: OpenedArchive, path: string): Promise<string | null> {
  const entry = archive.entries.get(path);
  if (!entry) return null;
  const bytes = await entry.read().catch((error: unknown) => {
    if (damageIn(error)) return null; // damage is an answer here
    throw error;
  });
  return bytes && (await sha256Native(bytes)) === archive.manifest.get(path) ? looseText(bytes) : null;
}

/** A file that an event brings or names. */
export interface NamedFile {
  readonly hash: string;
  readonly name: string | null;
  readonly event: string;
}

/** The files of an event and of what hangs beside it, each once. */
export function filesAt({ view }: ServedSession, event: Event): NamedFile[] {
  const files = new Map<string, NamedFile>();
  const add = (hash: string | null, name: string | null | undefined, at: Event): void => {
    if (hash !== null && !files.has(hash)) files.set(hash, { hash, name: name ?? null, event: at.id });
  };
  for (const each of [event, ...besides(view, event.id)]) {
    if (each.kind === 'artifact') add(hashIn(each.body.artifact), each.body.name, each);
    for (const part of partsOf(each)) if (isMedia(part)) add(mediaHash(view, each, part), part.name, each);
  }
  return [...files.values()];
}

/** The event that names a file by its hash; null where none does: bytes that only the recorder needs are no file. */
export function namerOf({ view }: ServedSession, hash: string): Event | null {
  for (const event of view.current.values()) if (namesIn(event.body).includes(hash)) return event;
  return null;
}
