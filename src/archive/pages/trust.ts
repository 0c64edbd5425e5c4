import type { Event } from '../../model/event';
import { isSourcePage } from '../../model/ids';
import { confirmedIn } from '../../projection/confirmed';
import type { SessionView } from '../../projection/view';

/**
 * What a reader has to know of where an event was read, or null. What was heard on a page could have been forged by a
 * script of that page, until a read that we asked for ourselves agreed with it.
 */
export function trustIn(view: SessionView): (event: Event) => string | null {
  const isConfirmed = confirmedIn(view);
  return (event) => {
    const { actor, source, id } = event;
    if (actor.kind === 'recorder' || isSourcePage(id)) return null;
    if (source.form === 'page' || source.form === 'cut') return 'read in part';
    return source.capture === 'heard' && !isConfirmed(event) ? 'heard, not confirmed' : null;
  };
}
