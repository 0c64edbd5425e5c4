import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { usePrinted } from './printing';

interface GradualProps<T> {
  readonly items: readonly T[];
  /** One item with its key. What is there already is left alone until the items or one of their marks change. */
  readonly render: (item: T) => ComponentChildren;
  /** Whatever else an item looks different for. */
  readonly mark?: (item: T) => string;
  /** Items shown at once, and added per step: a step should stay well under the 50 ms that a person would notice. */
  readonly first: number;
  readonly step: number;
  /** Called whenever it is known whether more follows. */
  readonly onMore?: (more: boolean) => void;
}

/** A long list whose beginning is there at once; the rest follows step by step, and the page stays quick meanwhile. */
export function Gradual<T>({ items, render, mark = unmarked, first, step, onMore }: GradualProps<T>) {
  const [shown, setShown] = useState(first);
  const enough = usePrinted() ? items.length : Math.max(shown, first);
  const more = enough < items.length;
  useEffect(() => {
    onMore?.(more);
    if (!more) return;
    const timer = setTimeout(() => setShown(enough + step));
    return () => clearTimeout(timer);
  }, [enough, more, step, onMore]);
  const last = Math.min(enough, items.length);
  const starts = Array.from({ length: Math.ceil(last / step) }, (_, at) => at * step);
  return starts.map((from) => (
    <Stretch key={from} items={items} render={render} mark={mark} from={from} to={Math.min(from + step, last)} />
  ));
}

const unmarked = (): string => '';

interface StretchProps<T> extends Pick<GradualProps<T>, 'items' | 'render'> {
  readonly mark: (item: T) => string;
  readonly from: number;
  readonly to: number;
}

/** A stretch that is there stays as it is while the following ones are added, or others are marked. */
function Stretch<T>({ items, render, mark, from, to }: StretchProps<T>) {
  const here = useMemo(() => items.slice(from, to), [items, from, to]);
  const marks = here.map(mark).join();
  // made anew when a mark has changed: `render` itself is another function at every call
  return useMemo(() => here.map(render), [here, marks]);
}
