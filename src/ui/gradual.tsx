import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { usePrinted } from './printing';

interface GradualProps<T> {
  readonly items: readonly T[];
  /** What an item is known by, whatever else it says by now. */
  readonly keyOf: (item: T) => string;
  /** One item with its key. What is there already is left alone until the item or its mark changes. */
  readonly render: (item: T) => ComponentChildren;
  /** What stands around the items of a step, and makes them; without it nothing does. */
  readonly around?: (props: AroundProps) => ComponentChildren;
  /** Whatever else an item looks different for. */
  readonly mark?: (item: T) => string;
  /** Items added per step: a step should stay well under the 50 ms that a person would notice. */
  readonly step: number;
  /** The index of an item that must be there from the beginning. */
  readonly aim?: number | undefined;
  /** Called whenever it is known whether more follows. */
  readonly onMore?: (more: boolean) => void;
}

/** A long list whose beginning is there at once; the rest follows step by step, and the page stays quick meanwhile. */
export function Gradual<T>({
  items,
  keyOf,
  render,
  around = Bare,
  mark = unmarked,
  step,
  aim = 0,
  onMore,
}: GradualProps<T>) {
  const [, setRound] = useState(0);
  const there = useRef<There<T>>({ items, stretches: new Set() });
  const { stretches } = there.current.items === items ? there.current : kept(there.current, items, { step, keyOf });
  there.current = { items, stretches };
  const all = Math.ceil(items.length / step);
  stretches.add(0);
  if (aim > 0) stretches.add(Math.floor(aim / step));
  const printed = usePrinted();
  const more = !printed && stretches.size < all;
  useEffect(() => {
    onMore?.(more);
    if (!more) return;
    const timer = setTimeout(() => {
      stretches.add(missing(stretches));
      setRound((round) => round + 1);
    });
    return () => clearTimeout(timer);
  });
  return Array.from({ length: all }, (_, at) => at)
    .filter((at) => printed || stretches.has(at))
    .map((at) => <Stretch key={at} {...{ items, render, around, mark }} from={at * step} to={(at + 1) * step} />);
}

const unmarked = (): string => '';

export interface AroundProps {
  /** Makes the items: another function once they are others, or marked otherwise. */
  readonly make: () => ComponentChildren;
  /** The index of the first of them. */
  readonly from: number;
}

const Bare = ({ make }: AroundProps) => useMemo(make, [make]);

/** Which stretches of a list are there. */
interface There<T> {
  readonly items: readonly T[];
  readonly stretches: Set<number>;
}

/** The first stretch that is not there yet. */
function missing(stretches: ReadonlySet<number>): number {
  let at = 0;
  while (stretches.has(at)) at++;
  return at;
}

/** Of another list: the stretches that are the same, or of which something was there already. */
function kept<T>(
  { items: before, stretches }: There<T>,
  items: readonly T[],
  { step, keyOf }: { step: number; keyOf: (item: T) => string },
): There<T> {
  const isSame = (at: number): boolean => {
    const [old, now] = [before[at * step], items[at * step]];
    return old !== undefined && now !== undefined && keyOf(old) === keyOf(now);
  };
  return { items, stretches: new Set([...stretches].filter(isSame)) };
}

interface StretchProps<T> extends Pick<GradualProps<T>, 'items' | 'render'> {
  readonly mark: (item: T) => string;
  readonly around: (props: AroundProps) => ComponentChildren;
  readonly from: number;
  readonly to: number;
}

/** A stretch that is there stays as it is while the following ones are added, or others are marked. */
function Stretch<T>({ items, render, around: Around, mark, from, to }: StretchProps<T>) {
  const last = useRef<readonly T[]>([]);
  const here = useMemo(() => same(last.current, items.slice(from, to)), [items, from, to]);
  last.current = here;
  const marks = here.map(mark).join();
  // `render` itself is another function at every call
  const make = useMemo(() => () => here.map(render), [here, marks]);
  return <Around make={make} from={from} />;
}

/** The list that was there, where the other one holds the same. */
const same = <T,>(before: readonly T[], now: readonly T[]): readonly T[] =>
  before.length === now.length && now.every((item, at) => item === before[at]) ? before : now;
