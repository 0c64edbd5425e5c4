import { t } from '../../platform/strings';
import type { Told } from '../sink/settler';

/** A mark on the toolbar button of a tab, with words for it; null takes it away. */
export type Mark = { readonly text: string; readonly title: string } | null;

/**
 * Marks the tab of an exchange where a person should look: something came that this release cannot read, or nothing can
 * be kept. The next one that goes well takes the mark away.
 */
export const markingWith =
  (mark: (tab: number, mark: Mark) => Promise<void>): Told =>
  ({ tab }, came) => {
    if (typeof came === 'string') void mark(tab, { text: '!', title: t('mark_trouble') });
    else if (came?.last?.kind === 'drift') void mark(tab, { text: '?', title: t('mark_drift') });
    else if (came) void mark(tab, null);
  };

/** The mark of a tab whose chat is not heard for now: quiet, since the person said so. */
export const pauseMarking =
  (mark: (tab: number, mark: Mark) => Promise<void>) =>
  (tab: number, paused: boolean): Promise<void> =>
    mark(tab, paused ? { text: 'II', title: t('mark_paused') } : null);
