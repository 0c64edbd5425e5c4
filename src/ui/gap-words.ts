import type { GapReason } from '../model/bodies';
import { type MessageKey, t } from '../platform/strings';

const WORDS: Record<GapReason, MessageKey> = {
  'not-sent': 'gap_not_sent',
  'not-fetched': 'gap_not_fetched',
  'not-asked': 'gap_not_asked',
  expired: 'gap_expired',
  forbidden: 'gap_forbidden',
  'not-found': 'gap_not_found',
  'too-large': 'gap_too_large',
  'timed-out': 'gap_timed_out',
  unsupported: 'gap_unsupported',
  unreadable: 'gap_unreadable',
  sealed: 'gap_sealed',
  dropped: 'gap_dropped',
  cycle: 'gap_cycle',
};

/** Why something is missing, as a sentence. */
export const whyMissing = (reason: GapReason): string => t(WORDS[reason]);
