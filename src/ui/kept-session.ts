import { useEffect, useState } from 'preact/hooks';
import { parseJson } from '../lib/json';
import type { Event } from '../model/event';
import type { Report } from '../model/session';
import { type SessionView, viewOf } from '../projection/view';
import type { Database } from '../store/database';
import type { SessionRow } from '../store/rows';
import { artifactsOf, readLog } from '../store/sessions';
import { keptReport } from './kept-report';
import { errorSentence } from './sentences';

/** A kept session as far as it is read by now. */
export interface KeptSession {
  readonly view: SessionView;
  /** Null while it is computed. */
  readonly report: Report | null;
  /** What its artifacts take, in bytes. */
  readonly bytes: number;
}

export type Loading =
  | { readonly state: 'loading' }
  | { readonly state: 'here'; readonly kept: KeptSession }
  | { readonly state: 'failed'; readonly sentence: string };

/** Reads the log of a kept session, again whenever it has grown; what was there stays until the new one is. */
export function useKeptSession(db: Database, row: SessionRow | null): Loading {
  const [loading, setLoading] = useState<Loading & { readonly of?: string }>({ state: 'loading' });
  const { id, revision } = row ?? {};
  useEffect(() => {
    if (id === undefined) return;
    const stop = new AbortController();
    const tell = (next: Loading): void => {
      if (!stop.signal.aborted) setLoading({ ...next, of: id });
    };
    load(db, id, tell, stop.signal).catch((error) => tell({ state: 'failed', sentence: errorSentence(error) }));
    return () => stop.abort();
  }, [db, id, revision]);
  return loading.of === id ? loading : { state: 'loading' };
}

async function load(db: Database, id: string, tell: (next: Loading) => void, signal: AbortSignal): Promise<void> {
  const [lines, artifacts] = await Promise.all([readLog(db, id), artifactsOf(db, id)]);
  if (signal.aborted || !lines) return;
  const log = lines.map(parseJson) as Event[]; // lines of our own, checked when they were written
  const view = viewOf(log);
  const bytes = artifacts.reduce((sum, { size }) => sum + size, 0);
  tell({ state: 'here', kept: { view, report: null, bytes } });
  await nextTask();
  if (signal.aborted) return;
  const has = new Set(artifacts.map(({ hash }) => hash));
  const report = await keptReport(view, { lines, has, rest: nextTask });
  tell({ state: 'here', kept: { view, report, bytes } });
}

/** Lets the browser draw what is there before the rest is computed. */
const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
