import { sessionFolder } from '../archive/names';
import type { OpenedArchive, OpenedSession } from '../archive/open';
import { pageSession } from '../archive/pages/context';
import { lossText, targets } from '../handoff/targets';
import { readLog } from '../model/chain';
import { viewOf } from '../projection/view';
import { type Complaint, complaint, isComplaint } from './complaint';
import { writeText } from './files';
import { withArchive } from './open-file';
import type { Out } from './out';
import { pickSession } from './pick-session';

export interface ContinueArguments {
  readonly session: string | null;
  readonly to: string | null;
  readonly out: string | null;
  readonly budget: string | null;
}

/** `valise continue`: writes one target's file and, beside it, its loss report. */
export async function continueCommand(path: string, args: ContinueArguments, out: Out): Promise<number> {
  const wrong = misuse(args);
  if (!wrong) return withArchive(path, out, (archive) => carry(archive, args, out));
  out.complain(wrong.sentence);
  return wrong.code;
}

async function carry(archive: OpenedArchive, args: ContinueArguments, out: Out): Promise<number | Complaint> {
  const session = pickSession(archive, args.session);
  return isComplaint(session) ? session : writeTarget(archive, session, args, out);
}

function misuse({ to, out, budget }: ContinueArguments): Complaint | null {
  const names = targets.map(({ name }) => name).join(', ');
  if (to === null || !targets.some(({ name }) => name === to)) return complaint(`Say where to: --to ${names}`, 2);
  if (out === null) return complaint('Say where to write it: --out FILE', 2);
  if (budget !== null) return complaint('This release carries the whole branch: it knows no --budget.', 2);
  return null;
}

async function writeTarget(
  archive: OpenedArchive,
  session: OpenedSession,
  { to, out: path }: ContinueArguments,
  out: Out,
): Promise<number | Complaint> {
  const page = pageSession({
    slug: session.slug,
    folder: sessionFolder(session.slug),
    view: viewOf(readLog(session.lines).events),
    identity: session.identity,
    containers: session.containers,
    artifact: (hash) => artifactFile(archive, hash),
    has: (hash) => archive.artifacts.has(hash),
    targets: [to ?? ''],
  });
  for (const { target, built } of page.continued()) {
    const file = path ?? target.file;
    const faults = target.validate(built.text);
    if (faults[0]) return complaint(`${file}: not written, since it would not be valid (${faults[0]}).`);
    await writeText(file, built.text);
    await writeText(`${file.replace(/\.jsonl?$/, '')}.loss.json`, lossText(target.name, built.loss));
    out.say(
      `${target.name} written to ${file}; ${built.loss.length} things it could not carry as they are: see the loss report beside it.`,
    );
  }
  return 0;
}

function artifactFile(
  archive: OpenedArchive,
  hash: string,
): { path: string; size: number; sniffed: { mime: string } } | null {
  for (const [path, each] of archive.manifest)
    if (each === hash && path.startsWith('data/artifacts/'))
      return { path, size: archive.entries.get(path)?.size ?? 0, sniffed: { mime: 'application/octet-stream' } };
  return null;
}
