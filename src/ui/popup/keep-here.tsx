import { useEffect, useState } from 'preact/hooks';
import { clipped } from '../../handoff/marks';
import { t } from '../../platform/strings';
import { readJob } from '../../store/jobs';
import { isAtWork, JobEnd, JobLine } from '../job-line';
import { answerOf, useLive } from '../live';
import { errorSentence } from '../sentences';
import { type CitedHere, citedHere } from './cited-here';
import type { PopupDoors } from './use-popup';

/** On a page that kept sessions cite: the way to keep what the tab shows as their copy. Nothing on any other page. */
export function KeepHere({ db, send, tab, addressOf }: PopupDoors) {
  const [cited, setCited] = useState<readonly CitedHere[]>([]);
  const [job, setJob] = useState<string | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  useEffect(() => {
    let gone = false;
    const look = async (): Promise<void> => {
      const address = await addressOf(tab);
      const found = address && /^https?:$/.test(address.protocol) ? await citedHere(db, address.href) : [];
      if (!gone) setCited(found);
    };
    look().catch(() => undefined); // what cannot be looked through offers nothing
    return () => {
      gone = true;
    };
  }, [db, tab, addressOf]);
  const found = answerOf(useLive(async () => (job === null ? null : readJob(db, job)), [db, job]));
  const keep = ({ session, url }: CitedHere): void => {
    setTrouble(null);
    send('page.keep', { tab, session, url }).then(
      (answer) => (answer.kind === 'started' ? setJob(answer.job) : setTrouble(t('popup_page_unreadable'))),
      (error) => setTrouble(errorSentence(error)),
    );
  };
  if (cited.length === 0) return null;
  return (
    <section class="stack">
      <h2>{t('popup_cited')}</h2>
      <p>{t('popup_cited_words')}</p>
      {cited.map((each) => (
        <div key={each.session} class="row">
          <button type="button" disabled={isAtWork(found)} onClick={() => keep(each)}>
            <bdi>{t('popup_keep_page', each.number, clipped(each.name, 60))}</bdi>
          </button>
        </div>
      ))}
      <div role="status">
        {trouble !== null && <p class="say bad">{trouble}</p>}
        {found &&
          (isAtWork(found) ? (
            <JobLine job={found} onCancel={(id) => void send('job.cancel', { job: id }).catch(() => undefined)} />
          ) : (
            <JobEnd job={found} />
          ))}
      </div>
    </section>
  );
}
