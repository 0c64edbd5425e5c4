import type { Event } from '../../model/event';
import { t } from '../../platform/strings';
import { ofBranch, pathTo } from '../../projection/branches';
import { lacksOf } from '../../projection/lacks';
import { gapGroups } from '../../report/gaps';
import { Fold } from '../fold';
import { count } from '../format';
import { GapLine } from './gap-line';
import { NumberRef } from './number-ref';
import { useReading } from './reading';

export const MISSING = 'missing';

/** What is known to be missing on the branch that ends at a leaf, and on others: folded away; nothing where nothing is. */
export function Missing({ leaf }: { leaf: string | null }) {
  const { view } = useReading().shown;
  const all = lacksOf(view);
  if (all.length === 0) return null;
  const isHere = ofBranch(view, leaf === null ? [] : pathTo(view, leaf));
  const here = all.filter(({ id }) => leaf === null || isHere(id));
  const elsewhere = all.filter((gap) => !here.includes(gap));
  const title =
    elsewhere.length === 0
      ? t('lacks_gaps', count(all.length))
      : t('lacks_gaps_here', count(here.length), count(all.length));
  return (
    <Fold id={MISSING} title={title}>
      {() => (
        <>
          {here.length > 0 ? <Gaps gaps={here} /> : <p class="quiet">{t('lacks_none_here')}</p>}
          {elsewhere.length > 0 && (
            <Fold title={t('lacks_elsewhere', count(elsewhere.length))}>{() => <Gaps gaps={elsewhere} />}</Fold>
          )}
        </>
      )}
    </Fold>
  );
}

export const Gaps = ({ gaps }: { gaps: readonly Event<'gap'>[] }) => (
  <ul class="bare">
    {gapGroups(gaps).map((group) => (
      <li key={group[0].id}>
        <span class="refs">
          {group.map(({ id }) => (
            <NumberRef key={id} id={id} />
          ))}
        </span>
        <GapLine event={group[0]} />
      </li>
    ))}
  </ul>
);
