import { useLayoutEffect } from 'preact/hooks';
import type { IconName } from '../../look/icons';
import { t } from '../../platform/strings';
import { count } from '../format';
import { Icon } from '../icon';
import { SeekField } from '../seek-field';
import { type FindAsk, useFind } from './use-find';

export const FIND_FIELD = 'find';

/** Finds words in the session that is shown: a field, how many events hold them, and the way to the next. */
export function FindBar(ask: FindAsk) {
  const { query, setQuery, found, at, step } = useFind(ask);
  useLayoutEffect(() => {
    const { classList } = document.documentElement;
    classList.add('with-find');
    return () => classList.remove('with-find');
  }, []);
  const none = !found || found.length === 0;
  return (
    <search class="find row" aria-label={t('find_label')}>
      <SeekField
        id={FIND_FIELD}
        label={t('find_label')}
        words={query}
        onWords={setQuery}
        onKey={({ key, shiftKey }, field) => {
          if (key === 'Enter') step(shiftKey ? -1 : 1);
          else if (key === 'Escape') {
            setQuery('');
            field.blur();
          } else return false;
          return true;
        }}
      />
      <span class="quiet" role="status">
        {query !== '' &&
          found &&
          (at !== null ? t('find_at', count(at + 1), count(found.length)) : t('find_found', count(found.length)))}
      </span>
      <Way id="find-before" icon="before" label={t('find_before')} disabled={none} go={() => step(-1)} />
      <Way id="find-next" icon="next" label={t('find_next')} disabled={none} go={() => step(1)} />
    </search>
  );
}

interface WayProps {
  readonly id: string;
  readonly icon: IconName;
  readonly label: string;
  readonly disabled: boolean;
  readonly go: () => void;
}

const Way = ({ id, icon, label, disabled, go }: WayProps) => (
  <button type="button" class="step" id={id} aria-label={label} disabled={disabled} onClick={go}>
    <Icon name={icon} />
  </button>
);
