import { vi } from 'vitest';

const watching = new Map<Element, (entries: readonly object[]) => void>();

/** Stands in for the browser's word on what is near. One for all of a page: it is there before anything is shown. */
export function ownNearness(): void {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly tell: (entries: readonly object[]) => void;
      constructor(tell: (entries: readonly object[]) => void) {
        this.tell = tell;
      }
      observe(element: Element): void {
        watching.set(element, this.tell);
      }
      unobserve(element: Element): void {
        watching.delete(element);
      }
    },
  );
}

/** What is watched, the one that was begun with last at the end. */
export const watched = (): Element[] => [...watching.keys()];

/** Says of something that is watched that it is near, or far. */
export const tellNear = (target: Element, isIntersecting: boolean): void =>
  watching.get(target)?.([{ target, isIntersecting, boundingClientRect: target.getBoundingClientRect() }]);
