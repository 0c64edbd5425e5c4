import { lineOfTitle } from '../handoff/titles';
import { t } from '../platform/strings';
import type { SessionRow } from '../store/rows';

type Titled = Pick<SessionRow, 'title'>;

/** Whether a session has a title that can be seen. */
export const hasTitle = ({ title }: Titled): boolean => lineOfTitle(title) !== null;

/** The title of a session on one line; where it has none a word that says so, with the first words said in it. */
export const titleOf = ({ title }: Titled, words: string | null = null): string =>
  lineOfTitle(title) ?? (words === null ? t('session_untitled') : t('session_untitled_words', words));
