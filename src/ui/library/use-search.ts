import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { isEnough } from '../../search/words';
import type { Database } from '../../store/database';
import type { SessionRow } from '../../store/rows';
import { nextTask } from '../next-task';
import { type Found, searchLogs } from '../search/search-logs';
import { errorSentence } from '../sentences';

export interface Search {
  /** `off`: there are no words worth reading texts for. `full`: more was found than is shown. */
  readonly state: 'off' | 'running' | 'done' | 'stopped' | 'full' | 'failed';
  /** By session. */
  readonly found: ReadonlyMap<string, Found>;
  readonly done: number;
  readonly of: number;
  /** What keeps the texts from being read. */
  readonly trouble: string | null;
}

const OFF: Search = { state: 'off', found: new Map(), done: 0, of: 0, trouble: null };

/** How long typing has to rest, and the least time between two steps that are shown, in milliseconds. */
const REST = 250;
const PACE = 100;
/** Sessions in which something may be found: more cannot be looked through. */
export const MOST_FOUND = 300;

/** A search over the texts of sessions, begun anew when the words, the sessions or what they hold change. */
export function useSearch(db: Database, rows: readonly SessionRow[] | null, words: readonly string[]) {
  const [search, setSearch] = useState<Search & { readonly for?: string }>(OFF);
  const stopping = useRef<AbortController | null>(null);
  const asked = words.join('\n');
  const wanted = isEnough(words);
  const where = useMemo(() => rows?.map(({ id, revision }) => `${id}/${revision}`).join(), [rows]);
  useEffect(() => {
    if (!wanted || !rows) return setSearch(OFF);
    const stop = new AbortController();
    stopping.current = stop;
    // the same words over sessions that have changed meanwhile: what was found stays until it is known anew
    setSearch((before) => ({
      ...(before.for === asked ? before : { ...OFF, of: rows.length }),
      for: asked,
      state: 'running',
      done: 0,
    }));
    const begin = (): void => {
      const tell = (next: Search): void => setSearch({ ...next, for: asked });
      run({ db, rows, words, stop, tell }).catch((error) => {
        if (!stop.signal.aborted) tell({ ...OFF, state: 'failed', trouble: errorSentence(error) });
      });
    };
    const timer = setTimeout(begin, REST);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [db, where, asked, wanted]);
  const stopSearch = useCallback((): void => {
    stopping.current?.abort();
    setSearch((before) => (before.state === 'running' ? { ...before, state: 'stopped' } : before));
  }, []);
  return { search, stopSearch };
}

interface Run {
  readonly db: Database;
  readonly rows: readonly SessionRow[];
  readonly words: readonly string[];
  readonly stop: AbortController;
  readonly tell: (search: Search) => void;
}

async function run({ db, rows, words, stop, tell }: Run): Promise<void> {
  const found = new Map<string, Found>();
  let done = 0;
  let last = performance.now();
  const say = (state: Search['state']): void => {
    last = performance.now();
    tell({ state, found: new Map(found), done, of: rows.length, trouble: null });
  };
  await searchLogs(db, rows, words, {
    looked: (session, what) => {
      done++;
      if (what) found.set(session, what);
      if (found.size >= MOST_FOUND) {
        stop.abort();
        say('full');
      } else if (performance.now() - last > PACE) say('running');
    },
    signal: stop.signal,
    rest: nextTask,
    clock: () => performance.now(),
  });
  if (!stop.signal.aborted) say('done');
}
