import { titleOf } from '../projection/lacks';
import type { SessionView } from '../projection/view';
import { shownName } from './marks';

/** The title of a session, or null where it has none, or one of which nothing can be seen. */
export function shownTitle(view: SessionView): string | null {
  const title = titleOf(view);
  return title === null || shownName(title) === '' ? null : title;
}
