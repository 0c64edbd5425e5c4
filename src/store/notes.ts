/** What the person notes of a session for themselves: no part of its log, and only exported when they say so. */
export interface NoteRow {
  readonly session: string;
  readonly starred: boolean;
  readonly tags: readonly string[];
  readonly text: string;
  /** ISO 8601. */
  readonly changed: string;
}
