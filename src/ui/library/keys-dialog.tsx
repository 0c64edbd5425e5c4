import { t } from '../../platform/strings';
import { Dialog } from '../dialog';
import { KEY_ACTS } from './keys';

interface KeysDialogProps {
  readonly on: boolean;
  readonly onSwitch: (on: boolean) => void;
  readonly onClose: () => void;
}

/** What each key does, and whether they do anything. */
export function KeysDialog({ on, onSwitch, onClose }: KeysDialogProps) {
  return (
    <Dialog title={t('keys_title')} onClose={onClose}>
      <label class="row">
        <input type="checkbox" checked={on} onChange={(event) => onSwitch(event.currentTarget.checked)} />
        {t('keys_on')}
      </label>
      <dl class="keys">
        {KEY_ACTS.map(({ keys, words }) => (
          <div key={words}>
            <dt>
              {keys.map((key, at) => (
                <>
                  {at > 0 && ' '}
                  <kbd key={key}>{key}</kbd>
                </>
              ))}
            </dt>
            <dd>{t(words)}</dd>
          </div>
        ))}
        <div>
          <dt>
            <kbd>?</kbd>
          </dt>
          <dd>{t('keys_help')}</dd>
        </div>
        <div>
          <dt>
            <kbd>{t('keys_escape')}</kbd>
          </dt>
          <dd>{t('keys_leave')}</dd>
        </div>
      </dl>
      <div class="row">
        <button type="button" onClick={onClose}>
          {t('button_close')}
        </button>
      </div>
    </Dialog>
  );
}
