import { siteName } from '../../handoff/titles';
import { type MessageKey, t } from '../../platform/strings';
import type { BackfillJob } from '../../store/job-rows';
import type { ListingCounts } from '../../store/listings';
import { clock, count, lasting } from '../format';
import { isAtWork } from '../job-line';
import { faultSentence } from '../sentences';

/** What bringing in everything does now, or how it ended, as sentences. */
export function stateWords(job: BackfillJob, { failed }: ListingCounts): string {
  const name = siteName(job.ask.site);
  if (job.state === 'failed') return faultSentence(job.error);
  if (job.state === 'cancelled') return t('everything_cancelled');
  if (job.state === 'done') return t(failed > 0 ? 'everything_done_but' : 'everything_done', name);
  if (job.paused) return t('everything_paused');
  const again = job.rests === null ? '' : ` ${t('everything_again', clock(Date.parse(job.rests)))}`;
  if (job.trouble !== null) return `${faultSentence(job.trouble)}${again}`;
  const { step } = job.progress;
  if (step === 'awaiting-page') return t('everything_open', name);
  if (step === 'listing') return t('job_step_listing');
  return `${t(step === 'resting' ? 'job_step_resting' : 'job_step_reading')}${again}`;
}

/** What a press of the button does while nothing runs. */
export function startWords(job: BackfillJob | null, { waiting, later, read }: ListingCounts): string {
  if (job && isAtWork(job)) return t('everything_go_on');
  if (job?.state === 'done') return t('everything_start_again');
  const left = waiting + later;
  if (left + read === 0) return t('everything_start');
  return t(left > 0 ? 'everything_rest' : 'everything_start_again');
}

/** How fast it goes, and how long the rest takes; null where nobody knows or it does not go on. */
export function paceWords(
  { seconds, paused, state, lists }: BackfillJob,
  { waiting, later }: ListingCounts,
): string | null {
  const left = waiting + later;
  if (!isAtWork({ state }) || paused || seconds === null || seconds === 0 || left === 0 || lists?.length !== 0)
    return null;
  return t('everything_pace', count(Math.max(1, Math.round((left / seconds) * 60))), lasting(seconds));
}

const LISTS: Readonly<Record<string, MessageKey>> = {
  all: 'everything_list_all',
  archived: 'everything_list_archived',
  'archived starred': 'everything_list_archived_starred',
  normal: 'everything_list_normal',
  projects: 'everything_list_projects',
  starred: 'everything_list_starred',
};

const listName = (list: string): string => t(LISTS[list] ?? 'everything_list_project');

/** What the lists lack, a sentence each. */
export function leftOutWords({ leftOut }: BackfillJob): string[] {
  const missing = leftOut.some(({ list }) => list === '') ? [t('everything_missing')] : [];
  const names = [...new Set(leftOut.flatMap(({ list }) => (list === '' ? [] : [listName(list)])))];
  return names.length === 0 ? missing : [...missing, t('everything_left_out', names.join(', '))];
}
