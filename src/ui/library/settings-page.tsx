import { useCallback, useState } from 'preact/hooks';
import type { Send } from '../../messages/send';
import { type MessageKey, t } from '../../platform/strings';
import type { Database } from '../../store/database';
import {
  changeSettings,
  LIMITS,
  type LimitName,
  readSettings,
  type Settings,
  type SettingsChange,
} from '../../store/settings';
import { FolderSection } from '../folder/folder-section';
import { answerOf, useLive } from '../live';
import { errorSentence } from '../sentences';
import { WatchSettings } from '../watch/watch-settings';
import { Box } from './box';
import { LimitField } from './limit-field';

/** How much of the files is fetched, of the pages that answers lean on, and how large a part of a backup is: each in the order in which it is told. */
const GROUPS: readonly { readonly title: MessageKey; readonly limits: readonly LimitName[] }[] = [
  { title: 'settings_files', limits: ['largestFile', 'fileSeconds', 'filesAtOnce', 'mostFiles'] },
  { title: 'settings_pages', limits: ['pageBytes', 'pageSeconds', 'pageImages', 'imageBytes'] },
  { title: 'settings_backup', limits: ['backupPart'] },
];

/** What the person can choose, each with a sentence. Every change is kept at once. */
export function SettingsPage({ db, send }: { db: Database; send: Send }) {
  const settings = answerOf(useLive(() => readSettings(db), [db]));
  const [said, setSaid] = useState<{ readonly tone: string; readonly words: string } | null>(null);
  const change = useCallback(
    (changed: SettingsChange): Promise<void> =>
      changeSettings(db, changed).then(
        () => setSaid({ tone: 'good', words: t('settings_kept') }),
        (error) => setSaid({ tone: 'bad', words: errorSentence(error) }),
      ),
    [db],
  );
  if (!settings) return null;
  return (
    <div class="stack settings">
      <p class={said ? `say ${said.tone}` : 'unseen'} role="status">
        {said?.words}
      </p>
      <section class="stack">
        <h3>{t('settings_watch')}</h3>
        <WatchSettings db={db} />
        <Box
          name="watchPages"
          label="settings_watch_pages"
          why="settings_watch_pages_why"
          on={settings.watchPages}
          onTurn={(watchPages) => change({ watchPages })}
        />
        <LimitField
          name="quietSeconds"
          value={settings.quietSeconds}
          onChoose={(quietSeconds) => change({ quietSeconds })}
        />
      </section>
      {GROUPS.map(({ title, limits }) => (
        <section key={title} class="stack">
          <h3>{t(title)}</h3>
          {title === 'settings_files' && (
            <Box
              name="files"
              label="settings_at_capture"
              why="settings_at_capture_why"
              on={settings.files}
              onTurn={(files) => void change({ files })}
            />
          )}
          {limits.map((name) => (
            <LimitField
              key={name}
              name={name}
              value={settings[name]}
              onChoose={(value) => void change({ [name]: value })}
            />
          ))}
        </section>
      ))}
      <FolderSection db={db} send={send} settings={settings} onChange={change} />
      <section class="stack">
        <h3>{t('settings_library')}</h3>
        <Box
          name="keys"
          label="keys_on"
          why="settings_keys_why"
          on={settings.keys}
          onTurn={(keys) => void change({ keys })}
        />
      </section>
      <div class="row">
        <button type="button" onClick={() => void change(USUAL)}>
          {t('settings_usual')}
        </button>
      </div>
    </div>
  );
}

/** Every limit as it is where nobody chose. */
const USUAL = Object.fromEntries(Object.entries(LIMITS).map(([name, { usual }]) => [name, usual])) as Partial<Settings>;
