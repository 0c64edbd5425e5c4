import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { printsNow, usePrinting } from './printing';

interface FoldProps {
  readonly title: ComponentChildren;
  /** What is inside; made only once it is opened. */
  readonly children: () => ComponentChildren;
  readonly open?: boolean;
  readonly class?: string;
  readonly id?: string;
}

/** A part that starts closed, and costs nothing until it is opened. On paper all of them are open. */
export function Fold({ title, children, open = false, class: name = '', id }: FoldProps) {
  const [isOpen, setOpen] = useState(open);
  const [seen, setSeen] = useState(open);
  const printing = usePrinting();
  useEffect(() => setOpen(open), [open]);
  const follow = (now: boolean): void => {
    if (now) setSeen(true);
    if (!printsNow()) setOpen(now); // what paper opened is not what the person opened
  };
  return (
    <details
      id={id}
      class={`fold ${name}`}
      open={isOpen || printing}
      onToggle={(event) => follow(event.currentTarget.open)}
    >
      <summary>{title}</summary>
      {(seen || isOpen || printing) && <div class="inside">{children()}</div>}
    </details>
  );
}
