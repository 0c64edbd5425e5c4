import type { IconName } from '../../look/icons';
import { t } from '../../platform/strings';
import { Icon } from '../icon';
import { useReading } from './reading';

/** Where a session forks: which of the branches this is, and the way to its neighbours. */
export function Switch({ at, forks }: { at: string; forks: readonly string[] }) {
  const { goTo } = useReading();
  const here = forks.indexOf(at);
  const step = (to: number, label: string, icon: IconName) => {
    const id = forks[to];
    return (
      <button
        type="button"
        class="step"
        aria-label={label}
        disabled={id === undefined}
        onClick={() => id !== undefined && goTo(id)}
      >
        <Icon name={icon} />
      </button>
    );
  };
  return (
    <fieldset class="switch" aria-label={t('reader_branches')}>
      {step(here - 1, t('reader_branch_before'), 'before')}
      <span>{t('reader_branch_of', here + 1, forks.length)}</span>
      {step(here + 1, t('reader_branch_after'), 'next')}
    </fieldset>
  );
}
