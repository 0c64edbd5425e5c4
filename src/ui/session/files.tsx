import { useMemo } from 'preact/hooks';
import { t } from '../../platform/strings';
import { fetchableIn } from '../../report/fetchable';
import { filesOf, type ListedFile } from '../../report/files';
import type { Database } from '../../store/database';
import type { FilesJob } from '../../store/job-rows';
import { openJobs } from '../../store/jobs';
import { artifactsOf } from '../../store/sessions';
import { Fold } from '../fold';
import { count } from '../format';
import { Gradual } from '../gradual';
import { Icon } from '../icon';
import { openGaps } from '../job-line';
import { answerOf, useLive } from '../live';
import { FileRow } from './file-row';
import { type FilesDoors, useFilesDoors } from './files-doors';
import { useReading } from './reading';

export const FILES = 'files';

/** Every file that a session names, with what became of it: folded away; nothing where it names none. */
export function Files() {
  const { view } = useReading().shown;
  const doors = useFilesDoors();
  const files = useMemo(() => filesOf(view), [view]);
  if (!doors || files.length === 0) return null;
  const missing = files.filter(({ state }) => state !== 'kept').length;
  const title =
    missing === 0
      ? t('files_title', count(files.length))
      : t('files_title_missing', count(files.length), count(missing));
  return (
    <Fold id={FILES} title={title}>
      {() => <FilesList doors={doors} files={files} />}
    </Fold>
  );
}

/** Rows that are made at once. */
const STEP = 40;

function FilesList({ doors, files }: { doors: FilesDoors; files: readonly ListedFile[] }) {
  const { db, row, fetchAgain } = doors;
  const { view } = useReading().shown;
  const fetchable = useMemo(
    () => (row.copy ? new Set<string>() : fetchableIn(view, row.site)),
    [view, row.site, row.copy],
  );
  const sizes = answerOf(useLive(() => sizesOf(db, row.id), [db, row.id, row.revision]));
  const job = answerOf(useLive(() => fetchOf(db, row.id), [db, row.id]));
  const coming = useMemo(() => new Set(job ? openGaps(job) : []), [job]);
  const ways = (file: ListedFile): readonly string[] => file.gaps.filter((gap) => fetchable.has(gap));
  const missing = [...new Set(files.flatMap(ways))];
  const again = (gaps: readonly string[]): void => {
    if (!job) fetchAgain(gaps);
  };
  return (
    <>
      {missing.length > 0 && (
        <div class="row">
          <button type="button" aria-disabled={job !== null} onClick={() => again(missing)}>
            <Icon name="import" />
            {t('files_again_all', count(files.filter((file) => ways(file).length > 0).length))}
          </button>
          {job && <span class="quiet">{t('files_busy')}</span>}
        </div>
      )}
      <ul class="bare files">
        <Gradual
          items={files}
          keyOf={({ key }) => key}
          step={STEP}
          mark={(file) => `${sizes !== null} ${job !== null} ${file.gaps.some((gap) => coming.has(gap))}`}
          render={(file) => (
            <FileRow
              key={file.key}
              db={db}
              file={file}
              kept={file.hash === null ? null : (sizes?.get(file.hash) ?? null)}
              isKnown={sizes !== null}
              isComing={file.gaps.some((gap) => coming.has(gap))}
              isBusy={job !== null}
              onAgain={ways(file).length > 0 ? () => again(ways(file)) : null}
            />
          )}
        />
      </ul>
    </>
  );
}

const sizesOf = async (db: Database, session: string): Promise<ReadonlyMap<string, number>> =>
  new Map((await artifactsOf(db, session)).map(({ hash, size }) => [hash, size]));

/** The fetching of a session's files that goes on, if any. */
async function fetchOf(db: Database, session: string): Promise<FilesJob | null> {
  const found = (await openJobs(db)).find((job) => job.kind === 'files' && job.ask.session === session);
  return found?.kind === 'files' ? found : null;
}
