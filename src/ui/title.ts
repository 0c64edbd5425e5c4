import { lineOfTitle, siteName } from '../handoff/titles';
import { t } from '../platform/strings';
import type { SessionRow } from '../store/rows';
import { day } from './format';

/** What a session is called by. */
export type Titled = Pick<SessionRow, 'title' | 'site' | 'started'>;

/** Whether a session has a title that can be seen. */
export const hasTitle = ({ title }: Pick<Titled, 'title'>): boolean => lineOfTitle(title) !== null;

/** The title of a session on one line; where it has none the first words said in it, else where and when it began. */
export const titleOf = ({ title, site, started }: Titled, words: string | null = null): string =>
  lineOfTitle(title) ??
  (words === null ? t('session_untitled', siteName(site), day(started)) : t('session_untitled_words', words));
