import { deriveAgain } from '../archive/derived';
import type { OpenedArchive } from '../archive/open';
import type { Verdict } from '../archive/verify';
import { siteById } from '../providers/sites';

/** What computing the files of an archive again gave: how many were compared and which differ, or why none was. */
export type Rederived =
  | { readonly kind: 'compared'; readonly files: number; readonly sentences: readonly string[] }
  | { readonly kind: 'not-compared'; readonly because: string };

/** Computes what follows from the logs again, where this release would make the same of them. */
export async function rederiveArchive(
  archive: OpenedArchive,
  verdict: Pick<Verdict, 'kind'>,
  release: string,
): Promise<Rederived> {
  const because = obstacle(archive, verdict, release);
  if (because !== null) return { kind: 'not-compared', because };
  const { files, flaws } = await deriveAgain(archive, release);
  return { kind: 'compared', files, sentences: flaws.map(({ sentence }) => sentence) };
}

function obstacle({ info, sessions }: OpenedArchive, { kind }: Pick<Verdict, 'kind'>, release: string): string | null {
  const other = info.get('Valise-Release');
  if (kind !== 'sound') return 'what they are made from is damaged';
  if (other !== release) return `the archive says it is of release ${other ?? 'unknown'}, and this is ${release}`;
  const site = sessions.map(({ identity }) => identity.site).find((id) => siteById(id) === null);
  return site === undefined ? null : `this release does not know the site ${site}`;
}
