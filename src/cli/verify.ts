import type { OpenedArchive } from '../archive/open';
import type { Refused } from '../archive/verdict';
import { type Verdict, verifyArchive } from '../archive/verify';
import { isComplaint } from './complaint';
import { openFile } from './open-file';
import type { Out } from './out';
import { type Reread, rereadArchive } from './reread';

/** `valise verify X.zip [--json] [--reread]`: exit 0 only if the archive is sound. */
export async function verifyCommand(
  path: string,
  { json, reread }: { json: boolean; reread: boolean },
  out: Out,
): Promise<number> {
  const opened = await openFile(path);
  if (isComplaint(opened)) {
    if (json) out.say(JSON.stringify({ kind: 'refused', sentence: opened.sentence }, null, 2));
    out.complain(opened.sentence);
    return opened.code;
  }
  try {
    const { verdict, again } = await look(opened.archive, reread);
    if (json) out.say(JSON.stringify(again ? { ...verdict, reread: again } : verdict, null, 2));
    if (verdict.kind !== 'refused') return tell(path, verdict, again, { json, out });
    out.complain(`${path}: ${verdict.flaw.sentence}`);
    return 1;
  } finally {
    await opened.close();
  }
}

async function look(
  archive: OpenedArchive,
  reread: boolean,
): Promise<{ verdict: Verdict | Refused; again: Reread | null }> {
  const verdict = await verifyArchive(archive);
  return { verdict, again: reread && verdict.kind !== 'refused' ? await rereadArchive(archive) : null };
}

function tell(
  path: string,
  verdict: Verdict,
  again: Reread | null,
  { json, out }: { json: boolean; out: Out },
): number {
  const faults = verdict.flaws.length + (again?.differing ?? 0);
  if (!json) for (const line of sentencesOf(verdict, again, faults === 0)) out.say(line);
  if (faults > 0) out.complain(`${path}: the archive is damaged (faults: ${faults}).`);
  return faults > 0 ? 1 : 0;
}

function sentencesOf(verdict: Verdict, again: Reread | null, sound: boolean): string[] {
  const faults = [...verdict.flaws.map(({ sentence }) => sentence), ...(again?.sentences ?? [])];
  const figures = `${verdict.sessions} sessions, ${verdict.events} events, ${verdict.artifacts} artifacts`;
  const said = again
    ? `; read again: ${again.same} the same, ${again.differing} different, ${again.notReread} not read again`
    : '';
  const closing = `${sound ? 'Sound' : 'Damaged'}: ${figures}${said}. Archive identity ${verdict.archiveIdentity}.`;
  return [...faults.map((sentence) => `- ${sentence}`), closing];
}
