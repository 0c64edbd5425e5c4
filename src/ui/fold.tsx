import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

interface FoldProps {
  readonly title: ComponentChildren;
  /** What is inside; made only once it is opened. */
  readonly children: () => ComponentChildren;
  readonly open?: boolean;
  readonly class?: string;
  readonly id?: string;
}

/** A part that starts closed, and costs nothing until it is opened. */
export function Fold({ title, children, open = false, class: name = '', id }: FoldProps) {
  const [seen, setSeen] = useState(open);
  return (
    <details id={id} class={`fold ${name}`} open={open} onToggle={(event) => event.currentTarget.open && setSeen(true)}>
      <summary>{title}</summary>
      {seen && <div class="inside">{children()}</div>}
    </details>
  );
}
