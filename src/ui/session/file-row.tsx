import { seenName, shownName } from '../../handoff/marks';
import { fileIcon } from '../../look/icons';
import { t } from '../../platform/strings';
import type { ListedFile } from '../../report/files';
import type { Database } from '../../store/database';
import { readArtifact } from '../../store/sessions';
import { count, size } from '../format';
import { cameSentence, whyMissing } from '../gap-words';
import { Icon } from '../icon';
import { save } from '../save';
import { NumberRef } from './number-ref';
import { Thumbnail } from './thumbnail';

interface FileRowProps {
  readonly db: Database;
  readonly file: ListedFile;
  /** How many bytes are kept; null: none, or nobody knows yet. */
  readonly kept: number | null;
  /** It is known what is kept. */
  readonly isKnown: boolean;
  /** It is being fetched. */
  readonly isComing: boolean;
  /** Files of the session are being fetched: nothing else can be asked for meanwhile. */
  readonly isBusy: boolean;
  /** Asks for it again; null: its site has no way to it. */
  readonly onAgain: (() => void) | null;
}

/** Places that are named in a row; the others stand in the session. */
const NAMED = 6;

/** One file: what it looks like, what it is called, how large it is, and what became of it. */
export function FileRow(props: FileRowProps) {
  const { db, file, kept, isKnown, isComing, isBusy, onAgain } = props;
  const name = shownName(seenName(file.name) ?? t('reader_file_unnamed'));
  const hash = kept !== null || !isKnown ? file.hash : null;
  return (
    <li class="file">
      <Look {...props} />
      <div class="about">
        <p>
          <bdi class="name">{name}</bdi> <Facts mime={file.mime} bytes={kept ?? file.bytes} />
        </p>
        <p class={hash !== null || isComing ? 'quiet' : 'missing'}>
          {isComing ? t('file_coming') : stateWords(file, hash !== null)}
        </p>
        <Places ids={file.places} />
      </div>
      {hash !== null && (
        <button type="button" onClick={() => void keepElsewhere(db, hash, name)}>
          {t('button_save')}
          <Unseen name={name} />
        </button>
      )}
      {onAgain && !isComing && (
        <button type="button" aria-disabled={isBusy} onClick={onAgain}>
          {t(isFirst(file) ? 'button_fetch' : 'button_again')}
          <Unseen name={name} />
        </button>
      )}
    </li>
  );
}

/** Which file a button is for, where nothing but its row says so. */
const Unseen = ({ name }: { name: string }) => (
  <span class="unseen">
    {' '}
    <bdi>{name}</bdi>
  </span>
);

/** True for what nobody has asked for so far. */
const isFirst = ({ state }: ListedFile): boolean => state === 'not-fetched' || state === 'not-asked';

/** A picture out of what is kept, else the sign of its kind. */
function Look({ db, file: { hash, type, mime }, kept }: FileRowProps) {
  const icon = fileIcon(mime ?? `${type}/`);
  if (hash !== null && kept !== null && icon === 'image') return <Thumbnail db={db} hash={hash} />;
  return (
    <span class="thumb">
      <Icon name={icon} />
    </span>
  );
}

const Facts = ({ mime, bytes }: Pick<ListedFile, 'mime' | 'bytes'>) => (
  <span class="quiet">
    {mime !== null && <bdi>{shownName(mime)}</bdi>}
    {mime !== null && bytes !== null && ' · '}
    {bytes !== null && size(bytes)}
  </span>
);

const Places = ({ ids }: { ids: readonly string[] }) => (
  <p class="refs">
    {ids.slice(0, NAMED).map((id) => (
      <NumberRef key={id} id={id} />
    ))}
    {ids.length > NAMED && <span class="quiet">{t('gap_places', count(ids.length))}</span>}
  </p>
);

/** What became of a file, in words. */
function stateWords({ state, came, isPreview }: ListedFile, isHere: boolean): string {
  if (state === 'kept') return t(isHere ? (isPreview ? 'file_preview' : 'file_kept') : 'file_lost');
  if (state === 'unsaid') return t('file_unsaid');
  return [whyMissing(state), cameSentence(came)].filter((words) => words !== '').join(' ');
}

/** Never as something that a click would run. */
async function keepElsewhere(db: Database, hash: string, name: string): Promise<void> {
  const bytes = await readArtifact(db, hash).catch(() => null); // the database is closed: the page says so elsewhere
  if (bytes) save(bytes, name);
}
