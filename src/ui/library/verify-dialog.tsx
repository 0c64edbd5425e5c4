import { shownName } from '../../handoff/marks';
import { t } from '../../platform/strings';
import { Dialog } from '../dialog';
import { Bar } from '../job-line';
import { type Checking, useCheck } from './use-check';
import { VerdictView } from './verdict-view';

/** Checks a file as an archive and says what was found. Keeps nothing of it. */
export function VerifyDialog({ file, onClose }: { file: File; onClose: () => void }) {
  const checking = useCheck(file);
  return (
    <Dialog title={t('verify_title')} onClose={onClose}>
      <p>
        <bdi>{shownName(file.name)}</bdi>
      </p>
      <div class="stack" role="status">
        <CheckingView checking={checking} />
      </div>
      <div class="row">
        <button type="button" onClick={onClose}>
          {t(checking.state === 'checking' ? 'button_cancel' : 'button_close')}
        </button>
      </div>
    </Dialog>
  );
}

/** How far the check is, or what it found. */
export function CheckingView({ checking }: { checking: Checking }) {
  switch (checking.state) {
    case 'checking':
      return (
        <>
          <p>{t('job_step_checking')}</p>
          <Bar label={t('job_step_checking')} done={checking.done} total={checking.of} />
        </>
      );
    case 'failed':
      return <p class="say bad">{checking.sentence}</p>;
    case 'checked':
      return <VerdictView checked={checking.checked} />;
  }
}
