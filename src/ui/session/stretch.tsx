import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { AroundProps } from '../gradual';
import { watchFar } from './far';

/**
 * So many places are one for the browser: those that are far are not even looked at while others are drawn. When they have
 * been far for long they are made anew, with their words as they were before they came near. All of the list is another
 * one then: of what it skips a browser keeps the layout, and with it every element that was ever there.
 */
export function Stretch({ make, from }: AroundProps) {
  const list = useRef<HTMLOListElement>(null);
  const [before, setBefore] = useState<Before>(NEVER);
  // some of the first places are set as soon as they are made: the page itself would do that, all at once
  const isKept = from === 0;
  useLayoutEffect(() => {
    const element = list.current;
    if (element === null || isKept) return;
    keepHeights(element, before.heights);
    if (before.list) takeApart(before.list);
    const letGo = () => setBefore(({ round }) => ({ round: round + 1, list: element, heights: heightsOf(element) }));
    return watchFar(element, letGo);
  }, [before, isKept]);
  // made here: what is made further up is kept there, and with it what it became first
  return useMemo(
    () => (
      <ol key={before.round} class="stretch" ref={list}>
        {make()}
      </ol>
    ),
    [make, before],
  );
}

/** What was let go of. */
interface Before {
  /** How often. */
  readonly round: number;
  readonly list: Element | null;
  /** The last heights of the list and of each of its places, in pixels. */
  readonly heights: readonly number[];
}

const NEVER: Before = { round: 0, list: null, heights: [] };

const withPlaces = (list: Element): readonly HTMLElement[] =>
  [list, ...list.children].filter((each) => each instanceof HTMLElement);

function heightsOf(list: Element): readonly number[] {
  return withPlaces(list).map((each) => {
    const { paddingTop, paddingBottom } = getComputedStyle(each);
    const padding = (Number.parseFloat(paddingTop) || 0) + (Number.parseFloat(paddingBottom) || 0);
    return each.getBoundingClientRect().height - padding;
  });
}

/** Until they come near again they are as high as they were: nothing moves. */
function keepHeights(list: Element, heights: readonly number[]): void {
  for (const [at, each] of withPlaces(list).entries()) {
    const height = heights[at];
    if (height !== undefined) each.style.setProperty('contain-intrinsic-height', `auto ${height}px`);
  }
}

/** Preact remembers a few of the elements that were there; each would keep all that it is part of. */
function takeApart(list: Element): void {
  for (const each of [...list.querySelectorAll('*')].reverse()) each.remove();
}
