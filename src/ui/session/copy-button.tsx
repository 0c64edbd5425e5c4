import { useState } from 'preact/hooks';
import type { IconName } from '../../look/icons';
import { t } from '../../platform/strings';
import { Icon } from '../icon';

interface CopyButtonProps {
  readonly label: string;
  /** What is copied. */
  readonly text: () => string;
  readonly icon?: IconName;
}

/** Copies a text. What came of it stands on the button itself, which has the focus: a place to speak from each would be too many. */
export function CopyButton({ label, text, icon = 'copy' }: CopyButtonProps) {
  const [said, setSaid] = useState<string | null>(null);
  const copy = (): void => {
    navigator.clipboard.writeText(text()).then(
      () => setSaid(t('copy_done')),
      () => setSaid(t('copy_refused')), // the browser lets nothing into the clipboard now
    );
  };
  return (
    <button type="button" class="plain copy" onClick={copy} onBlur={() => setSaid(null)}>
      <Icon name={said === null ? icon : 'done'} />
      {said ?? label}
    </button>
  );
}

/** The same for a block of code, inside which it stands. */
export const CopyCode = ({ text }: { text: string }) => <CopyButton label={t('copy_code')} text={() => text} />;
