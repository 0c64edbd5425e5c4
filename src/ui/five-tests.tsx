import type { ComponentChildren } from 'preact';
import { shownName } from '../handoff/marks';
import { type Report, TESTS, type TestName, type TestReport } from '../model/session';
import { type MessageKey, t } from '../platform/strings';
import { Fold } from './fold';
import { Icon } from './icon';

const NAMES: Record<TestName, MessageKey> = {
  inspection: 'test_inspection',
  export: 'test_export',
  replay: 'test_replay',
  audit: 'test_audit',
  deletion: 'test_deletion',
};
const QUESTIONS: Record<TestName, MessageKey> = {
  inspection: 'test_inspection_asks',
  export: 'test_export_asks',
  replay: 'test_replay_asks',
  audit: 'test_audit_asks',
  deletion: 'test_deletion_asks',
};
const VERDICTS: Record<TestReport['verdict'], MessageKey> = {
  pass: 'verdict_pass',
  gaps: 'verdict_gaps',
  fail: 'verdict_fail',
};

/** The fold that a test stands in, in full. */
export const testFold = (name: TestName): string => `test-${name}`;

/** A link to a part of a session: its address, and what pressing it does besides following that. */
export interface Way {
  readonly href: string;
  readonly onClick: (event: MouseEvent) => void;
}

interface FiveTestsProps {
  readonly report: Report;
  /** The way to a test in full. */
  readonly wayTo: (name: TestName) => Way;
}

/** The five tests in one line, each its sign and name and the way to what lacks; what the signs mean below. */
export function FiveTests({ report, wayTo }: FiveTestsProps) {
  const verdicts = (['pass', 'gaps', 'fail'] as const).filter((each) =>
    TESTS.some((name) => report[name].verdict === each),
  );
  return (
    <div class="five">
      <ul class="tests" aria-label={t('test_all')}>
        {TESTS.map((name) => {
          const { verdict } = report[name];
          return (
            <li key={name} class={verdict}>
              <a {...wayTo(name)} title={t(QUESTIONS[name])}>
                <Icon name={verdict} />
                {t(NAMES[name])}
                <span class="unseen">: {t(VERDICTS[verdict])}</span>
              </a>
            </li>
          );
        })}
      </ul>
      <p class="tests legend" aria-hidden="true">
        {verdicts.map((verdict) => (
          <span key={verdict} class={verdict}>
            <Icon name={verdict} />
            {t(VERDICTS[verdict])}
          </span>
        ))}
      </p>
    </div>
  );
}

interface TestDetailsProps {
  readonly report: Report;
  /** The number that people see for an event, and the way there. */
  readonly refTo: (event: string) => ComponentChildren;
}

/** Each test with what it asks, what lacks and what can be done. */
export function TestDetails({ report, refTo }: TestDetailsProps) {
  return TESTS.map((name) => <OneTest key={name} name={name} report={report[name]} refTo={refTo} />);
}

/** Lines shown of what lacks; the rest is counted. */
const SHOWN = 50;

interface OneTestProps extends Pick<TestDetailsProps, 'refTo'> {
  readonly name: TestName;
  readonly report: TestReport;
}

function OneTest({ name, report: { verdict, items, next }, refTo }: OneTestProps) {
  const more = items.length - SHOWN;
  return (
    <Fold
      id={testFold(name)}
      class={verdict}
      title={
        <>
          <Icon name={verdict} />
          {t(NAMES[name])}: {t(VERDICTS[verdict])}
        </>
      }
    >
      {() => (
        <>
          <p>{t(QUESTIONS[name])}</p>
          {items.length > 0 && (
            <ul>
              {items.slice(0, SHOWN).map(({ event, why }, at) => (
                // several items may say the same, and none changes places
                <li key={at}>
                  {event !== null && refTo(event)} <bdi>{shownName(why)}</bdi>
                </li>
              ))}
              {more > 0 && <li>{t('list_more', more)}</li>}
            </ul>
          )}
          {next !== null && <p>{next}</p>}
        </>
      )}
    </Fold>
  );
}
