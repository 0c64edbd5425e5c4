import { useEffect, useRef } from 'preact/hooks';
import { type MessageKey, t } from '../../platform/strings';
import { EverythingPage } from '../everything/everything-page';
import type { ViewName } from '../place';
import { BackupPage } from './backup-page';
import type { LibraryDoors } from './doors';
import { JournalPage } from './journal-page';
import { SettingsPage } from './settings-page';
import { StoragePage } from './storage-page';
import type { Work } from './use-work';

const TITLES: Record<ViewName, { readonly title: MessageKey; readonly words: MessageKey }> = {
  everything: { title: 'everything_title', words: 'everything_words' },
  settings: { title: 'settings_title', words: 'settings_words' },
  journal: { title: 'journal_title', words: 'journal_words' },
  backup: { title: 'backup_title', words: 'backup_words' },
  storage: { title: 'storage_title', words: 'storage_words' },
};

interface OwnViewProps {
  readonly doors: LibraryDoors;
  readonly work: Work;
  readonly view: ViewName;
}

/** A view of the library that is about no session. Its title takes the focus, as that of a session does. */
export function OwnView({ doors, work, view }: OwnViewProps) {
  const { db, send, grants } = doors;
  const heading = useRef<HTMLHeadingElement>(null);
  const { title, words } = TITLES[view];
  useEffect(() => {
    document.title = t('session_page_title', t(title));
    heading.current?.focus();
    return () => {
      document.title = t('library_title');
    };
  }, [title]);
  return (
    <main class="own-view stack">
      <p>
        <a href="#list">{t('library_back')}</a>
      </p>
      <header>
        <h2 class="title" id="session-title" tabIndex={-1} ref={heading}>
          {t(title)}
        </h2>
        <p class="quiet">{t(words)}</p>
      </header>
      {view === 'everything' && <EverythingPage db={db} send={send} grants={grants} />}
      {view === 'settings' && <SettingsPage db={db} send={send} />}
      {view === 'journal' && <JournalPage db={db} />}
      {view === 'backup' && <BackupPage doors={doors} work={work} />}
      {view === 'storage' && <StoragePage doors={doors} />}
    </main>
  );
}
