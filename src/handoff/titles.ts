import { titleOf } from '../projection/lacks';
import type { SessionView } from '../projection/view';
import { siteById } from '../providers/sites';
import { clipped, shownName } from './marks';

/** The name of a site, for people; its id where this release does not know it. */
export const siteName = (id: string): string => siteById(id)?.name ?? shownName(id);

/** Longer is no title but a speech. The whole of it is in the log. */
const LONGEST = 300;

/** A title as it is shown: on one line, all of it visible, not without end; null where nothing can be seen. */
export const lineOfTitle = (title: string | null): string | null =>
  title === null ? null : clipped(title, LONGEST) || null;

/** The title of a session as it is shown, or null where it has none. */
export const shownTitle = (view: SessionView): string | null => lineOfTitle(titleOf(view));
