import { sessionFolder } from '../archive/names';
import type { OpenedArchive, OpenedSession } from '../archive/open';
import { type PageFile, pageSession } from '../archive/pages/context';
import { lossText, targets } from '../handoff/targets';
import { readLog } from '../model/chain';
import { viewOf } from '../projection/view';
import { type Complaint, complaint, isComplaint } from './complaint';
import { isSameFile, writeText } from './files';
import { unwritable, withArchive } from './open-file';
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
  const wrong = await misuse(path, args);
  if (!wrong) return withArchive(path, out, (archive) => carry(archive, args, out));
  out.complain(wrong.sentence);
  return wrong.code;
}

async function carry(archive: OpenedArchive, args: ContinueArguments, out: Out): Promise<number | Complaint> {
  const session = pickSession(archive, args.session);
  return isComplaint(session) ? session : writeTarget(archive, session, args, out);
}

async function misuse(path: string, { to, out, budget }: ContinueArguments): Promise<Complaint | null> {
  const names = targets.map(({ name }) => name).join(', ');
  if (to === null || !targets.some(({ name }) => name === to)) return complaint(`Say where to: --to ${names}`, 2);
  if (!out) return complaint('Say where to write it: --out FILE', 2);
  if (await isSameFile(path, out)) return complaint(`${out}: this is the archive itself; write to another file.`, 2);
  if (budget !== null) return complaint('This release carries the whole branch: it knows no --budget.', 2);
  return null;
}

async function writeTarget(
  archive: OpenedArchive,
  session: OpenedSession,
  { to, out: path }: ContinueArguments,
  out: Out,
): Promise<number | Complaint> {
  const files = filesByHash(archive);
  const page = pageSession({
    slug: session.slug,
    folder: sessionFolder(session.slug),
    view: viewOf(readLog(session.lines, session.hashes).events),
    identity: session.identity,
    containers: session.containers,
    artifact: (hash) => files.get(hash) ?? null,
    has: (hash) => archive.artifacts.has(hash),
    targets: [to ?? ''],
  });
  for (const { target, built } of page.continued()) {
    const file = path ?? target.file;
    const faults = target.validate(built.text);
    if (faults[0]) return complaint(`${file}: not written, since it would not be valid (${faults[0]}).`);
    const refusal = await writeBoth(file, built.text, lossText(target.name, built.loss));
    if (refusal) return complaint(refusal);
    const lost =
      built.loss.length === 0
        ? 'all of it could be carried as it is'
        : `what could not be carried as it is (${built.loss.length}) is named in ${lossFile(file)}`;
    out.say(`${target.name} written to ${file}; ${lost}.`);
  }
  return 0;
}

const lossFile = (file: string): string => `${file.replace(/\.jsonl?$/, '')}.loss.json`;

/** Writes a target and its loss report; gives the sentence to say where the disk refuses. */
async function writeBoth(file: string, text: string, loss: string): Promise<string | null> {
  let writing = file;
  try {
    await writeText(writing, text);
    writing = lossFile(file);
    await writeText(writing, loss);
    return null;
  } catch (error) {
    return unwritable(writing, error);
  }
}

/** The artifacts that are files of the archive, by bare hash. */
const filesByHash = (archive: OpenedArchive): ReadonlyMap<string, PageFile> =>
  new Map(
    [...archive.manifest]
      .filter(([path]) => path.startsWith('data/artifacts/'))
      .map(([path, hash]) => {
        const size = archive.entries.get(path)?.size ?? 0;
        return [hash, { path, size, sniffed: { mime: 'application/octet-stream' } }];
      }),
  );
