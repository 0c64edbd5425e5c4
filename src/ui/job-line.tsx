import { shownName } from '../handoff/marks';
import { type MessageKey, t } from '../platform/strings';
import type { ExportJob, FilesJob, JobRow, PagesJob, Step } from '../store/job-rows';
import { clock, count, size } from './format';
import { faultSentence } from './sentences';

const STEPS: Record<Step, MessageKey> = {
  waiting: 'job_step_waiting',
  asking: 'job_step_asking',
  'told-to-wait': 'job_step_told_to_wait',
  receiving: 'job_step_receiving',
  'awaiting-page': 'job_step_awaiting_page',
  fetching: 'job_step_fetching',
  packing: 'job_step_packing',
  verifying: 'job_step_verifying',
  saving: 'job_step_saving',
  checking: 'job_step_checking',
  dropping: 'job_step_dropping',
  keeping: 'job_step_keeping',
  listing: 'job_step_listing',
  reading: 'job_step_reading',
  resting: 'job_step_resting',
};

/** True while a job waits or runs. */
export const isAtWork = (job: Pick<JobRow, 'state'> | null): boolean =>
  job?.state === 'waiting' || job?.state === 'running';

interface JobLineProps {
  readonly job: JobRow;
  readonly onCancel: (job: string) => void;
}

/** A job at work: what it does, how far it is, and the way to end it. */
export function JobLine({ job, onCancel }: JobLineProps) {
  const { done, total } = job.progress;
  const words = stepWords(job);
  return (
    <div class="say stack">
      <p>
        {words}
        {/* what is read out again at every file would drown all else: the bar has the same numbers */}
        {job.kind === 'files' && total !== null && (
          <span class="quiet" aria-hidden="true">
            {' '}
            {t('job_done_of', count(done), count(total))}
          </span>
        )}
      </p>
      <div class="row">
        <Bar label={words} done={done} total={job.progress.step === 'told-to-wait' ? null : total} />
        <button type="button" onClick={() => onCancel(job.id)}>
          {t('button_cancel')}
        </button>
      </div>
    </div>
  );
}

/** How far something is; without a total it only shows that it goes on. */
export function Bar({ label, done, total }: { label: string; done: number; total: number | null }) {
  return total === null || total === 0 ? (
    <progress aria-label={label} />
  ) : (
    <progress aria-label={label} value={Math.min(done, total)} max={total} />
  );
}

function stepWords({ kind, progress: { step, done, total }, changed }: JobRow): string {
  if (kind === 'pages') return t('job_step_pages');
  if (step === 'told-to-wait') return t(STEPS[step], clock(Date.parse(changed) + ((total ?? 0) - done) * 1000));
  return t(STEPS[step]);
}

interface JobEndProps {
  readonly job: JobRow;
  /** Goes on with files that were not fetched to the end. */
  readonly onGoOn?: (job: FilesJob) => void;
}

/** What became of a job that has ended, as a sentence; null where there is nothing to say. */
export function JobEnd({ job, onGoOn }: JobEndProps) {
  if (job.kind === 'files' && job.state !== 'done') return <FilesStopped job={job} onGoOn={onGoOn} />;
  if (job.state === 'failed') return <p class="say bad">{faultSentence(job.error)}</p>;
  if (job.state === 'cancelled') return <p class="quiet">{faultSentence('cancelled')}</p>;
  return job.state === 'done' ? <Done job={job} /> : null;
}

function Done({ job }: { job: JobRow }) {
  if (job.kind === 'pages') return <PagesEnd job={job} />;
  if (job.kind === 'files') return <FilesEnd job={job} />;
  if (job.kind === 'clean' && job.result)
    return <p class="say">{t('clean_done', size(job.result.bytes), count(job.result.sessions))}</p>;
  return job.kind === 'export' && job.result ? <ExportEnd result={job.result} /> : null;
}

function ExportEnd({ result }: { result: NonNullable<ExportJob['result']> }) {
  const { bytes, lacking } = result;
  const name = shownName(result.name);
  return lacking > 0 ? (
    <p class="say careful">{t('export_lacking', name, size(bytes), count(lacking))}</p>
  ) : (
    <p class="say">{t('export_done', name, size(bytes))}</p>
  );
}

/** Files whose fetching ended before its time: what came stays, and the rest can be had later. */
function FilesStopped({ job, onGoOn }: { job: FilesJob; onGoOn: JobEndProps['onGoOn'] }) {
  const kept = (job.files ?? []).filter(({ outcome }) => outcome === 'kept').length;
  const open = (job.files ?? []).filter(({ outcome }) => outcome === null).length;
  const isFailed = job.state === 'failed';
  return (
    <div class={isFailed ? 'say bad stack' : 'say stack'}>
      <p>
        {isFailed ? faultSentence(job.error) : t('files_stopped')} {t('files_so_far', count(kept), count(open))}
      </p>
      {onGoOn && open > 0 && (
        <div class="row">
          <button type="button" onClick={() => onGoOn(job)}>
            {t('files_go_on')}
          </button>
        </div>
      )}
    </div>
  );
}

/** The gaps of the files that are still open. */
export const openGaps = ({ files }: FilesJob): string[] =>
  (files ?? []).flatMap(({ outcome, places }) => (outcome === null ? places.map(({ id }) => id) : []));

/** What became of files that were fetched. */
function FilesEnd({ job: { result } }: { job: FilesJob }) {
  const { kept, lacking } = result ?? { kept: 0, lacking: 0 };
  if (kept + lacking === 0) return <p class="say">{t('files_none')}</p>;
  return lacking > 0 ? (
    <p class="say careful">{t('files_lacking', count(kept), count(lacking))}</p>
  ) : (
    <p class="say">{t('files_done', count(kept))}</p>
  );
}

/** What became of pages whose copies were asked for. */
function PagesEnd({ job: { result } }: { job: PagesJob }) {
  const { kept, lacking } = result ?? { kept: 0, lacking: 0 };
  return lacking > 0 ? (
    <p class="say careful">{t('pages_lacking', count(kept), count(lacking))}</p>
  ) : (
    <p class="say">{t('pages_done', count(kept))}</p>
  );
}
