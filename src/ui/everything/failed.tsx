import { lineOfTitle } from '../../handoff/titles';
import { t } from '../../platform/strings';
import type { Database } from '../../store/database';
import { type Account, failedListings, MOST_TRIES } from '../../store/listings';
import { count } from '../format';
import { OutsideLink } from '../link';
import { answerOf, useLive } from '../live';
import { faultSentence } from '../sentences';

const SHOWN = 200;

interface FailedProps {
  readonly db: Database;
  readonly account: Account;
  /** How many are given up. */
  readonly many: number;
}

/** The conversations that could not be brought in, each with the reason and the way to it. */
export function Failed({ db, account: { site, origin }, many }: FailedProps) {
  const rows = answerOf(useLive(() => failedListings(db, { site, origin }, SHOWN), [db, site, origin, many])) ?? [];
  const given = rows.filter(({ tries }) => tries >= MOST_TRIES);
  if (many <= 0 || given.length === 0) return null;
  return (
    <details>
      <summary>{t('everything_failed_ones', count(many))}</summary>
      <ul class="stack">
        {given.map(({ native, title, page, error }) => (
          <li key={native}>
            <OutsideLink address={origin + page}>{lineOfTitle(title) ?? t('everything_untitled')}</OutsideLink>
            <p class="quiet">{faultSentence(error)}</p>
          </li>
        ))}
      </ul>
    </details>
  );
}
