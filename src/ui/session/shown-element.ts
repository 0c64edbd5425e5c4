import { numberOf, type SessionView } from '../../projection/view';
import { holds, type Stop } from './path';

/** What shows an event: the place of a block, or that of the message it is, or at which it hangs. Null where it is not there. */
export function shownElement(view: SessionView, stops: readonly Stop[], id: string): Element | null {
  const own = document.getElementById(numberOf(view, id));
  return own?.closest('.block') ?? placeElement(stops, id);
}

function placeElement(stops: readonly Stop[], id: string): Element | null {
  const place = stops.find((stop) => holds(stop, id));
  return place ? document.querySelector(`[data-event="${CSS.escape(place.event.id)}"]`) : null;
}
