import { useEffect, useRef, useState } from 'preact/hooks';
import { type Choice, type CleaningPlan, clean, measureCleaning } from '../../jobs/clean';
import { isoTime } from '../../lib/time';
import { type MessageKey, t } from '../../platform/strings';
import { readJob } from '../../store/jobs';
import { Dialog } from '../dialog';
import { count, day, size } from '../format';
import { isAtWork, JobEnd, JobLine } from '../job-line';
import { answerOf, useLive } from '../live';
import { errorSentence } from '../sentences';
import type { LibraryDoors } from './doors';

const DAY = 86_400_000;
const MB = 1_000_000;
type What = Choice['what'];

const WORDS: Record<What, { readonly go: MessageKey; readonly lost: MessageKey }> = {
  raw: { go: 'clean_raw', lost: 'clean_raw_lost' },
  pages: { go: 'clean_pages', lost: 'clean_pages_lost' },
  files: { go: 'clean_files', lost: 'clean_files_lost' },
};

/** What can be let go of, one choice at a time: what it frees and what is lost is said before anything happens. */
export function CleanUp({ doors, onDone }: { doors: LibraryDoors; onDone: () => void }) {
  const [asked, ask] = useState<Choice | null>(null);
  const [days, setDays] = useState(365);
  const [megabytes, setMegabytes] = useState(10);
  const choices: Record<What, Choice> = {
    raw: { what: 'raw', before: isoTime(doors.now() - days * DAY) },
    pages: { what: 'pages' },
    files: { what: 'files', over: megabytes * MB },
  };
  return (
    <section class="stack">
      <h3>{t('clean_title')}</h3>
      <p class="quiet">{t('clean_words')}</p>
      <Many name="days" label="clean_days" value={days} onChoose={setDays} />
      <Go what="raw" onGo={() => ask(choices.raw)} />
      <Go what="pages" onGo={() => ask(choices.pages)} />
      <Many name="megabytes" label="clean_megabytes" value={megabytes} onChoose={setMegabytes} />
      <Go what="files" onGo={() => ask(choices.files)} />
      {asked && (
        <CleanDialog
          doors={doors}
          choice={asked}
          onClose={() => {
            ask(null);
            onDone();
          }}
        />
      )}
    </section>
  );
}

function Go({ what, onGo }: { what: What; onGo: () => void }) {
  return (
    <div class="row">
      <button type="button" onClick={onGo}>
        {t(WORDS[what].go)}
      </button>
    </div>
  );
}

interface ManyProps {
  readonly name: string;
  readonly label: MessageKey;
  readonly value: number;
  readonly onChoose: (value: number) => void;
}

function Many({ name, label, value, onChoose }: ManyProps) {
  return (
    <div class="limit">
      <label for={`clean-${name}`}>{t(label)}</label>
      <input
        id={`clean-${name}`}
        type="number"
        min={1}
        max={100_000}
        value={value}
        onChange={({ currentTarget }) => {
          const chosen = currentTarget.valueAsNumber;
          if (Number.isInteger(chosen) && chosen >= 1 && chosen <= 100_000) onChoose(chosen);
          else currentTarget.value = String(value); // what counts is what stands there
        }}
      />
    </div>
  );
}

interface CleanDialogProps {
  readonly doors: LibraryDoors;
  readonly choice: Choice;
  readonly onClose: () => void;
}

/** What it would free and what is lost; then the work, which can be cancelled. */
function CleanDialog({ doors, choice, onClose }: CleanDialogProps) {
  const { db, holder, now, newId, send } = doors;
  const { plan, trouble, setTrouble } = usePlan(doors, choice);
  const [id, setId] = useState<string | null>(null);
  const begun = useRef(false);
  const job = answerOf(useLive(() => (id === null ? Promise.resolve(null) : readJob(db, id)), [db, id]));
  const go = (): void => {
    if (begun.current) return;
    begun.current = true;
    clean({ db, holder, now }, newId, choice, setId).catch((error) => setTrouble(errorSentence(error)));
  };
  const isWorking = isAtWork(job);
  const cancel = (each: string): void => void send('job.cancel', { job: each }).catch(() => undefined); // it shows by itself
  const mayGo = plan !== null && plan.artifacts > 0 && job === null && trouble === null;
  return (
    <Dialog title={t(WORDS[choice.what].go)} onClose={() => !isWorking && onClose()}>
      <div class="stack" role="status">
        <p>{lostWords(choice)}</p>
        {job === null && trouble === null && <p>{planWords(plan)}</p>}
        {job && (isWorking ? <JobLine job={job} onCancel={cancel} /> : <JobEnd job={job} />)}
        {trouble !== null && <p class="say bad">{trouble}</p>}
      </div>
      <div class="row">
        {mayGo && (
          <button type="button" class="danger" onClick={go}>
            {t('clean_go')}
          </button>
        )}
        {!isWorking && (
          <button type="button" onClick={onClose}>
            {t(job === null ? 'button_cancel' : 'button_close')}
          </button>
        )}
      </div>
    </Dialog>
  );
}

/** What is lost, with the bounds that were chosen. */
function lostWords(choice: Choice): string {
  const { lost } = WORDS[choice.what];
  if (choice.what === 'raw') return t(lost, day(choice.before));
  return choice.what === 'files' ? t(lost, size(choice.over)) : t(lost);
}

function planWords(plan: CleaningPlan | null): string {
  if (!plan) return t('clean_measuring');
  return plan.artifacts === 0 ? t('clean_none') : t('clean_frees', size(plan.bytes), count(plan.sessions));
}

function usePlan({ db }: LibraryDoors, choice: Choice) {
  const [plan, setPlan] = useState<CleaningPlan | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    measureCleaning(db, choice, stop.signal).then(
      (found) => !stop.signal.aborted && setPlan(found),
      (error) => !stop.signal.aborted && setTrouble(errorSentence(error)),
    );
    return () => stop.abort();
  }, [db, choice]);
  return { plan, trouble, setTrouble };
}
