import { useState } from 'preact/hooks';
import { type FolderJob, isForFolder, waitingIn } from '../../jobs/folder/due';
import { factsOf } from '../../jobs/folder/facts';
import type { Asked } from '../../messages/contract';
import type { Send } from '../../messages/send';
import { allowAgain } from '../../platform/picked-folder';
import { t } from '../../platform/strings';
import type { Database } from '../../store/database';
import { changeFolder, type FolderTrouble, readFolder } from '../../store/folder';
import { isOpen } from '../../store/jobs';
import type { SessionRow } from '../../store/rows';
import { count, moment, size } from '../format';
import { answerOf, useLive } from '../live';
import { useName } from '../name';
import { errorSentence, faultSentence } from '../sentences';
import { useGone } from './gone';

/** So many of those that failed, and of those that are gone, are told one by one. */
const TOLD = 5;

/** What lies in the folder, what no longer does, what waits, what failed and why, and the ways to go on. */
export function FolderState({ db, send }: { db: Database; send: Send }) {
  const facts = answerOf(useLive(() => factsOf(db, Date.now()), [db]));
  const [said, setSaid] = useState<string | null>(null);
  const gone = useGone(db);
  if (!facts) return null;
  const saved = [...facts.saved.values()].filter(({ place }) => place === facts.settings.place);
  const lying = saved.filter(({ session }) => !gone.has(session));
  const lost = facts.sessions.filter(({ id }) => saved.some(({ session }) => session === id) && gone.has(id));
  const waiting = waitingIn(facts);
  const bytes = lying.reduce((sum, row) => sum + row.bytes, 0);
  const tend = (...writes: Asked<'folder.tend'>['write'][]): void => {
    setSaid(null);
    const all = async (): Promise<void> => {
      for (const write of writes) await send('folder.tend', { write });
    };
    all().catch((error) => setSaid(errorSentence(error)));
  };
  const failed = waiting.flatMap(({ session }) => {
    const job = failureOf(facts.jobs, session);
    return job ? [{ session, job }] : [];
  });
  return (
    <div class="stack">
      <p role="status">
        {t('folder_lying', count(lying.length), size(bytes), count(waiting.length))}{' '}
        {facts.jobs.some(isOpen) && t('folder_writing')}
      </p>
      {facts.state.trouble && <Trouble db={db} trouble={facts.state.trouble} onGoOn={() => tend('due')} />}
      {lost.length > 0 && (
        <Lost db={db} sessions={lost} onAgain={() => tend(...lost.map(({ id }) => ({ session: id })))} />
      )}
      {MOVED.map(([why, words]) => (
        <Moved key={why} words={words} many={lying.filter(({ moved }) => moved === why).length} />
      ))}
      {failed.length > 0 && (
        <ul class="stack">
          {failed.slice(0, TOLD).map(({ session, job }) => (
            <Failed key={session.id} db={db} session={session} job={job} />
          ))}
        </ul>
      )}
      {said !== null && (
        <p class="say bad" role="alert">
          {said}
        </p>
      )}
      <div class="row">
        <button type="button" disabled={waiting.length === 0} onClick={() => tend('all')}>
          {t('folder_write_all')}
        </button>
      </div>
    </div>
  );
}

const MOVED = [
  ['beside', 'folder_beside'],
  ['elsewhere', 'folder_elsewhere'],
] as const;

/** How many did not take the place of the ones before them, and why. */
const Moved = ({ words, many }: { words: (typeof MOVED)[number][1]; many: number }) =>
  many > 0 ? <p class="quiet">{t(words, count(many))}</p> : null;

interface LostProps {
  readonly db: Database;
  readonly sessions: readonly SessionRow[];
  readonly onAgain: () => void;
}

/** The archives that were saved and that somebody has deleted or moved since: theirs to say whether that was meant. */
const Lost = ({ db, sessions, onAgain }: LostProps) => (
  <div class="say careful stack">
    <p>{t('folder_gone', count(sessions.length))}</p>
    <ul>
      {sessions.slice(0, TOLD).map((session) => (
        <li key={session.id}>
          <Named db={db} session={session} />
        </li>
      ))}
    </ul>
    <div class="row">
      <button type="button" onClick={onAgain}>
        {t('folder_save_again')}
      </button>
    </div>
  </div>
);

function Named({ db, session }: { db: Database; session: SessionRow }) {
  const name = useName(db, session);
  return (
    <a href={`#${session.id}`}>
      <bdi>{name}</bdi>
    </a>
  );
}

/** The latest export of a session for the folder, if it gave nothing and the session has not changed since. */
function failureOf(jobs: readonly FolderJob[], { id, tail }: SessionRow): FolderJob | null {
  const own = jobs.filter((job) => isForFolder(job) && job.ask.sessions[0] === id);
  const [latest] = own.sort((a, b) => (a.changed < b.changed ? 1 : -1));
  const isFailed = latest?.state === 'failed' || latest?.state === 'cancelled';
  return latest && isFailed && latest.ask.folder.log === tail.prev ? latest : null;
}

const Failed = ({ db, session, job }: { db: Database; session: SessionRow; job: FolderJob }) => (
  <li>
    <Named db={db} session={session} />: {faultSentence(job.state === 'cancelled' ? 'cancelled' : job.error)}
  </li>
);

interface TroubleProps {
  readonly db: Database;
  readonly trouble: FolderTrouble;
  readonly onGoOn: () => void;
}

/** What stands in the way of all archives, and the button that ends it. */
export function Trouble({ db, trouble: { error, until }, onGoOn }: TroubleProps) {
  const allow = async (): Promise<void> => {
    const { picked } = await readFolder(db);
    if (picked && (await allowAgain(picked.handle))) onGoOn();
  };
  return (
    <div class="say bad stack" role="alert">
      <p>
        {faultSentence(error)} {until !== null && t('folder_again_at', moment(until))}
      </p>
      <div class="row">
        {error === 'folder-locked' ? (
          <button type="button" onClick={() => void allow()}>
            {t('folder_allow')}
          </button>
        ) : (
          <button type="button" onClick={onGoOn}>
            {t('folder_go_on')}
          </button>
        )}
      </div>
    </div>
  );
}

/** The same in the library, whatever it shows: it is the person's to end. */
export function FolderNews({ db, send }: { db: Database; send: Send }) {
  const state = answerOf(useLive(() => readFolder(db), [db]));
  const goOn = (): void => {
    send('folder.tend', { write: 'due' }).catch(() => changeFolder(db, { trouble: null }));
  };
  const trouble = state?.trouble ?? null;
  return trouble !== null && trouble.until === null ? <Trouble db={db} trouble={trouble} onGoOn={goOn} /> : null;
}
