import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { numberOf, type SessionView } from '../../projection/view';
import { bringIntoView } from '../into-view';
import { chainedAt, holds, leafThrough, stopsTo } from './path';
import { elementSoon } from './ranges';
import { shownElement } from './shown-element';

/** The branch that is shown: the one the person was on, until another is chosen or the address names an event of another. */
export function useBranch(view: SessionView, active: string | null, target: string | null) {
  const named = useMemo(() => idNumbered(view, target), [view, target]);
  /** The event whose branch was chosen. */
  const [through, setThrough] = useState<string | null>(null);
  /** The event that must be there. */
  const [aim, setAim] = useState<string | null>(null);
  const [followed, setFollowed] = useState<string | null>(null);
  const switched = useRef<string | null>(null);
  const leaf = through !== null && view.current.has(through) ? leafThrough(view, through, active) : active;
  const stops = useMemo(() => (leaf === null ? [] : stopsTo(view, leaf)), [view, leaf]);
  const reveal = useCallback(
    (id: string): void => {
      setAim(id);
      const above = stops.some((stop) => holds(stop, id)) ? null : chainedAt(view, id);
      if (above !== null) setThrough(above);
    },
    [view, stops],
  );
  if (followed !== named) {
    setFollowed(named);
    if (named !== null) reveal(named);
  }
  const goTo = useCallback((id: string): void => {
    switched.current = id;
    // taken away with the focus in it, the button would have the page laid out once more in between
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    setAim(id);
    setThrough(id);
  }, []);
  const showBranch = useCallback(
    (end: string): void => {
      const wanted = leafThrough(view, end, active);
      const fresh = stopsTo(view, wanted).find(({ event }) => !stops.some((stop) => stop.event.id === event.id));
      setThrough(end);
      if (!fresh) return;
      setAim(fresh.event.id);
      // what it waits for is the page itself
      void lookAt(numberOf(view, fresh.event.id));
    },
    [view, active, stops],
  );
  // The button that was pressed is gone with its branch: its neighbour in the new one takes the focus. What was to be done
  // after an earlier drawing may come only now, before the new branch is there.
  useEffect(() => {
    if (switched.current === null) return;
    const stop = document.querySelector(`[data-event="${CSS.escape(switched.current)}"]`);
    if (stop === null) return;
    stop.querySelector<HTMLElement>('.step:not(:disabled)')?.focus({ preventScroll: true });
    switched.current = null;
  });
  useEffect(() => {
    if (target === null || named === null) return;
    return bringIntoView(() => document.getElementById(target) ?? shownElement(view, stops, named));
  }, [target, view]);
  return { leaf, stops, aim, named, goTo, reveal, showBranch };
}

/** Moves the focus to the number of an event as soon as it is there. */
async function lookAt(number: string): Promise<void> {
  const element = await elementSoon(() => document.getElementById(number));
  element?.focus({ preventScroll: true });
  bringIntoView(() => document.getElementById(number));
}

/** The id whose first line has a number such as `V-0142`, or null. */
function idNumbered(view: SessionView, number: string | null): string | null {
  const seq = number === null ? Number.NaN : Number(number.slice(2));
  for (const [id, first] of view.first) if (first === seq && view.current.has(id)) return id;
  return null;
}
