import { useEffect, useRef, useState } from 'preact/hooks';
import type { Send } from '../../messages/send';
import { t } from '../../platform/strings';
import type { Site } from '../../providers/contract';
import { firstOrigin } from '../../providers/sites';
import { latestBackfill } from '../../store/backfills';
import type { Database } from '../../store/database';
import type { BackfillJob } from '../../store/job-rows';
import { countListings, type ListingCounts } from '../../store/listings';
import { Facts } from '../facts';
import { Bar, isAtWork } from '../job-line';
import type { Grants } from '../library/doors';
import { answerOf, useLive } from '../live';
import { errorSentence } from '../sentences';
import { Failed } from './failed';
import { leftOutWords, paceWords, startWords, stateWords } from './words';

interface SiteSectionProps {
  readonly db: Database;
  readonly send: Send;
  readonly grants: Grants;
  readonly site: Site;
}

/** One site: how far bringing in everything is, and what can be done about it. */
export function SiteSection(props: SiteSectionProps) {
  const { db, site } = props;
  const account = { site: site.id, origin: firstOrigin(site) };
  const job = answerOf(useLive(() => latestBackfill(db, site.id), [db, site]));
  const counts = answerOf(useLive(() => countListings(db, account), [db, site])) ?? NONE;
  const { opens, trouble, isRunning, attempt, begin, turn } = useActs(props, job);
  const isOpen = isAtWork(job);
  const heading = `everything-${site.id}`;
  const title = useRef<HTMLHeadingElement>(null);
  const cancel = (): void => {
    attempt('job.cancel', {});
    title.current?.focus(); // the button goes
  };
  return (
    <section class="stack" aria-labelledby={heading}>
      <h3 id={heading} tabIndex={-1} ref={title}>
        {site.name}
      </h3>
      <p class={isOpen && job?.trouble ? 'say careful' : 'say'} role="status">
        {job ? stateWords(job, counts) : t('everything_not_yet')}
      </p>
      <HowFar site={site} job={job} counts={counts} isRunning={isRunning} />
      <Failed db={db} account={account} many={counts.failed - counts.later} />
      <label class="row">
        <input type="checkbox" checked={opens} onChange={({ currentTarget }) => turn(currentTarget.checked)} />
        {t('everything_opens', site.name)}
      </label>
      <div class="row">
        {/* one button whatever it does, so that it keeps the focus */}
        <button
          type="button"
          class={isRunning ? '' : 'main'}
          aria-describedby={heading}
          onClick={isRunning ? () => attempt('backfill.change', { paused: true }) : begin}
        >
          {isRunning ? t('everything_pause') : startWords(job, counts)}
        </button>
        {isOpen && (
          <button type="button" aria-describedby={heading} onClick={cancel}>
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

/** What the person can do, and what went wrong with it. */
function useActs({ send, grants, site }: SiteSectionProps, job: BackfillJob | null) {
  const [isGranted, setGranted] = useState(false);
  const [wish, setWish] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  useEffect(() => {
    const look = async (): Promise<void> => setGranted((await grants.granted(site.origins)).length > 0);
    look().catch(() => undefined); // then it is asked for
  }, [grants, site]);
  const open = isAtWork(job) ? job : null;
  const told = (work: Promise<unknown>): void => {
    setTrouble(null);
    work.catch((error) => setTrouble(errorSentence(error)));
  };
  const attempt = (name: 'backfill.change' | 'job.cancel', change: { paused?: boolean; opens?: boolean }): void => {
    if (open) told(send(name, { job: open.id, ...change }));
  };
  const opens = open?.ask.opens ?? wish;
  const afterAsking = async (asked: Promise<boolean>): Promise<void> => {
    if (!(await asked)) return setTrouble(t('everything_not_allowed', site.name));
    setGranted(true);
    if (open) await send('backfill.change', { job: open.id, paused: false });
    else await send('backfill.start', { site: site.id, opens });
  };
  return {
    opens,
    trouble,
    attempt,
    isRunning: open !== null && !open.paused && open.trouble !== 'no-permission',
    /** The browser asks only within the click: nothing comes before it. */
    begin: () =>
      told(afterAsking(isGranted ? Promise.resolve(true) : grants.request([...site.origins, ...site.fileHosts]))),
    turn(on: boolean): void {
      setWish(on);
      attempt('backfill.change', { opens: on });
    },
  };
}

const NONE: ListingCounts = { waiting: 0, read: 0, failed: 0, gone: 0, later: 0 };

interface HowFarProps {
  readonly site: Site;
  readonly job: BackfillJob | null;
  readonly counts: ListingCounts;
  readonly isRunning: boolean;
}

function HowFar({ site, job, counts, isRunning }: HowFarProps) {
  const total = counts.waiting + counts.read + counts.failed;
  const pace = job && paceWords(job, counts);
  return (
    <>
      {total + counts.gone > 0 && <Counts counts={counts} />}
      {isRunning && (
        <Bar
          label={t('everything_bar', site.name)}
          done={counts.read}
          total={job?.lists?.length === 0 ? total : null}
        />
      )}
      {pace !== null && <p class="quiet">{pace}</p>}
      {job &&
        leftOutWords(job).map((words) => (
          <p key={words} class="say careful">
            {words}
          </p>
        ))}
    </>
  );
}

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
