/** What the background asks of the relay in a tab. Types only: the relay carries no schemas. */
export type ToRelay =
  /** Read the conversation that the page shows, as the job. Answered at once; the rest comes as an exchange. */
  | { readonly relay: 'read'; readonly job: string }
  /** The same of the page itself, as it stands there: where the site's own call gave nothing. */
  | { readonly relay: 'page'; readonly job: string }
  | { readonly relay: 'cancel'; readonly job: string }
  /** Which exchanges and reads are under way. */
  | { readonly relay: 'busy' };

export interface RelayBusy {
  readonly exchanges: readonly string[];
  readonly jobs: readonly string[];
}
