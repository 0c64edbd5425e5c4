import { shownName } from '../../handoff/marks';
import type { Report } from '../../model/session';
import { t } from '../../platform/strings';
import { gapsOf, serverCopiesOf } from '../../projection/lacks';
import { numberOf } from '../../projection/view';
import { TestDetails } from '../five-tests';
import { Fold } from '../fold';
import { moment } from '../format';
import { siteName } from '../title';
import { GapLine } from './gap-line';
import { useReading } from './reading';

/** What a session lacks, what it left on the provider's servers, and the five tests in full: folded away. */
export function Lacks({ report }: { report: Report | null }) {
  const { view } = useReading().shown;
  const gaps = gapsOf(view);
  const copies = serverCopiesOf(view);
  return (
    <div class="lacks">
      {gaps.length > 0 && (
        <Fold title={t('lacks_gaps', gaps.length)}>
          {() => (
            <ul class="bare">
              {gaps.map((gap) => (
                <li key={gap.id}>
                  <span class="number">{numberOf(view, gap.id)}</span>
                  <GapLine event={gap} />
                </li>
              ))}
            </ul>
          )}
        </Fold>
      )}
      {copies.length > 0 && (
        <Fold title={t('lacks_copies', copies.length)}>
          {() => (
            <ul>
              {copies.map(({ event, copy: { system, type, retention, deletion } }) => (
                <li key={event}>
                  <bdi>{t('lacks_copy', shownName(type), siteName(system), shownName(retention.rule))}</bdi>{' '}
                  {retention.until !== null && t('lacks_until', moment(retention.until))}{' '}
                  {deletion.where !== null && <bdi>{t('lacks_delete', shownName(deletion.where))}</bdi>}
                </li>
              ))}
            </ul>
          )}
        </Fold>
      )}
      {report && (
        <Fold title={t('lacks_tests')}>
          {() => <TestDetails report={report} numberOf={(id) => numberOf(view, id)} />}
        </Fold>
      )}
    </div>
  );
}
