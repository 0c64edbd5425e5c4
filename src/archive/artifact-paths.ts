import type { Event } from '../model/event';
import { namesIn } from '../model/named';
import { sniff } from '../raw/sniff';
import { artifactPath } from './names';
import type { GetMany } from './raw-pack';

/**
 * Where the files that events name will lie in an archive of theirs, by bare hash; without those that are not kept.
 * @param has true for an artifact that is kept
 */
export async function artifactPaths(
  events: readonly Event[],
  has: (hash: string) => boolean,
  get: GetMany,
): Promise<ReadonlyMap<string, string>> {
  const hashes = [...new Set(events.flatMap(({ body }) => namesIn(body)))].filter(has);
  const paths = new Map<string, string>();
  let at = 0;
  for await (const bytes of get(hashes)) {
    const hash = hashes[at++] ?? '';
    if (bytes) paths.set(hash, artifactPath(hash, (await sniff(bytes)).suffix));
  }
  return paths;
}
