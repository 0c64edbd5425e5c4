import { useEffect, useState } from 'preact/hooks';
import { watch } from '../store/watch';

/** What a live query gives: nothing yet, its latest answer, or why there is none. */
export type Live<R> =
  | { readonly state: 'loading' }
  | { readonly state: 'here'; readonly value: R }
  | { readonly state: 'failed'; readonly error: unknown };

/** Runs a query over the database, and again whenever what it read has changed; anew where `inputs` differ. */
export function useLive<R>(query: () => Promise<R>, inputs: readonly unknown[]): Live<R> {
  const [live, setLive] = useState<Live<R>>({ state: 'loading' });
  useEffect(() => {
    setLive({ state: 'loading' });
    return watch(query, {
      next: (value) => setLive({ state: 'here', value }),
      failed: (error) => setLive({ state: 'failed', error }),
    });
  }, inputs);
  return live;
}

/** The answer of a live query, or null while there is none. */
export const answerOf = <R>(live: Live<R>): R | null => (live.state === 'here' ? live.value : null);
