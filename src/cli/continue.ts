import type { OpenedArchive, OpenedSession } from '../archive/open';
import { picturesOf } from '../archive/pictures';
import { branchNamed, budgetNamed, LEAST_BUDGET, pickableIn } from '../handoff/choice';
import { type Built, lossText, resultOf, targets } from '../handoff/targets';
import { readLog } from '../model/chain';
import { type SessionView, viewOf } from '../projection/view';
import { type Counter, counterFor } from '../tokens/counter';
import { type Complaint, complaint, isComplaint } from './complaint';
import { isSameFile, writeText } from './files';
import { groupsIn, leftOutOf } from './leave-out';
import { unwritable, withArchive } from './open-file';
import type { Out } from './out';
import { pickSession } from './pick-session';

export interface ContinueArguments {
  readonly session: string | null;
  readonly to: string | null;
  readonly out: string | null;
  readonly budget: string | null;
  readonly branch: string | null;
  readonly leaveOut: string | null;
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

async function misuse(path: string, { to, out, budget, leaveOut }: ContinueArguments): Promise<Complaint | null> {
  if (to === null || !targets.some(({ name }) => name === to)) return misuseOf();
  if (!out) return complaint('Say where to write it: --out FILE', 2);
  if (await isSameFile(path, out)) return complaint(`${out}: this is the archive itself; write to another file.`, 2);
  if (budget !== null && budgetNamed(budget) === undefined)
    return complaint(`--budget takes tokens, ${LEAST_BUDGET} at least: 4k, 16k, 64k, 200k, or free for no limit.`, 2);
  const groups = groupsIn(leaveOut);
  return isComplaint(groups) ? groups : null;
}

const misuseOf = (): Complaint =>
  complaint(`Say where to: --to with one of ${targets.map(({ name }) => name).join(', ')}`, 2);

async function writeTarget(
  archive: OpenedArchive,
  session: OpenedSession,
  { to, out: path, branch, budget: asked, leaveOut: option }: ContinueArguments,
  out: Out,
): Promise<number | Complaint> {
  const target = targets.find(({ name }) => name === to);
  if (!target) return misuseOf();
  const view = viewOf(readLog(session.lines, session.hashes).events);
  const leaf = branch === null ? null : branchNamed(view, branch);
  if (branch !== null && leaf === null) return noBranch(view, branch);
  const budget = asked === null ? null : (budgetNamed(asked) ?? null);
  const counter = await counterFor(target.name);
  const files = filesByHash(archive);
  const pictures = target.pictures ? await picturesOf(view, (hash) => archive.artifact(hash)) : new Map();
  const context = { artifactPath: (hash: string) => files.get(hash) ?? null, choice: { leaf } };
  const { leaveOut, sentences } = leftOutOf(view, context, option);
  const built = target.build(view, { ...context, choice: { leaf, budget }, counter, leaveOut, pictures });
  const file = path ?? target.file;
  const [fault] = resultOf(view, target, built).faults;
  if (fault) return complaint(`${file}: not written, since it would not be valid (${fault}).`);
  const refusal = await writeBoth(file, built.text, lossText(target.name, built.loss));
  if (refusal) return complaint(refusal);
  out.say(
    `${target.name} written to ${file}${sizeWords(target.tokens(built, counter), counter)}; ${lostWords(file, built)}.`,
  );
  out.say(target.use(file, built.about));
  for (const sentence of sentences) out.say(sentence);
  return 0;
}

function noBranch(view: SessionView, name: string): Complaint {
  const ends = pickableIn(view).branches.map(({ number, active }) =>
    active ? `${number} (where the person was)` : number,
  );
  const some = ends.length > MOST ? [...ends.slice(0, MOST), `${ends.length - MOST} more`] : ends;
  return complaint(
    `No branch ends at "${name}": --branch takes an event of the chat; branches end at ${some.join(', ')}.`,
    2,
  );
}

const MOST = 12;

const lostWords = (file: string, { loss }: Built): string =>
  loss.length === 0
    ? 'all of it could be carried as it is'
    : `what could not be carried as it is (${loss.length}) is named in ${lossFile(file)}`;

/** How many tokens it has, where a model reads it. */
const sizeWords = (tokens: number, { exact }: Counter): string =>
  `, ${exact ? '' : 'at most about '}${tokens.toLocaleString('en')} tokens${exact ? '' : ' (estimate)'}`;

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

/** Where the artifacts lie that are files of the archive, by bare hash. */
const filesByHash = (archive: OpenedArchive): ReadonlyMap<string, string> =>
  new Map(
    [...archive.manifest].filter(([path]) => path.startsWith('data/artifacts/')).map(([path, hash]) => [hash, path]),
  );
