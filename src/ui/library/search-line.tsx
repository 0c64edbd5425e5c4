import { t } from '../../platform/strings';
import { count } from '../format';
import { Bar } from '../job-line';
import type { Search } from './use-search';

interface SearchLineProps {
  readonly search: Search;
  /** Sessions that are listed. */
  readonly shown: number;
  readonly onStop: () => void;
}

/** How far a search of texts is, with the way to end it, and what came of it: the end is read out. */
export function SearchLine({ search: { state, done, of }, shown, onStop }: SearchLineProps) {
  const words = t('search_running', count(done), count(of));
  return (
    <>
      {state === 'running' && (
        <div class="stack searching">
          <p class="quiet">{words}</p>
          <div class="row">
            <Bar label={words} done={done} total={of} />
            <button type="button" onClick={onStop}>
              {t('button_cancel')}
            </button>
          </div>
        </div>
      )}
      <p class={state === 'off' || state === 'running' ? 'unseen' : 'quiet'} role="status">
        {endWords(state, shown)}
      </p>
    </>
  );
}

function endWords(state: Search['state'], shown: number): string | null {
  switch (state) {
    case 'done':
      return shown === 0 ? t('library_none_found') : t('search_done', count(shown));
    case 'full':
      return t('search_full', count(shown));
    case 'stopped':
      return t('search_stopped', count(shown));
    default:
      return null;
  }
}
