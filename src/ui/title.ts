import { shownName } from '../handoff/marks';
import { t } from '../platform/strings';
import { siteById } from '../providers/sites';
import type { SessionRow } from '../store/rows';

/** The name of a site, or its id where this release does not know it. */
export const siteName = (id: string): string => siteById(id)?.name ?? id;

/** The title of a session on one line, or a word for one without. */
export const titleOf = ({ title }: Pick<SessionRow, 'title'>): string =>
  title === null || title.trim() === '' ? t('session_untitled') : shownName(title);
