import { liveQuery } from 'dexie';

/**
 * Runs a query over the database now, and again whenever what it read has changed, in whatever context. Gives the
 * function that ends it.
 */
export function watch<R>(
  query: () => Promise<R>,
  tell: { next(value: R): void; failed(error: unknown): void },
): () => void {
  const subscription = liveQuery(query).subscribe({ next: tell.next, error: tell.failed });
  return () => subscription.unsubscribe();
}
