import { member } from '../lib/json';
import type { Event } from '../model/event';
import { sourcePageId } from '../model/ids';
import { readerNumber } from '../model/versions';
import type { SessionView } from './view';

/** One copy of a source page: when it was made, and the artifacts (bare hashes) of what it says. */
export interface PageCopy {
  /** Its readable text; null: none was found in it. */
  readonly text: string | null;
  /** Everything that it says, around that text too; null: no more than that. */
  readonly words: string | null;
  /** There was more of the page than the copy or its words have. */
  readonly isCut: boolean;
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

type Artifact = Event<'artifact'>;

/** A copy and what was made of it. */
interface Made {
  page: Artifact;
  text?: Artifact;
  words?: Artifact;
}

/** Every copy that was kept, older versions too, by the id of its page. */
function copiesIn({ log, current }: SessionView): ReadonlyMap<string, readonly PageCopy[]> {
  const byPage = new Map<string, Map<string, Made>>();
  for (const event of log) {
    if (event.kind !== 'artifact' || event.body.role !== 'source-page' || !current.has(event.id)) continue;
    const known = byPage.get(event.id) ?? new Map<string, Made>();
    byPage.set(event.id, known);
    // the same bytes, fetched again or read again, are one copy
    known.set(event.body.artifact, { ...known.get(event.body.artifact), page: event });
  }
  for (const event of log) if (event.kind === 'artifact') addMade(byPage, event);
  const inOrder = (copies: Iterable<Made>): PageCopy[] => {
    const all = [...copies].map((made) => ({ ...copyOf(made), counts: current.get(made.page.id) === made.page }));
    // a page that is again what it was before is confirmed, and writes no line of its own
    return all.sort((a, b) => Number(a.counts) - Number(b.counts) || byTime(a, b));
  };
  return new Map([...byPage].map(([page, copies]) => [page, inOrder(copies.values())]));
}

const PARTS: Readonly<Record<string, 'text' | 'words'>> = { 'source-text': 'text', 'source-words': 'words' };

/** Of two readings of the same copy the newer counts. */
function addMade(byPage: ReadonlyMap<string, ReadonlyMap<string, Made>>, event: Artifact): void {
  const part = Object.hasOwn(PARTS, event.body.role) ? PARTS[event.body.role] : undefined;
  const snapshot = member(event.body, 'snapshot');
  if (part === undefined || typeof snapshot !== 'string') return;
  const made = byPage.get(pageOfId(event.id))?.get(snapshot);
  if (!made) return;
  const before = made[part];
  if (!before || readerNumber(before.source.reader) <= readerNumber(event.source.reader)) made[part] = event;
}

/** A text of a page is an event below the page's own. */
const pageOfId = (id: string): string => id.split('/')[0] ?? id;

const hashOf = (event: Artifact | undefined): string | null => event?.body.artifact.slice('sha256:'.length) ?? null;

function copyOf({ page, text, words }: Made): PageCopy {
  const isTruncated = member(page.body.fetched, 'truncated') === true;
  return {
    text: hashOf(text),
    words: hashOf(words),
    isCut: isTruncated || (words ?? text)?.body.cut === true,
    event: page.id,
    at: page.at.updated ?? page.at.occurred,
  };
}

const byTime = (a: PageCopy, b: PageCopy): number => ((a.at ?? '') < (b.at ?? '') ? -1 : a.at === b.at ? 0 : 1);
