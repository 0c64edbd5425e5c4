import { lineOfTitle } from '../handoff/titles';
import { t } from '../platform/strings';
import type { SessionRow } from '../store/rows';

/** The title of a session on one line, or a word for one without. */
export const titleOf = ({ title }: Pick<SessionRow, 'title'>): string => lineOfTitle(title) ?? t('session_untitled');
