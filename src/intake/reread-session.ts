import { append } from '../lib/append';
import { compareText } from '../lib/text';
import { type Event, isOurs } from '../model/event';
import { readerNumber } from '../model/versions';
import type { Reader } from '../providers/contract';
import type { ReadCopy } from './page-reading';
import { edit, type Identity, type Log, mergeTaken, type Recorded, write, writeFresh } from './record';
import { type FindArtifact, framesOf, keptExchanges, rereadFrame } from './reread';
import type { Taken } from './take';

/**
 * Every kept exchange of a log that the reader can read now, read again. What is not there, or not readable, is left out.
 * @param readCopy reads the pages that a session cites; null: they are left out
 */
export async function rereadAll(
  events: readonly Event[],
  artifact: FindArtifact,
  reader: Reader,
  readCopy: ReadCopy | null = null,
): Promise<Taken[]> {
  const taken: Taken[] = [];
  for (const kept of keptExchanges(events)) {
    if (kept.platform !== reader.site.id) continue;
    const again = await rereadFrame(kept, artifact, { reader, readCopy });
    if (again.kind !== 'taken' || again.taken.outcome.kind !== 'session') continue;
    taken.push({ ...again.taken, body: new Uint8Array() }); // the bytes of all of them at once may be too much
  }
  return taken;
}

/**
 * Writes what reading a session's raw again gave: new versions as lines, and one `context.edit` (`reread`) for the ids
 * that older readers gave of the same raw and this one does not; of a gap that only said the raw was unreadable, too.
 * Changes the ledger of the log, as the lines it returns change it. Twice with the same readings: nothing.
 * @param events all lines of the log
 * @param again what one reader gave of all its kept exchanges that it can read (see {@link rereadAll})
 */
export function rereadSession(
  log: Log,
  events: readonly Event[],
  again: readonly Taken[],
  about: { readonly identity: Identity; readonly recorded: string },
): Recorded {
  const lines: Recorded['lines'][number][] = [];
  const needs = new Set<string>();
  let { tail } = log;
  const add = (recorded: Recorded): void => {
    append(lines, recorded.lines);
    for (const hash of recorded.needs) needs.add(hash);
    tail = recorded.tail;
  };
  for (const taken of again) {
    const fresh = mergeTaken(log, taken, about.identity);
    add(writeFresh({ tail, ledger: log.ledger }, fresh, taken, about.recorded));
  }
  const retirement = retire(log, events, again, about.identity);
  if (retirement) add(write({ tail, ledger: log.ledger }, [retirement], { artifacts: new Map() }, about.recorded));
  return { lines, needs, tail };
}

function retire(
  { ledger }: Log,
  events: readonly Event[],
  again: readonly Taken[],
  identity: Identity,
): ReturnType<typeof edit> | null {
  const [first] = again;
  if (!first) return null;
  const number = readerNumber(first.reader);
  const read = new Set(again.map(({ frame }) => frame));
  const given = new Set(
    again.flatMap(({ outcome }) => (outcome.kind === 'session' ? outcome.observations : [])).map(({ id }) => id),
  );
  const isOpen = (id: string): boolean =>
    !given.has(id) && (ledger.given.get(id) ?? number) < number && (ledger.retired.get(id) ?? -1) < number;
  const frames = new Set<string>();
  const targets: string[] = [];
  for (const [id, named] of rawOf(events)) {
    if (!isOpen(id) || named === null || ![...named].every((frame) => read.has(frame))) continue;
    targets.push(id);
    for (const frame of named) frames.add(frame);
  }
  if (targets.length === 0) return null;
  return edit(identity, first, { action: 'reread', targets: targets.sort(compareText) }, [...frames]);
}

/** The frames behind each id that a reading may take back; null where something else is behind it. */
function rawOf(events: readonly Event[]): Map<string, Set<string> | null> {
  const found = new Map<string, Set<string> | null>();
  for (const event of events) {
    const frames = isOurs(event) && !isUnreadable(event) ? [] : framesOf(event.source);
    const known = found.get(event.id);
    if (frames.length === 0 || known === null) found.set(event.id, null);
    else found.set(event.id, new Set([...(known ?? []), ...frames]));
  }
  return found;
}

const isUnreadable = (event: Event): boolean =>
  event.kind === 'gap' && event.body.why === 'unreadable' && event.body.where === 'exchange';
