import { isForFolder } from '../../jobs/folder/due';
import type { Database } from '../../store/database';
import type { FilesJob, JobRow } from '../../store/job-rows';
import { openJobs, readJob } from '../../store/jobs';
import { isAtWork, JobEnd, JobLine } from '../job-line';
import { answerOf, useLive } from '../live';

interface JobsPanelProps {
  readonly db: Database;
  /** Jobs begun in this page: their end is told too. */
  readonly mine: readonly string[];
  readonly onCancel: (job: string) => void;
  /** Goes on with files that were not fetched to the end. */
  readonly onGoOn: (job: FilesJob) => void;
}

/** Exports and fetches of files and pages that run, whoever began them, and how those of this page ended. */
export function JobsPanel({ db, mine, onCancel, onGoOn }: JobsPanelProps) {
  const jobs = answerOf(useLive(() => shownJobs(db, mine), [db, mine])) ?? [];
  return (
    <div class="stack jobs" role="status">
      {jobs.map((job) =>
        isAtWork(job) ? (
          <JobLine key={job.id} job={job} onCancel={onCancel} />
        ) : (
          <JobEnd key={job.id} job={job} onGoOn={onGoOn} />
        ),
      )}
    </div>
  );
}

const SHOWN: ReadonlySet<JobRow['kind']> = new Set(['export', 'files', 'pages', 'clean'] as const);

async function shownJobs(db: Database, mine: readonly string[]): Promise<JobRow[]> {
  const open = (await openJobs(db)).filter((job) => !isForFolder(job)); // of those the settings tell: nobody waits for them
  const running = open.filter(({ kind }) => SHOWN.has(kind));
  const ended = await Promise.all(mine.map((id) => readJob(db, id)));
  const known = new Set(running.map(({ id }) => id));
  return [...running, ...ended.filter((job) => job !== null).filter(({ id }) => !known.has(id))];
}
