/** A conversation that a site's list named, and how far bringing it in is. */
export interface ListingRow {
  readonly site: string;
  readonly origin: string;
  /** The site's own id of the conversation. */
  readonly native: string;
  /** The workspace, account or organisation in whose list it stood; null: the site has no such thing. */
  readonly scope: string | null;
  readonly title: string | null;
  /** When it was last changed, as the list says it, unchanged; null: it does not say. */
  readonly changed: string | null;
  /** `waiting`: to be read. `read`: kept as it was when the list said `changed`. `failed`: tried again later. `gone`: the site no longer has it. */
  readonly state: 'waiting' | 'read' | 'failed' | 'gone';
  /** What `changed` was when it was last read; null: never. */
  readonly readAs: string | null;
  /** The round of listing that named it last. */
  readonly round: string;
  readonly tries: number;
  readonly error: string | null;
}
