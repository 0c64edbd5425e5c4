/** What the background asks of the relay in a tab. Types only: the relay carries no schemas. */
export type ToRelay =
  /** Read the conversation that the page shows, as the job. Answered at once; the rest comes as an exchange. */
  | { readonly relay: 'read'; readonly job: string }
  /** The same of the page itself, as it stands there: where the site's own call gave nothing. */
  | { readonly relay: 'page'; readonly job: string }
  /** Fetch these files of a conversation, as the job. */
  | FilesOrder
  | { readonly relay: 'cancel'; readonly job: string }
  /** Which exchanges and reads are under way. */
  | { readonly relay: 'busy' };

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
