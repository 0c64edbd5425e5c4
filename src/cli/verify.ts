import type { OpenedArchive } from '../archive/open';
import { type Verdict, verifyArchive } from '../archive/verify';
import { counted } from '../lib/text';
import { release } from '../release';
import { type Complaint, complaint } from './complaint';
import { withArchive } from './open-file';
import type { Out } from './out';
import { type Rederived, rederiveArchive } from './rederive';
import { type Reread, rereadArchive } from './reread';

interface VerifyArguments {
  readonly json: boolean;
  readonly reread: boolean;
}

/** `valise verify X.zip [--json] [--reread]`: exit 0 only if the archive is sound. With `--json` a refusal is a verdict too. */
export const verifyCommand = (path: string, args: VerifyArguments, out: Out): Promise<number> =>
  withArchive(
    path,
    out,
    (archive) => verify(path, archive, args, out),
    (refusal) => {
      if (args.json) out.text(JSON.stringify(refusal, null, 2));
    },
  );

async function verify(
  path: string,
  archive: OpenedArchive,
  { json, reread }: VerifyArguments,
  out: Out,
): Promise<number | Complaint> {
  const verdict = await verifyArchive(archive);
  const again = reread && verdict.kind !== 'refused' ? await lookAgain(archive, verdict) : null;
  if (json)
    out.text(JSON.stringify(again ? { ...verdict, ...(isFaulty(again) ? DAMAGED : {}), ...again } : verdict, null, 2));
  return verdict.kind === 'refused'
    ? complaint(`${path}: ${verdict.flaw.sentence}`)
    : tell(path, verdict, again, { json, out });
}

/** What `--reread` adds to the verdict. */
interface Again {
  readonly reread: Reread;
  readonly derived: Rederived;
}

const lookAgain = async (archive: OpenedArchive, verdict: Verdict): Promise<Again> => ({
  reread: await rereadArchive(archive),
  derived: await rederiveArchive(archive, verdict, release),
});

const DAMAGED = { kind: 'damaged' } as const;
const isFaulty = (again: Again): boolean => sentencesIn(again).length > 0;

const sentencesIn = ({ reread, derived }: Again): readonly string[] => [
  ...reread.sentences,
  ...(derived.kind === 'compared' ? derived.sentences : []),
];

function tell(path: string, verdict: Verdict, again: Again | null, { json, out }: { json: boolean; out: Out }): number {
  const faults = verdict.flaws.length + (again ? sentencesIn(again).length : 0);
  if (!json) for (const line of sentencesOf(verdict, again, faults === 0)) out.say(line);
  if (faults > 0) out.complain(`${path}: the archive is damaged (faults: ${faults}).`);
  return faults > 0 ? 1 : 0;
}

/** Faults told in sentences; the rest is counted. */
const SHOWN = 100;

function sentencesOf(verdict: Verdict, again: Again | null, sound: boolean): string[] {
  const faults = [...verdict.flaws.map(({ sentence }) => sentence), ...(again ? sentencesIn(again) : [])];
  const { sessions, events, artifacts } = verdict;
  const figures = [counted(sessions, 'session'), counted(events, 'event'), counted(artifacts, 'artifact')].join(', ');
  const said = again ? againWords(again) : '';
  const closing = `${sound ? 'Sound' : 'Damaged'}: ${figures}${said}. Archive identity ${verdict.archiveIdentity}.`;
  const more = faults.length - SHOWN;
  const shown = faults.slice(0, SHOWN).map((sentence) => `- ${sentence}`);
  return [...shown, ...(more > 0 ? [`- and ${more} more (--json lists all)`] : []), closing];
}

function againWords({ reread, derived }: Again): string {
  const read = `; read again: ${reread.same} the same, ${reread.differing} different, ${reread.notReread} not read again`;
  if (derived.kind === 'not-compared') return `${read}; derived files were not computed again: ${derived.because}`;
  const differing = derived.sentences.length;
  return `${read}; computed again: ${counted(derived.files, 'file')}, ${differing} different`;
}
