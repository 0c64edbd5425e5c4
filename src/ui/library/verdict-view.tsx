import type { Flaw } from '../../archive/verdict';
import { shownName } from '../../handoff/marks';
import { t } from '../../platform/strings';
import { count } from '../format';
import type { Checked } from './check-archive';

/** Sentences shown; the rest is counted. */
const SHOWN = 100;

/** What was found out about an archive: the verdict, its sentences, what was checked. */
export function VerdictView({ checked }: { checked: Checked }) {
  if (checked.kind === 'refused')
    return (
      <div class="say bad">
        <p>
          <strong>{t('archive_refused')}</strong>
        </p>
        <p>
          <bdi>{shownName(checked.flaw.sentence)}</bdi>
        </p>
      </div>
    );
  const { kind, flaws, sessions, events, artifacts } = checked.verdict;
  return (
    <div class={kind === 'sound' ? 'say' : 'say careful'}>
      <p>
        <strong>{t(kind === 'sound' ? 'archive_sound' : 'archive_damaged')}</strong>
      </p>
      <p>{t('archive_checked', count(sessions), count(events), count(artifacts))}</p>
      {flaws.length > 0 && <Flaws flaws={flaws} />}
    </div>
  );
}

function Flaws({ flaws }: { flaws: readonly Flaw[] }) {
  const more = flaws.length - SHOWN;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <ul class="flaws" tabIndex={0} aria-label={t('archive_flaws')}>
      {flaws.slice(0, SHOWN).map(({ where, rule, sentence }) => (
        <li key={`${where}\n${rule}\n${sentence}`}>
          <bdi>{shownName(sentence)}</bdi>
        </li>
      ))}
      {more > 0 && <li>{t('list_more', count(more))}</li>}
    </ul>
  );
}
