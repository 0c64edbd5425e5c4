import { sessionFolder } from '../archive/names';
import type { OpenedArchive } from '../archive/open';
import { damageIn } from '../archive/zip/refusals';
import { looseText } from '../lib/bytes';
import { sha256Native } from '../lib/hash';
import { type Complaint, complaint, isComplaint } from './complaint';
import { withArchive } from './open-file';
import type { Out } from './out';
import { pickSession } from './pick-session';

const FILES: Readonly<Record<string, string>> = { md: 'transcript.md', jsonl: 'session.jsonl', handoff: 'handoff.md' };

/** `valise show`: prints a session as it lies in the archive. */
export async function showCommand(
  path: string,
  { session, format }: { session: string | null; format: string },
  out: Out,
): Promise<number> {
  const file = Object.hasOwn(FILES, format) ? FILES[format] : undefined;
  if (file !== undefined) return withArchive(path, out, (archive) => show(archive, session, file, out));
  out.complain(`There is no format "${format}": md, jsonl or handoff.`);
  return 2;
}

async function show(archive: OpenedArchive, slug: string | null, file: string, out: Out): Promise<number | Complaint> {
  const session = pickSession(archive, slug);
  if (isComplaint(session)) return session;
  const path = sessionFolder(session.slug) + file;
  const entry = archive.entries.get(path);
  if (!entry) return complaint(`The file "${path}" is missing from the archive.`);
  const bytes = await entry.read().catch((error: unknown) => {
    if (damageIn(error)) return null; // damage is an answer here
    throw error;
  });
  if (!bytes || (await sha256Native(bytes)) !== archive.manifest.get(path))
    return complaint(`The file "${path}" was changed: its hash is not the one in the manifest.`);
  out.text(looseText(bytes).replace(/\n$/, ''));
  return 0;
}
