import { shownName } from '../handoff/marks';
import { lineOfTitle } from '../handoff/titles';
import { t } from '../platform/strings';
import { siteById } from '../providers/sites';
import type { SessionRow } from '../store/rows';

/** The name of a site, or what it is called where this release does not know it. */
export const siteName = (id: string): string => siteById(id)?.name ?? shownName(id);

/** The title of a session on one line, or a word for one without. */
export const titleOf = ({ title }: Pick<SessionRow, 'title'>): string => lineOfTitle(title) ?? t('session_untitled');
