import { setImmediate } from 'node:timers/promises';
import { append } from '../../lib/append';
import { folded } from '../../lib/fold-text';
import type { Event } from '../../model/event';
import { textOf } from '../../search/event-text';
import { bestIn, roleOf } from '../../search/score';
import type { Served, ServedSession } from './served';

/** An event that holds words that are looked for. Its text is not kept: there may be thousands. */
export interface Found {
  readonly slug: string;
  readonly id: string;
  /** How many of the words it holds. */
  readonly words: number;
  readonly score: number;
}

export interface Sought {
  readonly words: readonly string[];
  /** Only in this session. */
  readonly slug: string | undefined;
  readonly isWanted: (event: Event) => boolean;
}

/** Events that are looked at between two rests, in which other calls are answered. */
const STRETCH = 200;

/**
 * Events that hold all of the words, the best first; where none does, those that hold some. Only what counts now is found.
 * Null once it is no longer wanted.
 */
export async function findEvents(
  served: Served,
  sought: Sought,
  signal: AbortSignal,
): Promise<readonly Found[] | null> {
  const found: Found[] = [];
  let looked = 0;
  for (const session of sessionsOf(served, sought))
    for (const event of session.view.current.values()) {
      if (++looked % STRETCH === 0) await setImmediate();
      if (signal.aborted) return null;
      append(found, look(session, event, sought));
    }
  const all = found.filter((each) => each.words === sought.words.length);
  return (all.length > 0 ? all : found).sort((a, b) => b.words - a.words || b.score - a.score);
}

/** The sessions to look through: of all, those whose lines hold any of the words, which is quicker to know. */
function* sessionsOf(served: Served, { slug, words }: Sought): Generator<ServedSession> {
  if (slug === undefined) {
    const pieces = words.map(plainPiece);
    const mayHold = (line: string): boolean => {
      const plain = folded(line);
      return pieces.some((piece) => plain.includes(piece));
    };
    return yield* served.sessions((lines) => lines.some(mayHold));
  }
  const session = served.session(slug);
  if (typeof session !== 'string') yield session;
}

/** Of a word what stands in a line as it is: quotes and breaks are written there as escapes. */
const plainPiece = (word: string): string =>
  word.split(/[\s"\\]/).reduce((longest, each) => (each.length > longest.length ? each : longest), '');

function look({ slug, clean }: ServedSession, event: Event, { words, isWanted }: Sought): Found[] {
  const best = isWanted(event) ? bestIn(clean(textOf(event)), words) : null;
  return best ? [{ slug, id: event.id, words: best.found.size, score: best.score + roleOf(event) }] : [];
}
