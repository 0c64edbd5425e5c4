/** The archive of a session that lies in the person's folder. */
export interface SavedRow {
  readonly session: string;
  /** The revision of the session that it holds. */
  readonly revision: number;
  readonly name: string;
  readonly bytes: number;
  /** The archive identity. */
  readonly identity: string;
  readonly at: string;
}
