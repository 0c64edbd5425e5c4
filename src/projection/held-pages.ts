import { member } from '../lib/json';
import type { Event } from '../model/event';
import { sourcePageId } from '../model/ids';
import { readerNumber } from '../model/versions';
import type { SessionView } from './view';

/** One copy of a source page: when it was made, and the artifact (bare hash) of its text. */
export interface PageCopy {
  readonly text: string;
  /** The event that says it. */
  readonly event: string;
  /** When the page was read, ISO 8601, or null. */
  readonly at: string | null;
}

/** What is held of a source page. */
export interface HeldPage {
  /** Oldest first; the one that counts is the last, whenever it first came. */
  readonly copies: readonly PageCopy[];
  /** Why there is none, where it was tried; null where there are copies. */
  readonly gap: Event<'gap'> | null;
}

/** What a session holds of the page at an address; null where nobody asked for it. */
export function heldPages(view: SessionView): (address: string) => HeldPage | null {
  const copies = copiesIn(view);
  return (address) => {
    const id = sourcePageId(address);
    const held = copies.get(id);
    if (held) return { copies: held, gap: null };
    const standing = view.current.get(id);
    const wasTried = standing?.kind === 'gap' && standing.body.why !== 'not-asked';
    return wasTried ? { copies: [], gap: standing } : null;
  };
}

/** Every copy whose text was kept, older versions too, by the id of its page. */
function copiesIn({ log, current }: SessionView): ReadonlyMap<string, readonly PageCopy[]> {
  const byPage = new Map<string, Map<string, Event<'artifact'>>>();
  for (const event of log) {
    if (event.kind !== 'artifact' || event.body.role !== 'source-text' || !current.has(event.id)) continue;
    const page = pageOfId(event.id);
    const known = byPage.get(page) ?? new Map<string, Event<'artifact'>>();
    byPage.set(page, known);
    const frame = event.source.raw[0]?.frame ?? event.id;
    const before = known.get(frame);
    // one fetch that was read twice is one copy: the newer reading of it counts
    if (!before || readerNumber(before.source.reader) <= readerNumber(event.source.reader)) known.set(frame, event);
  }
  const inOrder = (events: Iterable<Event<'artifact'>>): PageCopy[] => {
    const copies = [...events].map((event) => ({ ...copyOf(event), counts: current.get(event.id) === event }));
    // a page that is again what it was before is confirmed, and writes no line of its own
    return copies.sort((a, b) => Number(a.counts) - Number(b.counts) || byTime(a, b));
  };
  return new Map([...byPage].map(([page, events]) => [page, inOrder(events.values())]));
}

/** A text of a page may be an event below the page's own. */
const pageOfId = (id: string): string => id.split('/')[0] ?? id;

function copyOf({ id, body, at }: Event<'artifact'>): PageCopy {
  const started = member(member(body, 'fetched'), 'started');
  return {
    text: body.artifact.slice('sha256:'.length),
    event: id,
    at: at.updated ?? (typeof started === 'string' ? started : at.occurred),
  };
}

const byTime = (a: PageCopy, b: PageCopy): number => ((a.at ?? '') < (b.at ?? '') ? -1 : a.at === b.at ? 0 : 1);
