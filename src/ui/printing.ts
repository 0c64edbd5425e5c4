import { options } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** True from the moment the browser begins to print until it has taken the page. */
let isPrinting = false;
const parts = new Set<(now: boolean) => void>();

/** Has all parts of the page that care changed before this returns: the browser takes the page as it is then. */
function tell(now: boolean): void {
  isPrinting = now;
  const { debounceRendering } = options;
  let render: (() => void) | null = null;
  options.debounceRendering = (all) => {
    render = all;
  };
  for (const part of [...parts]) part(now);
  if (debounceRendering) options.debounceRendering = debounceRendering;
  else delete options.debounceRendering;
  (render as (() => void) | null)?.();
}

addEventListener('beforeprint', () => tell(true));
addEventListener('afterprint', () => tell(false));

/** The same for what is heard outside of a rendering. */
export const printsNow = (): boolean => isPrinting;

/** Whether the page is being printed: what is folded or far away has to be there then. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(isPrinting);
  useLayoutEffect(() => {
    parts.add(setPrinting);
    return () => void parts.delete(setPrinting);
  }, []);
  return printing;
}

/** Whether the page is being printed or has been: what is set once need not be taken apart again. */
export function usePrinted(): boolean {
  const printed = useRef(false);
  if (usePrinting()) printed.current = true;
  return printed.current;
}
