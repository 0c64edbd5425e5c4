import { Component, type ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
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
    .map((at) => {
      const here = items.slice(at * step, (at + 1) * step);
      return <Stretch key={at} here={here} marks={here.map(mark).join()} {...{ render, around }} from={at * step} />;
    });
}

const unmarked = (): string => '';

export interface AroundProps {
  /** Makes the items: another function once they are others, or marked otherwise. */
  readonly make: () => ComponentChildren;
  /** The index of the first of them. */
  readonly from: number;
}

const Bare = ({ make }: AroundProps) => make();

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

interface StretchProps<T> extends Pick<GradualProps<T>, 'render'>, Pick<AroundProps, 'from'> {
  readonly here: readonly T[];
  readonly marks: string;
  readonly around: (props: AroundProps) => ComponentChildren;
}

/**
 * A stretch that is there stays as it is while the following ones are added, or others are marked. It is not drawn again
 * at all: where a drawing gives what it gave before, Preact takes a copy of it, and the first one keeps all that stood
 * around it then.
 */
class Stretch<T> extends Component<StretchProps<T>> {
  override shouldComponentUpdate({ here, marks }: StretchProps<T>): boolean {
    return marks !== this.props.marks || !isSame(here, this.props.here);
  }

  override render({ here, render, around: Around, from }: StretchProps<T>) {
    return <Around make={() => here.map(render)} from={from} />;
  }
}

const isSame = <T,>(before: readonly T[], now: readonly T[]): boolean =>
  before.length === now.length && now.every((item, at) => item === before[at]);
