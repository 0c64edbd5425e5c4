import { bringIntoView } from '../into-view';
import { elementSoon } from './ranges';

/** Opens folds that lie in one another, the outer one first, and goes to the last. Gives the way to stop. */
export function openFolds(ids: readonly string[]): () => void {
  let gone = false;
  const open = async (): Promise<void> => {
    let last: HTMLElement | null = null;
    for (const id of ids) {
      last = await elementSoon(() => document.getElementById(id));
      if (gone || !last) return;
      if (last instanceof HTMLDetailsElement) last.open = true;
    }
    const title = last?.querySelector('summary');
    title?.focus({ preventScroll: true });
    bringIntoView(() => title ?? null, 'center');
  };
  // what it waits for is the page itself
  void open();
  return () => {
    gone = true;
  };
}
