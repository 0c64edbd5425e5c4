import { useEffect, useState } from 'preact/hooks';
import type { Send } from '../../messages/send';
import { t } from '../../platform/strings';
import type { Site } from '../../providers/contract';
import { firstOrigin } from '../../providers/sites';
import { latestBackfill } from '../../store/backfills';
import type { Database } from '../../store/database';
import { countListings, type ListingCounts } from '../../store/listings';
import { Facts } from '../facts';
import { Bar, isAtWork } from '../job-line';
import type { Grants } from '../library/doors';
import { answerOf, useLive } from '../live';
import { errorSentence } from '../sentences';
import { Failed } from './failed';
import { leftOutWords, paceWords, stateWords } from './words';

interface SiteSectionProps {
  readonly db: Database;
  readonly send: Send;
  readonly grants: Grants;
  readonly site: Site;
}

/** One site: how far bringing in everything is, and what can be done about it. */
export function SiteSection({ db, send, grants, site }: SiteSectionProps) {
  const { id } = site;
  const account = { site: id, origin: firstOrigin(site) };
  const job = answerOf(useLive(() => latestBackfill(db, id), [db, id]));
  const counts = answerOf(useLive(() => countListings(db, account), [db, id]));
  const [isGranted, setGranted] = useState(false);
  const [wish, setWish] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  useEffect(() => {
    const look = async (): Promise<void> => setGranted((await grants.granted(site.origins)).length > 0);
    look().catch(() => undefined); // then it is asked for
  }, [grants, site]);
  const opens = job && isAtWork(job) ? job.ask.opens : wish;
  const attempt = (work: () => Promise<unknown>): void => {
    setTrouble(null);
    work().catch((error) => setTrouble(errorSentence(error)));
  };
  /** The browser asks only within the click: nothing comes before it. */
  const begin = (): void => {
    const asked = isGranted ? Promise.resolve(true) : grants.request([...site.origins, ...site.fileHosts]);
    attempt(async () => {
      if (!(await asked)) return setTrouble(t('everything_not_allowed', site.name));
      setGranted(true);
      if (job && isAtWork(job)) await send('backfill.change', { job: job.id, paused: false });
      else await send('backfill.start', { site: id, opens });
    });
  };
  const turn = (on: boolean): void => {
    setWish(on);
    if (job && isAtWork(job)) attempt(() => send('backfill.change', { job: job.id, opens: on }));
  };
  const isRunning = job !== null && isAtWork(job) && !job.paused && job.trouble !== 'no-permission';
  const known = counts ?? NONE;
  const total = known.waiting + known.read + known.failed;
  const heading = `everything-${id}`;
  return (
    <section class="stack everything" aria-labelledby={heading}>
      <h3 id={heading}>{site.name}</h3>
      <p class={job && isAtWork(job) && job.trouble !== null ? 'say careful' : 'say'} role="status">
        {job ? stateWords(job) : t('everything_not_yet')}
      </p>
      {total + known.gone > 0 && <Counts counts={known} />}
      {isRunning && (
        <Bar label={t('everything_bar', site.name)} done={known.read} total={job.lists?.length === 0 ? total : null} />
      )}
      {job && paceWords(job, known) !== null && <p class="quiet">{paceWords(job, known)}</p>}
      {job &&
        leftOutWords(job).map((words) => (
          <p key={words} class="say careful">
            {words}
          </p>
        ))}
      <Failed db={db} account={account} many={known.failed - known.later} />
      <label class="row">
        <input type="checkbox" checked={opens} onChange={({ currentTarget }) => turn(currentTarget.checked)} />
        {t('everything_opens', site.name)}
      </label>
      <div class="row">
        {isRunning ? (
          <button type="button" onClick={() => attempt(() => send('backfill.change', { job: job.id, paused: true }))}>
            {t('everything_pause')}
          </button>
        ) : (
          <button type="button" class="main" aria-describedby={heading} onClick={begin}>
            {t(job === null ? 'everything_start' : isAtWork(job) ? 'everything_go_on' : 'everything_start_again')}
          </button>
        )}
        {job && isAtWork(job) && (
          <button type="button" onClick={() => attempt(() => send('job.cancel', { job: job.id }))}>
            {t('button_cancel')}
          </button>
        )}
      </div>
      {trouble !== null && (
        <p class="say bad" role="alert">
          {trouble}
        </p>
      )}
    </section>
  );
}

const NONE: ListingCounts = { waiting: 0, read: 0, failed: 0, gone: 0, later: 0 };

function Counts({ counts: { waiting, read, failed, gone, later } }: { counts: ListingCounts }) {
  const facts: [string, number][] = [
    [t('everything_listed'), waiting + read + failed + gone],
    [t('everything_kept'), read],
    [t('everything_to_read'), waiting + later],
  ];
  if (failed > later) facts.push([t('everything_failed'), failed - later]);
  if (gone > 0) facts.push([t('everything_gone'), gone]);
  return <Facts facts={facts} />;
}
