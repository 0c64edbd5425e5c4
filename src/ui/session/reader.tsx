import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { shownOf } from '../../handoff/shown';
import type { Report } from '../../model/session';
import { t } from '../../platform/strings';
import { branchesOf } from '../../projection/branches';
import type { SessionView } from '../../projection/view';
import { Facts } from '../facts';
import { FiveTests } from '../five-tests';
import { factsOf, summaryOf } from '../summary';
import { Branch } from './branch';
import { Lacks } from './lacks';
import { leafThrough, stopsTo } from './path';
import { type Reading, ReadingProvider } from './reading';
import { Sources } from './sources';
import { unconfirmedIn } from './unconfirmed';

interface SessionReaderProps {
  readonly view: SessionView;
  /** The five tests, or null while they are computed. */
  readonly report: Report | null;
  readonly bytesOf: Reading['bytesOf'];
  /** The number of the event to begin with in view, such as `V-0142`, or null. */
  readonly target: string | null;
  /** What stands above: title, dates, buttons. */
  readonly children: ComponentChildren;
}

/** Places of a branch that are set at once, whether they are near or not. */
const LONG = 60;

/** A session to read: what is kept of it, one branch at a time, its sources and what lacks. */
export function SessionReader({ view, report, bytesOf, target, children }: SessionReaderProps) {
  const { branches, shown, unconfirmed, facts } = useMemo(() => aboutSession(view), [view]);
  const { leaf, stops, aim, goTo } = useBranch(view, branches[0]?.leaf ?? null, target);
  // the same object as long as it says the same: every part of the session looks at it
  const isLong = stops.length > LONG;
  const reading = useMemo<Reading>(
    () => ({ shown, unconfirmed, bytesOf, target, isLong, goTo }),
    [shown, unconfirmed, bytesOf, target, isLong, goTo],
  );
  return (
    <ReadingProvider value={reading}>
      <article class="session">
        {children}
        <Facts facts={facts} />
        {report && <FiveTests report={report} />}
        <Lacks report={report} leaf={leaf} />
        {stops.length > 0 ? <Branch stops={stops} target={aim} /> : <p class="quiet">{t('reader_no_messages')}</p>}
        {shown.sources.length > 0 && <Sources sources={shown.sources} />}
      </article>
    </ReadingProvider>
  );
}

const aboutSession = (view: SessionView) => ({
  branches: branchesOf(view),
  shown: shownOf(view, { artifactPath: () => null }),
  unconfirmed: unconfirmedIn(view),
  facts: factsOf(summaryOf(view)),
});

/** The branch that is shown: the one the person was on, until another is chosen or the address names an event of another. */
function useBranch(view: SessionView, active: string | null, target: string | null) {
  const named = useMemo(() => idNumbered(view, target), [view, target]);
  const [chosen, setChosen] = useState<string | null>(null);
  const switched = useRef<string | null>(null);
  const leaf =
    chosen !== null && view.current.has(chosen) ? chosen : named === null ? active : leafThrough(view, named, active);
  const stops = useMemo(() => (leaf === null ? [] : stopsTo(view, leaf)), [view, leaf]);
  const goTo = useCallback(
    (id: string): void => {
      switched.current = id;
      setChosen(leafThrough(view, id, active));
    },
    [view, active],
  );
  // The button that was pressed is gone with its branch: its neighbour in the new one takes the focus.
  useEffect(() => {
    if (switched.current === null) return;
    const stop = document.querySelector(`[data-event="${CSS.escape(switched.current)}"]`);
    stop?.querySelector<HTMLElement>('.step:not(:disabled)')?.focus({ preventScroll: true });
    switched.current = null;
  });
  useEffect(() => (target === null ? undefined : bringIntoView(target)), [target, view]);
  return { leaf, stops, aim: switched.current ?? named, goTo };
}

/** Frames until what lies above a place has its real height: only what is near is laid out. */
const FRAMES = 8;

/** Scrolls to an element, again while the heights above it become known. Gives the way to stop. */
function bringIntoView(id: string): () => void {
  let frame = 0;
  let left = FRAMES;
  const step = (): void => {
    document.getElementById(id)?.scrollIntoView();
    if (--left > 0) frame = requestAnimationFrame(step);
  };
  step();
  return () => cancelAnimationFrame(frame);
}

/** The id whose first line has a number such as `V-0142`, or null. */
function idNumbered(view: SessionView, number: string | null): string | null {
  const seq = number === null ? Number.NaN : Number(number.slice(2));
  for (const [id, first] of view.first) if (first === seq && view.current.has(id)) return id;
  return null;
}
