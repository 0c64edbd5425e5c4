import { looseText } from '../lib/bytes';
import { complaint, isComplaint } from './complaint';
import { openFile } from './open-file';
import type { Out } from './out';
import { pickSession } from './pick-session';

const FILES: Readonly<Record<string, string>> = { md: 'transcript.md', jsonl: 'session.jsonl', handoff: 'handoff.md' };

/** `valise show`: prints a session as it lies in the archive. */
export async function showCommand(
  path: string,
  { session, format }: { session: string | null; format: string },
  out: Out,
): Promise<number> {
  const file = FILES[format];
  const opened =
    file === undefined ? complaint(`There is no format "${format}": md, jsonl or handoff.`, 2) : await openFile(path);
  if (isComplaint(opened)) {
    out.complain(opened.sentence);
    return opened.code;
  }
  try {
    const picked = pickSession(opened.archive, session);
    if (isComplaint(picked)) {
      out.complain(picked.sentence);
      return picked.code;
    }
    const bytes = await opened.archive.entries.get(`data/sessions/${picked.slug}/${file}`)?.read();
    if (bytes) out.say(looseText(bytes).replace(/\n$/, ''));
    return 0;
  } finally {
    await opened.close();
  }
}
