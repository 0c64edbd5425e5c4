import { t } from '../../platform/strings';
import { Icon } from '../icon';
import type { PopupActions } from './view';

interface ActionsProps {
  readonly actions: PopupActions;
  readonly canExport: boolean;
  /** There is something kept to go on with. */
  readonly canContinue?: boolean;
}

/** What can be done with the chat in front: always in one place. */
export function Actions({ actions, canExport, canContinue = false }: ActionsProps) {
  return (
    <div class="actions">
      {canExport && (
        <button type="button" class="main" onClick={actions.exportChat}>
          <Icon name="export" />
          {t('button_export')}
        </button>
      )}
      <button type="button" onClick={() => actions.openLibrary(null)}>
        {t('popup_open_library')}
      </button>
      {canContinue && (
        <button type="button" onClick={() => actions.openLibrary('continue')}>
          <Icon name="next" />
          {t('button_continue')}
        </button>
      )}
    </div>
  );
}
