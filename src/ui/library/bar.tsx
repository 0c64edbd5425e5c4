import { useRef } from 'preact/hooks';
import { type MessageKey, t } from '../../platform/strings';
import { Icon } from '../icon';
import type { ViewName } from '../place';

/** What is to be done with a file that was picked or dropped. */
export type Purpose = 'import' | 'restore' | 'verify';

export interface Chosen {
  readonly purpose: Purpose;
  readonly file: File;
  /** Those that follow it, picked together with it: parts of one backup. */
  readonly rest?: readonly File[];
  /** The person has said yes to those before it. */
  readonly isSure?: boolean;
}

const LABELS: Record<Purpose, { readonly label: MessageKey; readonly why: MessageKey }> = {
  import: { label: 'library_import', why: 'library_import_why' },
  restore: { label: 'library_restore', why: 'library_restore_why' },
  verify: { label: 'library_verify', why: 'library_verify_why' },
};

interface BarProps {
  /** The view that is shown instead of the sessions. */
  readonly view: ViewName | null;
  readonly onChoose: (chosen: Chosen) => void;
  readonly onKeys: () => void;
}

const VIEWS: Record<ViewName, MessageKey> = {
  backup: 'backup_title',
  storage: 'storage_title',
  everything: 'everything_title',
  settings: 'settings_title',
  journal: 'journal_title',
};

/** The page's name, what begins with a file, and the way to the other views. */
export function Bar({ view, onChoose, onKeys }: BarProps) {
  return (
    <header class="bar">
      <button type="button" class="skip" onClick={() => document.getElementById('session-title')?.focus()}>
        {t('library_skip')}
      </button>
      <h1 class="name">
        <img class="mark" src="/icon.svg" alt="" />
        {t('extension_name')}
      </h1>
      {(['import', 'restore', 'verify'] as const).map((purpose) => (
        <FileButton key={purpose} purpose={purpose} onChoose={onChoose} />
      ))}
      {(['everything', 'backup', 'storage', 'settings', 'journal'] as const).map((each) => (
        <a key={each} href={`#${each}`} aria-current={each === view ? 'page' : undefined}>
          {t(VIEWS[each])}
        </a>
      ))}
      <button type="button" class="plain" aria-keyshortcuts="?" onClick={onKeys}>
        <Icon name="keys" />
        {t('keys_button')}
      </button>
    </header>
  );
}

interface FileButtonProps {
  readonly purpose: Purpose;
  readonly onChoose: (chosen: Chosen) => void;
}

/** A button that asks for a file. The browser's own field is there, but nobody has to look at it. */
function FileButton({ purpose, onChoose }: FileButtonProps) {
  const { label, why } = LABELS[purpose];
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" title={t(why)} onClick={() => field.current?.click()}>
        <Icon name={purpose} />
        {t(label)}
      </button>
      <input
        ref={field}
        id={`${purpose}-file`}
        class="unseen"
        type="file"
        accept=".zip,application/zip"
        multiple={purpose === 'restore'}
        tabIndex={-1}
        aria-hidden="true"
        onChange={({ currentTarget }) => {
          const [file, ...rest] = currentTarget.files ?? [];
          currentTarget.value = ''; // the same file may be picked again
          if (file) onChoose({ purpose, file, rest });
        }}
      />
    </>
  );
}
