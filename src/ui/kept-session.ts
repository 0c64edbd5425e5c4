import { useEffect, useState } from 'preact/hooks';
import { looseText } from '../lib/bytes';
import { parseJson } from '../lib/json';
import type { Event } from '../model/event';
import type { Report } from '../model/session';
import { checkEvidence } from '../projection/evidence';
import type { EvidenceCheck } from '../projection/evidence-state';
import { type SessionView, viewOf } from '../projection/view';
import type { Database } from '../store/database';
import type { SessionRow } from '../store/rows';
import { artifactsOf, readArtifact, readBatches } from '../store/sessions';
import { beginningOf } from './beginning';
import { keptReport } from './kept-report';
import { nextTask } from './next-task';
import { errorSentence } from './sentences';

/** A kept session as far as it is read by now. */
export interface KeptSession {
  readonly view: SessionView;
  /** The end of what is there of a long one, while only its beginning is read; else null. */
  readonly until: string | null;
  /** Null while it is computed. */
  readonly report: Report | null;
  /** What the kept pages say of its evidence; null until they were looked at. */
  readonly evidence: EvidenceCheck | null;
  /** What its artifacts take, in bytes; null while that is not known. */
  readonly bytes: number | null;
}

export type Loading =
  | { readonly state: 'loading' }
  | { readonly state: 'here'; readonly kept: KeptSession }
  | { readonly state: 'failed'; readonly sentence: string };

/**
 * Reads the log of a kept session, again whenever it has grown; what was there stays until the new one is.
 * @param early called for: the beginning of a long one may be given before the rest is read
 * @param prepare done with all of it before it is given
 */
export function useKeptSession(
  db: Database,
  row: SessionRow | null,
  { early = false, prepare }: { readonly early?: boolean; readonly prepare?: Prepare } = {},
): Loading {
  const [loading, setLoading] = useState<Loading & { readonly of?: string }>({ state: 'loading' });
  const { id, revision } = row ?? {};
  useEffect(() => {
    if (!row) return;
    const stop = new AbortController();
    const tell = (next: Loading): void => {
      if (!stop.signal.aborted) setLoading({ ...next, of: row.id });
    };
    const isNew = loading.of !== row.id;
    load({ db, row, early: early && isNew, prepare, tell, signal: stop.signal }).catch((error) =>
      tell({ state: 'failed', sentence: errorSentence(error) }),
    );
    return () => stop.abort();
  }, [db, id, revision]);
  return loading.of === id ? loading : { state: 'loading' };
}

/** Readies a session for who shows it, resting in between. */
type Prepare = (view: SessionView, rest: () => Promise<void>) => Promise<void>;

interface Load {
  readonly db: Database;
  readonly row: SessionRow;
  readonly early: boolean;
  readonly prepare: Prepare | undefined;
  readonly tell: (next: Loading) => void;
  readonly signal: AbortSignal;
}

async function load({ db, row, early, prepare, tell, signal }: Load): Promise<void> {
  const beginning = early ? await beginningOf(db, row) : null;
  if (beginning && !signal.aborted) {
    const { view, leaf } = beginning;
    tell({ state: 'here', kept: { view, until: leaf, report: null, evidence: null, bytes: null } });
    await nextFrame();
  }
  const lines: string[] = [];
  const log: Event[] = [];
  for await (const batch of readBatches(db, row.id)) {
    if (signal.aborted) return;
    for (const line of batch) {
      lines.push(line);
      log.push(parseJson(line) as Event); // a line of our own, checked when it was written
    }
  }
  const artifacts = await artifactsOf(db, row.id);
  if (signal.aborted || lines.length === 0) return;
  await nextTask();
  const view = viewOf(log);
  await nextTask();
  await prepare?.(view, nextTask);
  const bytes = artifacts.reduce((sum, { size }) => sum + size, 0);
  tell({ state: 'here', kept: { view, until: null, report: null, evidence: null, bytes } });
  await nextTask();
  if (signal.aborted) return;
  const has = new Set(artifacts.map(({ hash }) => hash));
  const textOf = async (hash: string): Promise<string | null> => {
    const text = has.has(hash) ? await readArtifact(db, hash) : null;
    return text && looseText(text);
  };
  const evidence = await checkEvidence(view, textOf, nextTask);
  if (signal.aborted) return;
  tell({ state: 'here', kept: { view, until: null, report: null, evidence, bytes } });
  const report = await keptReport(view, { lines, has, evidence, rest: nextTask });
  tell({ state: 'here', kept: { view, until: null, report, evidence, bytes } });
}

/** Waits until the page has drawn what is there, or for a little where it is not drawn. */
const nextFrame = (): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, 100);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      setTimeout(resolve);
    });
  });
