import { sha256Hex } from '../../lib/hash';
import { extentOf } from '../../lib/time';
import type { Event } from '../../model/event';
import { eventsOf, numberOf, type SessionView } from '../../projection/view';
import type { Loss } from '../../report/facts';
import { sessionName, siteName } from '../titles';
import type { Turn } from '../turns';
import type { Walked } from '../walk';

/** What a format is told of the session besides its turns. */
export interface About {
  /** What the session is called. */
  readonly title: string;
  /** The site's id, of letters, digits and dashes, and its name for people. */
  readonly site: string;
  readonly siteName: string;
  /** An id in the form of a UUID that only this session, branch and `name` have: the same whenever it is asked for. */
  readonly uuid: (name: string) => string;
  /** The times of turns, each not before the one before it; where the site said none, the last that is known. */
  readonly times: readonly string[];
  /** `V-0042` of an event. */
  readonly number: (event: string) => string;
  /** What a reasoning says; empty where the site did not show it. */
  readonly thought: (event: string) => string;
}

/** A format: how turns are written, and what is wrong with a file of it. */
export interface Format {
  readonly name: string;
  /** Its file in `continue/`. */
  readonly file: string;
  /** Whether pictures can stand in it. */
  readonly pictures: boolean;
  readonly write: (turns: readonly Turn[], about: About) => { readonly text: string; readonly loss?: readonly Loss[] };
  /** What the model sees of a turn, where that is not its texts, calls and results as they are. */
  readonly seen?: (turn: Turn, thought: (event: string) => string) => readonly string[];
  /** What is wrong with the file, as sentences; empty: nothing. */
  readonly validate: (text: string) => readonly string[];
  /** What to do with the file, in a sentence; `file` is where it was written. */
  readonly use: (file: string, about: About) => string;
}

/** @param path the branch that was walked */
export function aboutOf(
  view: SessionView,
  { path, turns, clean, thought }: Pick<Walked, 'turns' | 'clean' | 'thought'> & { readonly path: readonly Event[] },
): About {
  const [started] = eventsOf(view, 'session.started');
  const site = started?.source.platform ?? view.log[0]?.source.platform ?? 'unknown';
  const seed = JSON.stringify([site, started?.body.origin, started?.body.session, path.at(-1)?.id, view.log[0]?.id]);
  return {
    title: clean(sessionName(view, path)),
    site: site.replace(/[^a-zA-Z0-9]+/g, '-').slice(0, 64) || 'unknown',
    siteName: siteName(site),
    uuid: (name) => uuidOf(sha256Hex(`${seed} ${name}`)),
    times: timesOf(view, turns),
    number: (event) => numberOf(view, event),
    thought,
  };
}

/** Version 8 of RFC 9562: the bits are the maker's own. */
const uuidOf = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;

function timesOf(view: SessionView, turns: readonly Turn[]): string[] {
  const known = extentOf(turns.flatMap(({ at }) => at ?? []));
  let last = known?.first ?? view.log[0]?.at.recorded ?? '1970-01-01T00:00:00.000Z';
  return turns.map(({ at }) => {
    if (at !== null && at > last) last = at;
    return last;
  });
}
