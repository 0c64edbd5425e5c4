import type { Site } from './contract';

/** One call that lists conversations. The name of its list is ours: what vanished is told by whole lists. */
export interface ListAsk {
  /** Such as `archived`, or `project g-p-1`. Never a title. */
  readonly list: string;
  readonly path: string;
}

/** A conversation as a list names it. */
export interface Listed {
  /** The site's own id. */
  readonly native: string;
  readonly title: string | null;
  /** When it was last changed, as the list says it; null: it does not say. */
  readonly changed: string | null;
  /** The path of the page that shows it. */
  readonly page: string;
}

/** What one answer of a list says. */
export interface ListPage {
  readonly listed: readonly Listed[];
  /** Other lists that it leads to: those of projects. */
  readonly leads: readonly ListAsk[];
  /** How it goes on; null: this was all. */
  readonly next: ListAsk | null;
}

/** How fast a site may be asked by itself, so that the person who is there is never locked out. */
export interface SitePace {
  /** Reads that may follow each other, and how many more there are each minute. */
  readonly burst: number;
  readonly perMinute: number;
  /** Seconds after a read, and after a call for a list, before the next call; a chance part comes on top. */
  readonly between: number;
  readonly betweenLists: number;
  /** Routes that the site counts, whoever asks. */
  readonly counts: readonly string[];
}

/**
 * How a site lists the conversations of an account. Pure: an answer in, what it lists out. Lists are not to be trusted:
 * whoever walks them bounds them and keeps each conversation once, so these functions need not.
 */
export interface SiteLists {
  readonly site: Site;
  readonly pace: SitePace;
  /** The workspaces or organisations whose lists there are: a call, and what its answer names (null: the site's default). */
  readonly scopes: { readonly path: string; in(answer: unknown): readonly (string | null)[] } | null;
  /** Where the lists of a scope begin. */
  begin(scope: string | null): readonly ListAsk[];
  /** Null: the answer is no list. */
  read(answer: unknown, ask: ListAsk, scope: string | null): ListPage | null;
}
