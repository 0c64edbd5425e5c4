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

const CAME: ReadonlyMap<string, MessageKey> = new Map([
  ['page', 'came_page'],
  ['nothing', 'came_nothing'],
  ['error', 'came_error'],
  ['redirect', 'came_redirect'],
  ['elsewhere', 'came_elsewhere'],
  ['no-permission', 'came_no_permission'],
]);

/** What came in the place of it, as a sentence; empty where nothing did, or nobody knows that word. */
export function cameSentence(came: string | null, to: string | null = null): string {
  if (came === 'redirect' && to !== null) return t('came_redirect_to', to);
  const key = CAME.get(came ?? '');
  return key === undefined ? '' : t(key);
}
