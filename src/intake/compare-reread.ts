import { type Event, isOurs } from '../model/event';
import { contentHash } from '../model/versions';
import type { Reader } from '../providers/contract';
import { type FindArtifact, framesOf, type KeptExchange, keptExchanges, type Reread, rereadFrame } from './reread';

/** What reading a log's raw again has shown. */
export interface RereadVerdict {
  /** Lines that their raw says again, word for word. */
  readonly same: number;
  /** Lines that it does not. */
  readonly differing: readonly { readonly seq: number; readonly id: string }[];
  /** Lines of the recorder's or the person's own. */
  readonly ours: number;
  /** Lines whose reader this release lacks, or has under another number. */
  readonly otherReader: number;
  /** Lines whose raw is not there. */
  readonly withoutRaw: number;
}

type State = 'same' | 'differs' | 'missing';

/**
 * Derives every line of a site's again from its raw, by the reader that it names, and compares id and content hash.
 * Holds one exchange at a time.
 * @param readerOf the reader of this release for a name with its number (`chatgpt@1`), or null
 */
export async function compareReread(
  events: readonly Event[],
  artifact: FindArtifact,
  readerOf: (name: string) => Reader | null,
): Promise<RereadVerdict> {
  const theirs = events.filter((event) => !isOurs(event));
  const readable = theirs.filter(({ source }) => readerOf(source.reader) !== null);
  const kept = new Map(keptExchanges(events).map((each) => [each.frame, each]));
  const states = new Map<number, State>();
  for (const [key, lines] of byExchange(readable)) {
    const again = await readOnce(key, kept, artifact, readerOf);
    const said = again?.kind === 'taken' ? contents(again) : new Set<string>();
    for (const event of lines) {
      const state = said.has(contentKey(event)) ? 'same' : again?.kind === 'missing' ? 'missing' : 'differs';
      states.set(event.seq, better(states.get(event.seq), state));
    }
  }
  const having = (state: State): Event[] => readable.filter(({ seq }) => states.get(seq) === state);
  return {
    same: having('same').length,
    differing: having('differs').map(({ seq, id }) => ({ seq, id })),
    ours: events.length - theirs.length,
    otherReader: theirs.length - readable.length,
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
  readerOf: (name: string) => Reader | null,
): Promise<Reread | null> {
  const [frame = '', name = ''] = key.split(' ');
  const reader = readerOf(name);
  const exchange = kept.get(frame);
  return reader && exchange ? rereadFrame(exchange, artifact, reader) : null;
}

/** A line that several exchanges stand behind is the same if one of them says it. */
function better(a: State | undefined, b: State): State {
  if (a === 'same' || b === 'same') return 'same';
  return a === 'differs' ? a : b;
}

const contentKey = (event: Parameters<typeof contentHash>[0] & { readonly id: string }): string =>
  `${contentHash(event)} ${event.id}`;

function contents({ taken: { outcome } }: Extract<Reread, { kind: 'taken' }>): Set<string> {
  return new Set(outcome.kind === 'session' ? outcome.observations.map(contentKey) : []);
}
