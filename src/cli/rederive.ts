import { deriveAgain } from '../archive/derived';
import type { OpenedArchive } from '../archive/open';
import type { Flaw } from '../archive/verdict';
import type { Verdict } from '../archive/verify';
import { siteById } from '../providers/sites';

type Flaws = Pick<Verdict, 'flaws'>;

/** What computing the files of an archive again gave: how many were compared and which differ, or why none was. */
export type Rederived =
  | { readonly kind: 'compared'; readonly files: number; readonly sentences: readonly string[] }
  | { readonly kind: 'not-compared'; readonly because: string };

/** Computes what follows from the logs again, where this release would make the same of them. */
export async function rederiveArchive(archive: OpenedArchive, verdict: Flaws, release: string): Promise<Rederived> {
  const because = obstacle(archive, verdict, release);
  if (because !== null) return { kind: 'not-compared', because };
  const { files, flaws } = await deriveAgain(archive, release);
  // what is known to be damaged is not said again
  const fresh = flaws.filter(({ where }) => verdict.flaws.every((known) => known.where !== where));
  return { kind: 'compared', files, sentences: fresh.map(({ sentence }) => sentence) };
}

function obstacle({ info, sessions }: OpenedArchive, { flaws }: Flaws, release: string): string | null {
  const other = info.get('Valise-Release');
  if (flaws.some(isOfSource)) return 'what they are made from is damaged';
  if (other !== release) return `the archive says it is of release ${other ?? 'unknown'}, and this is ${release}`;
  const site = sessions.map(({ identity }) => identity.site).find((id) => siteById(id) === null);
  return site === undefined ? null : `this release does not know the site ${site}`;
}

/** What the other files are made from: logs, raw and artifacts, and what `session.json` says of containers. */
const SOURCE = /^data\/(?:artifacts\/.*|sessions\/[^/]+\/(?:session\.jsonl?|raw\.pack|raw\.index\.json))$/;
const isOfSource = ({ where }: Flaw): boolean => SOURCE.test(where);
