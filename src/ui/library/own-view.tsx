import { useEffect, useRef } from 'preact/hooks';
import type { Send } from '../../messages/send';
import { type MessageKey, t } from '../../platform/strings';
import type { Database } from '../../store/database';
import { EverythingPage } from '../everything/everything-page';
import type { ViewName } from '../place';
import type { Grants } from './doors';
import { JournalPage } from './journal-page';
import { SettingsPage } from './settings-page';

const TITLES: Record<ViewName, { readonly title: MessageKey; readonly words: MessageKey }> = {
  everything: { title: 'everything_title', words: 'everything_words' },
  settings: { title: 'settings_title', words: 'settings_words' },
  journal: { title: 'journal_title', words: 'journal_words' },
};

interface OwnViewProps {
  readonly db: Database;
  readonly view: ViewName;
  readonly send: Send;
  readonly grants: Grants;
}

/** A view of the library that is about no session. Its title takes the focus, as that of a session does. */
export function OwnView({ db, view, send, grants }: OwnViewProps) {
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
      {view === 'settings' && <SettingsPage db={db} />}
      {view === 'journal' && <JournalPage db={db} />}
    </main>
  );
}
