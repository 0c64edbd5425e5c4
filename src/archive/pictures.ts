import type { Picture } from '../handoff/turns';
import { base64 } from '../lib/bytes';
import { activePath } from '../projection/branches';
import { partsOf } from '../projection/sources';
import type { SessionView } from '../projection/view';
import { sniff } from '../raw/sniff';
import { mediaHash } from '../report/media';
import { resultsOf } from '../report/results';

/** What every API and client takes as a picture. */
const TAKEN: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
/** The smallest limit of the APIs is 5 MB of base64. */
const LARGEST = 3_700_000;
/** Of all of them together: most requests may have 20 MB, and base64 takes a third more. */
const MOST = 12_000_000;

/**
 * The pictures of the branch the person was on that can go along to another model, by bare hash. Where there are too many
 * the latest are taken.
 * @param get an artifact's bytes by bare hash; null where it is not there, or damaged
 */
export async function picturesOf(
  view: SessionView,
  get: (hash: string) => Promise<Uint8Array<ArrayBuffer> | null>,
): Promise<ReadonlyMap<string, Picture>> {
  const pictures = new Map<string, Picture>();
  let room = MOST;
  for (const hash of shownOn(view)) {
    const bytes = await get(hash);
    if (!bytes || bytes.length > Math.min(LARGEST, room)) continue;
    const { mime } = await sniff(bytes);
    if (!TAKEN.has(mime)) continue;
    room -= bytes.length;
    pictures.set(hash, { mime, base64: base64(bytes) });
  }
  return pictures;
}

/** Hashes of all that the branch shows as a picture, the latest first. */
function shownOn(view: SessionView): ReadonlySet<string> {
  const results = resultsOf(view);
  const events = activePath(view).flatMap((event) => [event, ...(results.get(event.id) ?? [])]);
  return new Set(
    events
      .toReversed()
      .flatMap((event) =>
        partsOf(event).flatMap((part) => (part.type === 'image' ? (mediaHash(view, event, part) ?? []) : [])),
      ),
  );
}
