import { useEffect, useMemo } from 'preact/hooks';
import { shownName } from '../../handoff/marks';
import { siteName } from '../../handoff/titles';
import { withoutStop } from '../../lib/text';
import type { Report } from '../../model/session';
import { t } from '../../platform/strings';
import { serverCopiesOf } from '../../projection/lacks';
import { copyWords, namesOfCopies } from '../../report/media';
import { TestDetails, testFold } from '../five-tests';
import { Fold } from '../fold';
import { moment } from '../format';
import type { PartName } from '../place';
import { FILES, Files } from './files';
import { InForce } from './in-force';
import { MISSING, Missing } from './missing';
import { NumberRef } from './number-ref';
import { openFolds } from './open-folds';
import { useReading } from './reading';

interface LacksProps {
  readonly report: Report | null;
  /** The last event of the branch that is shown, or null where there is none. */
  readonly leaf: string | null;
  /** The part that the address names. */
  readonly part: PartName | null;
}

const TESTS_FOLD = 'tests';

/**
 * What was in force, the session’s files, what the branch that is shown lacks, its server copies, and the five tests in
 * full: folded away.
 */
export function Lacks({ report, leaf, part }: LacksProps) {
  const isThere = part === MISSING || part === FILES || report !== null;
  useEffect(() => {
    if (part !== null && isThere) return openFolds(foldsOf(part));
  }, [part, isThere]);
  const { view } = useReading().shown;
  const copies = serverCopiesOf(view);
  const names = useMemo(() => namesOfCopies(view), [view]);
  return (
    <div class="lacks">
      <InForce />
      <Files />
      <Missing leaf={leaf} />
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
        <Fold id={TESTS_FOLD} title={t('lacks_tests')}>
          {() => <TestDetails report={report} refTo={(id) => <NumberRef id={id} />} />}
        </Fold>
      )}
    </div>
  );
}

/** The ids of the folds around a part, the outer one first. */
export const foldsOf = (part: PartName): readonly string[] =>
  part === MISSING || part === FILES ? [part] : [TESTS_FOLD, testFold(part)];
