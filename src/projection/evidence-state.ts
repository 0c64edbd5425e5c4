import type { Quoted } from './answers';
import type { HeldPage } from './held-pages';
import type { Found } from './passage';

/**
 * What is known of a passage: the provider gave it and nothing of the page is held (`given`); it stands in our copy
 * (`found`); we have a copy of the whole page and it is not in it, or no longer as it was in an earlier copy (`changed`);
 * the same, but our copy is not of the whole page, so that it may stand in the rest (`cut`); no words were found in our
 * copy, so that nothing can be compared (`unread`); the page was asked for and did not come (`unreachable`). It never says
 * that something is true.
 */
export type EvidenceState = (typeof EVIDENCE_STATES)[number];
export const EVIDENCE_STATES = ['given', 'found', 'changed', 'cut', 'unread', 'unreachable'] as const;

/** A state, and how much of a passage our newest copy has. */
export interface Checked {
  readonly state: EvidenceState;
  readonly how: Found['how'];
  readonly share: number;
}

/** One source: all of its passages together, and each. */
export interface CheckedSource {
  /** Null where there is nothing to compare: the provider gave no passage. */
  readonly checked: Checked | null;
  readonly passages: ReadonlyMap<string, Checked>;
  /** How many passages there are, and how many of them our newest copy has whole or in part. */
  readonly found: number;
  readonly page: HeldPage | null;
}

/** What a quotation of an answer was found in. */
export interface CheckedQuote extends Quoted {
  /** The source that has it, whether in the passages the provider gave or in our copy of the page; null: none. */
  readonly found: (Found & { readonly source: number; readonly where: 'passage' | 'copy' }) | null;
  /** Whether anything of its sources is held in which it could be found. */
  readonly comparable: boolean;
}

/** What the kept pages say of the evidence of a session. */
export interface EvidenceCheck {
  /** By number of the source. */
  readonly sources: ReadonlyMap<number, CheckedSource>;
  readonly quotes: readonly CheckedQuote[];
  /** Citations by state; those with nothing to compare are in none. */
  readonly citations: Readonly<Record<EvidenceState, number>>;
}

/** The text of a kept artifact by bare hash; null where it is not there. */
export type TextOf = (hash: string) => Promise<string | null>;
