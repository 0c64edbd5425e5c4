/** How fast a site may be asked, as it stands: a bucket of tokens, and a break after it said no. */
export interface PaceRow {
  readonly site: string;
  readonly origin: string;
  /** What was left in the bucket at `at`. */
  readonly tokens: number;
  /** ISO 8601. */
  readonly at: string;
  /** Nothing is asked before; null: no break. ISO 8601. */
  readonly until: string | null;
  /** How often in a row the site has said no. */
  readonly refusals: number;
}
