import { member } from '../lib/json';
import { type Event, isOurs } from '../model/event';
import { contentHash } from '../model/versions';
import type { Reader } from '../providers/contract';
import type { ReadCopy } from './page-reading';
import { type FindArtifact, framesOf, type KeptExchange, keptExchanges, type Reread, rereadFrame } from './reread';

/** What reading a log's raw again has shown. */
export interface RereadVerdict {
  /** Lines that their raw says again, word for word. */
  readonly same: number;
  /** Lines that it does not. */
  readonly differing: readonly { readonly seq: number; readonly id: string }[];
  /** Lines of the recorder's or the person's own. */
  readonly ours: number;
  /** Lines whose reader this release lacks, or has under another number; the words of pages, the same of their tool. */
  readonly otherReader: number;
  /** Lines whose raw is not there. */
  readonly withoutRaw: number;
}

type State = 'same' | 'differs' | 'missing' | 'left';

/**
 * Derives every line of a site's again from its raw, by the reader that it names, and compares id and content hash.
 * Holds one exchange at a time.
 * @param readerOf the reader of this release for a name with its number (`chatgpt@1`), or null
 * @param readCopy reads the pages that a session cites; null: they are not read again
 */
export async function compareReread(
  events: readonly Event[],
  artifact: FindArtifact,
  readerOf: (name: string) => Reader | null,
  readCopy: ReadCopy | null = null,
): Promise<RereadVerdict> {
  const theirs = events.filter((event) => !isOurs(event));
  const readable = theirs.filter(({ source }) => readerOf(source.reader) !== null);
  const kept = new Map(keptExchanges(events).map((each) => [each.frame, each]));
  const states = new Map<number, State>();
  for (const [key, lines] of byExchange(readable)) {
    const again = await readOnce(key, kept, artifact, { readerOf, readCopy });
    const said = contents(again);
    for (const event of lines) states.set(event.seq, better(states.get(event.seq), stateOf(event, again, said)));
  }
  const having = (state: State): Event[] => readable.filter(({ seq }) => states.get(seq) === state);
  return {
    same: having('same').length,
    differing: having('differs').map(({ seq, id }) => ({ seq, id })),
    ours: events.length - theirs.length,
    otherReader: theirs.length - readable.length + having('left').length,
    withoutRaw: having('missing').length,
  };
}

/** Lines by the frames and readers they name. */
function byExchange(events: readonly Event[]): Map<string, Event[]> {
  const found = new Map<string, Event[]>();
  for (const event of events)
    for (const frame of framesOf(event.source)) {
      const key = `${frame} ${event.source.reader}`;
      const lines = found.get(key);
      if (lines) lines.push(event);
      else found.set(key, [event]);
    }
  return found;
}

async function readOnce(
  key: string,
  kept: ReadonlyMap<string, KeptExchange>,
  artifact: FindArtifact,
  { readerOf, readCopy }: { readerOf: (name: string) => Reader | null; readCopy: ReadCopy | null },
): Promise<Reread | null> {
  const [frame = '', name = ''] = key.split(' ');
  const reader = readerOf(name);
  const exchange = kept.get(frame);
  return reader && exchange ? rereadFrame(exchange, artifact, { reader, readCopy }) : null;
}

function stateOf(event: Event, again: Reread | null, said: ReadonlySet<string>): State {
  if (said.has(contentKey(event))) return 'same';
  if (again?.kind === 'missing' || again?.kind === 'left') return again.kind;
  return isOfOtherTool(event, again) ? 'left' : 'differs';
}

/** Words of a page that another tool found, or another version of it. */
function isOfOtherTool(event: Event, again: Reread | null): boolean {
  const own = toolOf(event.body);
  if (own === null || again?.kind !== 'taken' || again.taken.outcome.kind !== 'session') return false;
  const other = again.taken.outcome.observations.find(({ id }) => id === event.id);
  return other !== undefined && toolOf(other.body) !== own;
}

function toolOf(body: unknown): string | null {
  const role = member(body, 'role');
  const tool = role === 'source-text' || role === 'source-words' ? member(body, 'tool') : undefined;
  return tool === undefined ? null : JSON.stringify([member(tool, 'name'), member(tool, 'version')]);
}

/** A line that several exchanges stand behind is the same if one of them says it. */
function better(a: State | undefined, b: State): State {
  if (a === 'same' || b === 'same') return 'same';
  return a === 'differs' || a === 'left' ? a : b;
}

const contentKey = (event: Parameters<typeof contentHash>[0] & { readonly id: string }): string =>
  `${contentHash(event)} ${event.id}`;

function contents(again: Reread | null): Set<string> {
  const outcome = again?.kind === 'taken' ? again.taken.outcome : null;
  return new Set(outcome?.kind === 'session' ? outcome.observations.map(contentKey) : []);
}
