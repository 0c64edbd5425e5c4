import { useMemo } from 'preact/hooks';
import { shownName } from '../../handoff/marks';
import { siteName } from '../../handoff/titles';
import { withoutStop } from '../../lib/text';
import type { Report } from '../../model/session';
import { t } from '../../platform/strings';
import { ofBranch, pathTo } from '../../projection/branches';
import { gapsOf, serverCopiesOf } from '../../projection/lacks';
import { gapGroups } from '../../report/gaps';
import { copyWords, namesOfCopies } from '../../report/media';
import { TestDetails } from '../five-tests';
import { Fold } from '../fold';
import { moment } from '../format';
import { GapLine } from './gap-line';
import { NumberRef } from './number-ref';
import { useReading } from './reading';

interface LacksProps {
  readonly report: Report | null;
  /** The last event of the branch that is shown, or null where there is none. */
  readonly leaf: string | null;
}

/** What the branch that is shown lacks, what the session left on servers, and the five tests in full: folded away. */
export function Lacks({ report, leaf }: LacksProps) {
  const { view } = useReading().shown;
  const gaps = gapsOf(view);
  const isHere = ofBranch(view, leaf === null ? [] : pathTo(view, leaf));
  const here = gaps.filter(({ id }) => leaf === null || isHere(id));
  const copies = serverCopiesOf(view);
  const names = useMemo(() => namesOfCopies(view), [view]);
  return (
    <div class="lacks">
      {gaps.length > 0 && (
        <Fold title={t('lacks_gaps', here.length)}>
          {() => (
            <>
              <ul class="bare">
                {gapGroups(here).map((group) => (
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
              {here.length < gaps.length && <p class="quiet">{t('lacks_elsewhere', gaps.length - here.length)}</p>}
            </>
          )}
        </Fold>
      )}
      {copies.length > 0 && (
        <Fold title={t('lacks_copies', copies.length)}>
          {() => (
            <ul>
              {copies.map(({ event, copy }) => (
                <li key={event}>
                  <bdi>
                    {t(
                      'lacks_copy',
                      shownName(copyWords(copy, names)),
                      siteName(copy.system),
                      shownName(withoutStop(copy.retention.rule)),
                    )}
                  </bdi>{' '}
                  {copy.retention.until !== null && t('lacks_until', moment(copy.retention.until))}{' '}
                  {copy.deletion.where !== null && <bdi>{t('lacks_delete', shownName(copy.deletion.where))}</bdi>}
                </li>
              ))}
            </ul>
          )}
        </Fold>
      )}
      {report && (
        <Fold title={t('lacks_tests')}>
          {() => <TestDetails report={report} refTo={(id) => <NumberRef id={id} />} />}
        </Fold>
      )}
    </div>
  );
}
