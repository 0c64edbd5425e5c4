import { useRef, useState } from 'preact/hooks';
import { t } from '../../platform/strings';
import type { Database } from '../../store/database';
import { clearJournal, readJournal } from '../../store/journal';
import type { JournalRow } from '../../store/rows';
import { count } from '../format';
import { Icon } from '../icon';
import { answerOf, useLive } from '../live';
import { errorSentence } from '../sentences';
import { asText, detailWords, endWords, whatWords, whenWords } from './journal-words';

/** Lines that are shown together; more on request. */
const PAGE = 100;
/** More than are ever kept. */
const ALL = 10_000;

/** Every request that the extension made by itself, and what else it did to files: newest first. */
export function JournalPage({ db }: { db: Database }) {
  const [most, setMost] = useState(PAGE);
  const [said, setSaid] = useState<{ readonly tone: string; readonly words: string } | null>(null);
  // one more than is shown says whether there are more
  const read = answerOf(useLive(() => readJournal(db, most + 1), [db, most]));
  // while more are read, what is there stays
  const last = useRef<readonly JournalRow[] | null>(null);
  if (read) last.current = read;
  const rows = last.current;
  const attempt = (work: Promise<unknown>, words: string): void =>
    void work.then(
      () => setSaid({ tone: 'good', words }),
      (error) => setSaid({ tone: 'bad', words: errorSentence(error) }),
    );
  const copy = async (): Promise<void> => navigator.clipboard.writeText(asText(await readJournal(db, ALL)));
  if (!rows) return null;
  return (
    <div class="stack">
      <p class={said ? `say ${said.tone}` : 'unseen'} role="status">
        {said?.words}
      </p>
      {rows.length === 0 ? (
        <p class="empty quiet">{t('journal_empty')}</p>
      ) : (
        <>
          <div class="row">
            <button type="button" onClick={() => attempt(copy(), t('journal_copied'))}>
              <Icon name="copy" />
              {t('journal_copy')}
            </button>
            <button type="button" onClick={() => attempt(clearJournal(db), t('journal_cleared'))}>
              <Icon name="delete" />
              {t('journal_clear')}
            </button>
          </div>
          <ul class="bare journal">
            {rows.slice(0, most).map((row) => (
              <Line key={row.number} row={row} />
            ))}
          </ul>
          {rows.length > most && (
            <div class="row">
              <button type="button" onClick={() => setMost(most + PAGE)}>
                {t('journal_more', count(PAGE))}
              </button>
            </div>
          )}
        </>
      )}
    </div>
  );
}

function Line({ row }: { row: JournalRow }) {
  const [detail, end] = [detailWords(row), endWords(row)];
  return (
    <li>
      <time class="quiet" dateTime={row.at}>
        {whenWords(row)}
      </time>
      <span>
        {whatWords(row)} {detail !== '' && <bdi class="where">{detail}</bdi>}{' '}
        {end !== '' && <span class="quiet">{end}</span>}
      </span>
    </li>
  );
}
