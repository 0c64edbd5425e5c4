import { member } from '../lib/json';
import { oncePer } from '../lib/once-per';
import type { Event } from '../model/event';
import { isSourcePage, pageOfImage, sourcePageId, sourcePartId } from '../model/ids';
import { editOf } from '../model/ledger';
import { contentHash } from '../model/versions';
import type { NumberedSource } from './sources';
import type { SessionView } from './view';

/** What is kept of a page that a session cites. */
export interface SourcePage {
  /** The event's id. */
  readonly id: string;
  /** The copy that counts: the latest that came. Null: none ever came. */
  readonly copy: Event<'artifact'> | null;
  /** When it was last as the copy has it; null: the log does not say. */
  readonly copiedAt: string | null;
  /** Its words; null: none were found, or not of this copy. */
  readonly text: Event<'artifact'> | null;
  /** Everything that it says, around those words too, in which passages are looked for; null: not of this copy. */
  readonly words: Event<'artifact'> | null;
  /** Pictures in it: those that came, and why the others did not. */
  readonly pictures: readonly (Event<'artifact'> | Event<'gap'>)[];
  /** Copies that came before and are otherwise, the oldest first. */
  readonly earlier: readonly Event<'artifact'>[];
  /** Why it did not come, the last time, where that was after the copy. */
  readonly gap: Event<'gap'> | null;
}

/** What is kept of the page at an address that evidence names, or null: it was never asked for. */
export function sourcePageOf(view: SessionView, address: string | null): SourcePage | null {
  const pages = pagesIn(view);
  if (address === null || pages.size === 0) return null;
  const id = sourcePageId(address);
  const lines = pages.get(id);
  if (!lines) return null;
  const current = view.current.get(id);
  const copy = current?.kind === 'artifact' ? current : null;
  const ofCopy = (part: string): Event<'artifact'> | null => {
    const made = view.current.get(sourcePartId(id, part));
    return made?.kind === 'artifact' && copy && member(made.body, 'snapshot') === copy.body.artifact ? made : null;
  };
  const copies = lines.filter((each) => each.kind === 'artifact');
  const copiedAt = copy && seenAt(view, copy);
  const gap = lastOf(
    view,
    lines.filter((each) => each.kind === 'gap'),
  );
  return {
    id,
    copy,
    copiedAt,
    text: ofCopy('text'),
    words: ofCopy('words'),
    pictures: (picturesIn(pages).get(id) ?? []).flatMap((each) => pictureOf(view, each) ?? []).sort(cameFirst),
    earlier: copies.filter(({ seq }) => seq !== copy?.seq),
    gap: gap && (copy === null || (seenAt(view, gap) ?? '') > (copiedAt ?? '')) ? gap : null,
  };
}

function pictureOf(view: SessionView, id: string): Event<'artifact'> | Event<'gap'> | null {
  const event = view.current.get(id);
  return event?.kind === 'artifact' || event?.kind === 'gap' ? event : null;
}

const cameFirst = (a: Event, b: Event): number => Number(a.kind === 'gap') - Number(b.kind === 'gap') || a.seq - b.seq;

/** The ids of pictures by that of their page, in the order in which they were asked for. */
const picturesIn = oncePer((pages: Pages): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>();
  for (const id of pages.keys()) {
    const page = pageOfImage(id);
    const list = page === null ? undefined : found.get(page);
    if (list) list.push(id);
    else if (page !== null) found.set(page, [id]);
  }
  return found;
});

/** When it was last so: as the line says, or a later one that agrees with it. Null: the log does not say. */
export function seenAt(view: SessionView, event: Event): string | null {
  const own = event.at.updated ?? event.at.occurred;
  const agreed = agreedIn(view).get(`${event.id} ${contentHash(event)}`) ?? null;
  return agreed !== null && (own === null || agreed > own) ? agreed : own;
}

const lastOf = (view: SessionView, gaps: readonly Event<'gap'>[]): Event<'gap'> | null =>
  gaps.reduce<Event<'gap'> | null>(
    (last, each) => (last && (seenAt(view, last) ?? '') > (seenAt(view, each) ?? '') ? last : each),
    null,
  );

/** True for an event that says what is kept of a cited page: it is told at the source, and nowhere else. */
export const isOfSource = ({ id, kind }: Event): boolean => isSourcePage(id) && (kind === 'artifact' || kind === 'gap');

/** Lines by id, as recorded. */
type Pages = ReadonlyMap<string, readonly Event[]>;

/** The lines of a log that are of cited pages, looked for once. */
const pagesIn = oncePer((view: SessionView): Pages => {
  const lines = new Map<string, Event[]>();
  for (const event of view.log) {
    if (!isOfSource(event)) continue;
    const list = lines.get(event.id);
    if (list) list.push(event);
    else lines.set(event.id, [event]);
  }
  return lines;
});

/** When a later fetch agreed with a line, by its id and content. */
const agreedIn = oncePer((view: SessionView): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  for (const event of view.log) {
    const edit = editOf(event);
    if (edit?.action !== 'confirm') continue;
    for (const [id, hash, updated] of edit.targets) {
      const key = `${id} ${hash}`;
      if (isSourcePage(id) && updated !== null && updated > (found.get(key) ?? '')) found.set(key, updated);
    }
  }
  return found;
});

/** The number of the source at which each event of a cited page is told; what no source names is not in it. */
export function toldAtSources(view: SessionView, sources: readonly NumberedSource[]): ReadonlyMap<string, number> {
  const told = new Map<string, number>();
  if (pagesIn(view).size === 0) return told;
  const numbers = new Map<string, number>();
  for (const { url, number } of sources.toReversed()) if (url !== null) numbers.set(sourcePageId(url), number);
  for (const event of view.current.values()) {
    const number = isOfSource(event) ? numbers.get(event.id.replace(/\/.*$/s, '')) : undefined;
    if (number !== undefined) told.set(event.id, number);
  }
  return told;
}
