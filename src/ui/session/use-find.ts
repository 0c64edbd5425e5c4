import { useEffect, useRef, useState } from 'preact/hooks';
import type { SessionView } from '../../projection/view';
import { bringIntoView } from '../into-view';
import { nextTask } from '../next-task';
import { type FoundIn, findWords, soughtIn } from './find-in';
import type { Stop } from './path';
import { elementSoon, paint, rangesOpening } from './ranges';
import { shownElement } from './shown-element';

export interface FindAsk {
  readonly view: SessionView;
  readonly stops: readonly Stop[];
  /** Makes an event part of what is shown, on whatever branch it is. */
  readonly reveal: (id: string) => void;
  /** What is looked for to begin with, and the event at which it is to be shown. */
  readonly seed: { readonly words: string; readonly event: string } | null;
}

/** How long typing has to rest, in milliseconds. */
const REST = 150;

/** Finding words in the session that is shown, folded parts and other branches included. */
export function useFind({ view, stops, reveal, seed }: FindAsk) {
  const [query, setQuery] = useState('');
  const [answer, setAnswer] = useState<(FoundIn & { readonly to: string }) | null>(null);
  /** Which of them is shown; null before the first step. */
  const [at, setAt] = useState<number | null>(null);
  /** A step, or the way to an event, that was asked for before it was known where the words are. */
  const early = useRef<1 | -1 | string | null>(null);
  const sought = soughtIn(query);
  /** Events that hold the words; null: nothing is looked for, or it is not yet known. */
  const found = answer?.to === sought ? answer.ids : null;
  const here = useRef({ view, stops });
  here.current = { view, stops };
  const spot = useRef<Spot>({ ...NOWHERE });
  useEffect(() => {
    setAnswer(null);
    setAt(null);
    spot.current = { ...NOWHERE };
    paint([], 0);
    if (sought === '') return;
    const stop = new AbortController();
    const look = async (): Promise<void> => {
      const cameFor = seed?.words === query ? seed.event : null;
      const answered = await findWords(view, here.current.stops, query, {
        cameFor,
        signal: stop.signal,
        rest: nextTask,
        clock: () => performance.now(),
      });
      if (answered) setAnswer({ ...answered, to: sought });
    };
    // it reads only what is there already: nothing of it is thrown
    const timer = setTimeout(() => void look(), REST);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [view, sought, seed]);
  useEffect(() => () => paint([], 0), []);
  useEffect(() => {
    const asked = early.current;
    if (!found || asked === null) return;
    early.current = null;
    if (typeof asked === 'number') step(asked);
    else void show(found.indexOf(asked), 'first'); // what it waits for is the page itself
  }, [found]);
  useEffect(() => {
    if (!seed) return;
    early.current = seed.event; // what is found is found anew for it
    setQuery(seed.words);
  }, [seed]);

  async function show(next: number, end: 'first' | 'last'): Promise<void> {
    const id = found?.[next];
    if (id === undefined) return;
    setAt(next);
    reveal(id);
    const mine: Spot = { ...NOWHERE };
    spot.current = mine;
    const element = await elementSoon(() => shownElement(here.current.view, here.current.stops, id));
    if (!element || spot.current !== mine) return;
    bringIntoView(() => (spot.current === mine && mine.element === null ? element : null), 'nearest');
    mine.ranges = await rangesOpening(element, answer?.sought ?? sought);
    if (spot.current !== mine) return;
    mine.at = end === 'first' ? 0 : Math.max(mine.ranges.length - 1, 0);
    mine.element = element;
    showSpot(mine);
  }

  /** To the next place, or the one before: inside the same event first, then in another; round at the end. */
  function step(by: 1 | -1): void {
    if (!found) early.current = by;
    if (!found || found.length === 0) return;
    const { ranges, at: inside } = spot.current;
    if (ranges[inside + by]) {
      spot.current.at = inside + by;
      showSpot(spot.current);
      return;
    }
    const next = at === null ? 0 : (at + by + found.length) % found.length;
    // what it waits for is the page itself
    void show(next, by > 0 ? 'first' : 'last');
  }
  return { query, setQuery, found, at, step };
}

interface Spot {
  ranges: Range[];
  at: number;
  element: Element | null;
}

const NOWHERE: Readonly<Spot> = { ranges: [], at: 0, element: null };

function showSpot({ ranges, at, element }: Spot): void {
  paint(ranges, at);
  bringIntoView(() => ranges[at]?.startContainer.parentElement ?? element, 'center');
}
