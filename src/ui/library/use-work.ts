import { useCallback, useEffect, useState } from 'preact/hooks';
import type { Ask } from '../../messages/contract';
import type { FilesJob } from '../../store/job-rows';
import { openGaps } from '../job-line';
import { goTo } from '../place';
import { errorSentence } from '../sentences';
import { deletedWords, focusOnListed, neighbourOf } from './after-deletion';
import type { Chosen } from './bar';
import type { Deleted } from './delete-dialog';
import type { LibraryDoors } from './doors';
import type { ImportEnd } from './import-dialog';
import { importWords } from './import-words';

/** The latest news, as a sentence. */
export interface Said {
  readonly tone: 'good' | 'bad';
  readonly words: string;
}

export type Work = ReturnType<typeof useWork>;

/** What is selected and what is being done with it. */
export function useWork({ send, wide }: LibraryDoors, open: string | null) {
  const [selected, select] = useState<ReadonlySet<string>>(new Set());
  const [chosen, choose] = useState<Chosen | null>(null);
  const [doomed, askToDelete] = useState<readonly string[] | null>(null);
  const [said, setSaid] = useState<Said | null>(null);
  const [jobs, setJobs] = useState<readonly string[]>([]);
  const [withNotes, setWithNotes] = useState(false);

  /** After a deletion: the session that stands where it was, if any. */
  const [left, setLeft] = useState<{ readonly next: string | null } | null>(null);
  // when the dialog is gone: it would give the focus back to a button that is gone, too
  useEffect(() => {
    if (left) focusOnListed(left.next);
  }, [left]);

  const attempt = useCallback((work: () => Promise<void>): void => {
    setSaid(null);
    work().catch((error) => setSaid({ tone: 'bad', words: errorSentence(error) }));
  }, []);
  const startExport = (ids: readonly string[]): void =>
    attempt(async () => {
      const { job } = await send('export.start', { sessions: [...ids], ...(withNotes && { notes: true }) });
      setJobs((before) => [...before, job]);
    });
  const startBackup = (): void =>
    attempt(async () => {
      const begun = (await send('backup.start', null)).jobs;
      setJobs((before) => [...before.filter((each) => !begun.includes(each)), ...begun]);
    });
  const fetchMissing = useCallback(
    (session: string, gaps?: readonly string[]): void =>
      attempt(async () => {
        const { job } = await send('files.start', { session, ...(gaps ? { only: [...gaps] } : {}) });
        setJobs((before) => [...before.filter((each) => each !== job), job]);
      }),
    [attempt, send],
  );
  /** Another job takes the place of the one that was stopped. */
  const goOn = (job: FilesJob): void => {
    setJobs((before) => before.filter((each) => each !== job.id));
    fetchMissing(job.ask.session, openGaps(job));
  };
  const keepPages = (ask: Ask<'pages.start'>): void =>
    attempt(async () => {
      const { job } = await send('pages.start', ask);
      setJobs((before) => [...before, job]);
    });
  const cancel = (job: string): void => attempt(async () => void (await send('job.cancel', { job })));
  const deleted = (done: Deleted | null): void => {
    askToDelete(null);
    if (!done) return;
    const gone = new Set(done.sessions.map(({ id }) => id));
    select(new Set([...selected].filter((id) => !gone.has(id))));
    setSaid({ tone: 'good', words: deletedWords(done) });
    const next = neighbourOf(gone);
    if (open !== null && gone.has(open)) goTo(wide ? next : null);
    setLeft({ next });
  };
  const imported = (end: ImportEnd | null): void => {
    const [next, ...rest] = chosen?.rest ?? [];
    choose(end && chosen && next ? { ...chosen, file: next, rest, isSure: true } : null);
    if (!end) return;
    const kept = end.sessions.flatMap(({ session }) => session ?? []);
    setSaid({ tone: kept.length < end.sessions.length ? 'bad' : 'good', words: importWords(end) });
    if (kept.length === 1 && !next) goTo(kept[0] ?? null);
  };
  return {
    selected,
    select,
    chosen,
    choose,
    doomed,
    askToDelete,
    said,
    setSaid,
    jobs,
    withNotes,
    setWithNotes,
    startExport,
    startBackup,
    fetchMissing,
    keepPages,
    goOn,
    cancel,
    deleted,
    /** Everything that was there has been deleted just now. */
    isEmptied: left?.next === null,
    imported,
  };
}
