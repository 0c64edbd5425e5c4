import { useState } from 'preact/hooks';
import { siteName } from '../../handoff/titles';
import { folderPath, PLACEHOLDERS } from '../../jobs/folder/names';
import type { Send } from '../../messages/send';
import { canPick, pickFolder } from '../../platform/picked-folder';
import { t } from '../../platform/strings';
import { sites } from '../../providers/sites';
import type { Database } from '../../store/database';
import { changeFolder, readFolder } from '../../store/folder';
import { forgetPicked } from '../../store/saved';
import type { FolderSettings, Settings, SettingsChange } from '../../store/settings';
import { Box } from '../library/box';
import { LimitField } from '../library/limit-field';
import { answerOf, useLive } from '../live';
import { FolderState } from './folder-state';

interface FolderSectionProps {
  readonly db: Database;
  readonly send: Send;
  readonly settings: Settings;
  readonly onChange: (changed: SettingsChange) => Promise<unknown>;
}

/** Archives that are written without being asked for: whether, where, and under which names. */
export function FolderSection({ db, send, settings, onChange }: FolderSectionProps) {
  const { folder } = settings;
  const change = async (changed: SettingsChange): Promise<void> => {
    await onChange(changed);
    await send('folder.tend', { write: 'due' }).catch(() => undefined); // the next start of the background looks
  };
  const turn = (changed: Partial<FolderSettings>): void =>
    void change((before) => ({ folder: { ...before.folder, ...changed } }));
  return (
    <section class="stack folder">
      <h3>{t('folder_title')}</h3>
      <Box name="folder" label="folder_on" why="folder_on_why" on={folder.on} onTurn={(on) => turn({ on })} />
      <Place db={db} folder={folder} onTurn={turn} />
      <PatternField pattern={folder.pattern} onChoose={(pattern) => turn({ pattern })} />
      <LimitField
        name="folderQuiet"
        value={settings.folderQuiet}
        onChoose={(folderQuiet) => void change({ folderQuiet })}
      />
      <Choice
        name="keep"
        label={t('folder_keep')}
        value={folder.keep}
        options={[
          ['replace', t('folder_replace')],
          ['versions', t('folder_versions')],
        ]}
        onChoose={(keep) => turn({ keep: keep === 'versions' ? 'versions' : 'replace' })}
      />
      <Choice
        name="site"
        label={t('folder_which')}
        value={folder.site ?? ''}
        options={[['', t('folder_every_site')], ...sites.map(({ id }) => [id, siteName(id)] as const)]}
        onChoose={(site) => turn({ site: site === '' ? null : site })}
      />
      {folder.on && <FolderState db={db} send={send} />}
    </section>
  );
}

interface PlaceProps {
  readonly db: Database;
  readonly folder: FolderSettings;
  readonly onTurn: (changed: Partial<FolderSettings>) => void;
}

/** Below the downloads, or, where the browser hands one out, in a folder that is picked. */
function Place({ db, folder, onTurn }: PlaceProps) {
  const picked = answerOf(useLive(() => readFolder(db), [db]))?.picked ?? null;
  if (!canPick()) return folder.place === 'picked' ? <NotHere onTurn={onTurn} /> : <p>{t('folder_downloads_only')}</p>;
  const pick = async (): Promise<void> => {
    const chosen = await pickFolder();
    if (!chosen) return;
    await changeFolder(db, { picked: chosen });
    await forgetPicked(db);
    onTurn({ place: 'picked' });
  };
  return (
    <div class="stack">
      <Choice
        name="place"
        label={t('folder_where')}
        value={folder.place}
        options={[
          ['downloads', t('folder_downloads')],
          ['picked', t('folder_picked')],
        ]}
        onChoose={(place) => onTurn({ place: place === 'picked' ? 'picked' : 'downloads' })}
      />
      {folder.place === 'picked' && (
        <div class="row">
          <p>{picked ? <bdi>{t('folder_picked_name', picked.name)}</bdi> : t('folder_none_picked')}</p>
          <button type="button" onClick={() => void pick()}>
            {t(picked ? 'folder_pick_other' : 'folder_pick')}
          </button>
        </div>
      )}
    </div>
  );
}

/** The settings came from a browser that hands out folders, and this one does not. */
const NotHere = ({ onTurn }: Pick<PlaceProps, 'onTurn'>) => (
  <div class="say careful stack">
    <p>{t('folder_not_here')}</p>
    <div class="row">
      <button type="button" onClick={() => onTurn({ place: 'downloads' })}>
        {t('folder_downloads')}
      </button>
    </div>
  </div>
);

const EXAMPLE = {
  key: '3f9c01d2',
  title: t('folder_example'),
  started: '2026-11-30T09:00:00.000Z',
  site: siteName('chatgpt'),
};

/** The pattern of the names, and what it makes of a chat. */
function PatternField({ pattern, onChoose }: { pattern: string; onChoose: (pattern: string) => void }) {
  const [typed, setTyped] = useState(pattern);
  const name = folderPath(typed, EXAMPLE);
  return (
    <div class="limit">
      <label for="setting-pattern">{t('folder_pattern')}</label>
      <input
        id="setting-pattern"
        class="wide"
        type="text"
        spellcheck={false}
        maxLength={300}
        value={typed}
        aria-describedby="pattern-why pattern-example"
        onInput={(event) => setTyped(event.currentTarget.value)}
        onChange={(event) => onChoose(event.currentTarget.value)}
      />
      <p class="quiet" id="pattern-why">
        {t('folder_pattern_why', PLACEHOLDERS.map((each) => `{${each}}`).join(' '))}
      </p>
      <p id="pattern-example">
        {t('folder_preview')} <code>{name}</code>
      </p>
    </div>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, words: string])[];
  readonly onChoose: (value: string) => void;
}

function Choice({ name, label, value, options, onChoose }: ChoiceProps) {
  return (
    <div class="limit">
      <label for={`setting-folder-${name}`}>{label}</label>
      <select id={`setting-folder-${name}`} value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
        {options.map(([each, words]) => (
          <option key={each} value={each}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}
