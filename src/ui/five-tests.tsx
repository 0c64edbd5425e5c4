import type { ComponentChildren } from 'preact';
import { type Report, TESTS, type TestName, type TestReport } from '../model/session';
import { type MessageKey, t } from '../platform/strings';
import { Fold } from './fold';

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
const VERDICTS: Record<TestReport['verdict'], { readonly word: MessageKey; readonly sign: string }> = {
  pass: { word: 'verdict_pass', sign: '✓' },
  gaps: { word: 'verdict_gaps', sign: '~' },
  fail: { word: 'verdict_fail', sign: '✗' },
};

/** The five tests in one line: of each its sign and name; the verdict in words for those who hear it. */
export function FiveTests({ report }: { report: Report }) {
  return (
    <ul class="tests" aria-label={t('test_all')}>
      {TESTS.map((name) => {
        const { word, sign } = VERDICTS[report[name].verdict];
        return (
          <li key={name} class={report[name].verdict} title={`${t(QUESTIONS[name])} ${t(word)}`}>
            <span class="sign" aria-hidden="true">
              {sign}
            </span>
            {t(NAMES[name])}
            <span class="unseen">: {t(word)}</span>
          </li>
        );
      })}
    </ul>
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
      class={verdict}
      title={
        <>
          {t(NAMES[name])}: {t(VERDICTS[verdict].word)}
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
                  {event !== null && refTo(event)} {why}
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
