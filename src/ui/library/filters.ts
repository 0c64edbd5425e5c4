import { holdsAll } from '../../search/words';
import type { NoteRow } from '../../store/notes';
import type { SessionRow } from '../../store/rows';

/** What a list of sessions is ordered by: what changed last, what began last, title, length. */
export const SORTS = ['changed', 'began', 'title', 'messages'] as const;
export type Sort = (typeof SORTS)[number];

/** Sessions captured here, or copies out of archives. */
export const WHOSE = ['own', 'copy'] as const;
export type Whose = (typeof WHOSE)[number];

/** Which sessions are listed, and in which order. The page's address says it, so that going back works. */
export interface Filters {
  readonly text: string;
  readonly site: string | null;
  /** Days in the person's own time, such as `2026-10-03`, both included. */
  readonly from: string | null;
  readonly to: string | null;
  readonly whose: Whose | null;
  /** Only those of which something is known to be missing. */
  readonly gaps: boolean;
  /** Only those that the person starred. */
  readonly starred: boolean;
  /** Only those with this tag. */
  readonly tag: string | null;
  readonly sort: Sort;
}

/** All sessions, the one that changed last first. */
export const EVERYTHING: Filters = {
  text: '',
  site: null,
  from: null,
  to: null,
  whose: null,
  gaps: false,
  starred: false,
  tag: null,
  sort: 'changed',
};

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** What an address asks for (the part from `?` on). What it says otherwise is left out. */
export function filtersIn(query: string): Filters {
  const said = new URLSearchParams(query);
  const day = (name: string): string | null => {
    const value = said.get(name);
    return value !== null && DAY.test(value) ? value : null;
  };
  return {
    text: said.get('text') ?? '',
    site: said.get('site') || null,
    from: day('from'),
    to: day('to'),
    whose: WHOSE.find((each) => each === said.get('whose')) ?? null,
    gaps: said.has('gaps'),
    starred: said.has('starred'),
    tag: said.get('tag') || null,
    sort: SORTS.find((each) => each === said.get('sort')) ?? EVERYTHING.sort,
  };
}

/** The part of an address that asks for this: from `?` on, or empty for everything. */
export function queryOf({ gaps, starred, sort, ...plain }: Filters): string {
  const { text, site, from, to, whose, tag } = plain;
  const flags = { gaps: gaps ? '1' : null, starred: starred ? '1' : null };
  const said = { text, site, from, to, whose, ...flags, tag, sort: sort === EVERYTHING.sort ? null : sort };
  const given = Object.entries(said).filter((each): each is [string, string] => each[1] !== null && each[1] !== '');
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}

/** How many filters there are besides the words. */
export const filtersSet = ({ site, from, to, whose, gaps, starred, tag }: Filters): number =>
  [site, from, to, whose, gaps || null, starred || null, tag].filter((each) => each !== null).length;

/** True if a session is to be listed, whatever the words. */
export function isListed(row: SessionRow, filters: Filters, noted?: NoteRow): boolean {
  const { site, from, to, whose, gaps, sort } = filters;
  if (!isMarked(noted, filters)) return false;
  if (site !== null && row.site !== site) return false;
  if (whose !== null && (row.copy === null) !== (whose === 'own')) return false;
  if (gaps && row.counts.gaps === 0) return false;
  if (from === null && to === null) return true;
  const on = localDay(dateOf(row, sort));
  return on !== null && (from === null || on >= from) && (to === null || on <= to);
}

/** True if the person marked it as is asked for. */
const isMarked = (note: NoteRow | undefined, { starred, tag }: Filters): boolean =>
  (!starred || note?.starred === true) && (tag === null || note?.tags.includes(tag) === true);

/** True if a session's title holds the words. */
export const isTitled = ({ title }: SessionRow, words: readonly string[]): boolean => holdsAll(title ?? '', words);

/** True if what the person noted of a session holds the words. */
export const isNoted = (note: NoteRow | undefined, words: readonly string[]): boolean =>
  note !== undefined && holdsAll(`${note.tags.join(' ')} ${note.text}`, words);

/** The date that a list shows of a session: that by which it is ordered. */
export const dateOf = ({ started, updated }: SessionRow, sort: Sort): string => (sort === 'began' ? started : updated);

/** The day of a moment in the person's own time, such as `2026-10-03`; null for what is no moment. */
export function localDay(said: string): string | null {
  const at = new Date(said);
  if (Number.isNaN(at.getTime())) return null;
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** Sessions in the order that is asked for. They come as they changed, the last first. */
export function sortedBy(rows: readonly SessionRow[], sort: Sort): readonly SessionRow[] {
  switch (sort) {
    case 'changed':
      return rows;
    case 'began':
      return rows.toSorted((a, b) => Date.parse(b.started) - Date.parse(a.started) || 0);
    case 'messages':
      return rows.toSorted((a, b) => b.counts.messages - a.counts.messages);
    case 'title':
      return rows.toSorted(byTitle);
  }
}

const titles = new Intl.Collator(undefined, { numeric: true });

/** Those without a title last. */
function byTitle({ title: a }: SessionRow, { title: b }: SessionRow): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return titles.compare(a, b);
}
