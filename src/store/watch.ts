import { liveQuery } from 'dexie';
import { guarded } from './faults';

/** Who is told what a watched query gives. */
export interface Watcher<R> {
  next(value: R): void;
  failed(error: unknown): void;
}

/** Runs a query over the database now, and again whenever any context has changed what it read. Gives the way to stop. */
export function watch<R>(query: () => Promise<R>, { next, failed }: Watcher<R>): () => void {
  const subscription = liveQuery(() => guarded(query)).subscribe({ next, error: failed });
  return () => subscription.unsubscribe();
}
