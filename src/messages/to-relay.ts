import type { ListAsk, ListPage } from '../providers/lists-contract';

/** What the background asks of the relay in a tab. Types only: the relay carries no schemas. */
export type ToRelay =
  /** Read the conversation that the page shows, as the job. Answered at once; the rest comes as an exchange. */
  | { readonly relay: 'read'; readonly job: string; readonly named?: NamedConversation }
  /** The same of the page itself, as it stands there: where the site's own call gave nothing. */
  | { readonly relay: 'page'; readonly job: string }
  /** Fetch these files of a conversation, as the job. */
  | FilesOrder
  | { readonly relay: 'cancel'; readonly job: string }
  /** Which exchanges and reads are under way. */
  | { readonly relay: 'busy' };

/** A conversation that this page need not show: read as its own page would, and not tried again where the site refuses. */
export interface NamedConversation {
  readonly conversation: string;
  /** The path of its own page. */
  readonly page: string;
  /** The workspace, account or organisation in whose list it stands; null: the site's default. */
  readonly scope: string | null;
}

export interface RelayBusy {
  readonly exchanges: readonly string[];
  readonly jobs: readonly string[];
}

export interface FilesOrder {
  readonly relay: 'files';
  readonly job: string;
  readonly conversation: string;
  /** Bytes of one file at most. */
  readonly largest: number;
  /** How many are under way at once, and the seconds that one may take in all. */
  readonly atOnce: number;
  readonly seconds: number;
  readonly wanted: readonly {
    readonly number: number;
    readonly pointer: string;
    readonly message: string | null;
    readonly name: string | null;
  }[];
}

/** One call that lists conversations (null: the workspaces there are), put to what was brought into a page for it. */
export interface ListOrder {
  readonly ask: ListAsk | null;
  readonly scope: string | null;
}

/** What came of it. */
export type ListTold =
  | { readonly kind: 'page'; readonly page: ListPage }
  | { readonly kind: 'scopes'; readonly scopes: readonly (string | null)[] }
  | { readonly kind: 'drift' }
  | {
      readonly kind: 'failed';
      readonly because: 'signed-out' | 'not-found' | 'refused' | 'busy' | 'site-error' | 'no-answer' | 'cancelled';
      readonly after?: number;
    };
