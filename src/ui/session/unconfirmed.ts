import { isOurs } from '../../model/event';
import { confirmedIn } from '../../projection/confirmed';
import type { SessionView } from '../../projection/view';

/** Ids of what was only heard in the page, where its scripts could have forged it, and no asked read has agreed to yet. */
export function unconfirmedIn(view: SessionView): ReadonlySet<string> {
  const isConfirmed = confirmedIn(view);
  const heard = [...view.current.values()].filter((event) => event.source.capture === 'heard' && !isOurs(event));
  return new Set(heard.filter((event) => !isConfirmed(event)).map(({ id }) => id));
}
