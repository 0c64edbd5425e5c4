import { useEffect } from 'preact/hooks';
import type { Verdict } from '../../archive/verify';
import { shownName } from '../../handoff/marks';
import type { LibraryHead } from '../../model/library';
import { type MessageKey, t } from '../../platform/strings';
import type { Imported, ImportJob, JobRow } from '../../store/job-rows';
import { Dialog } from '../dialog';
import { count } from '../format';
import { isAtWork, JobEnd, JobLine } from '../job-line';
import type { LibraryDoors } from './doors';
import { type Checking, useCheck } from './use-check';
import { useImport } from './use-import';
import { CheckingView } from './verify-dialog';

export type Verb = ImportJob['ask']['verb'];

/** What an import gave: what became of each session, and what was found out about the archive before. */
export interface ImportEnd {
  readonly sessions: readonly Imported[];
  readonly verdict: Verdict['kind'];
  /** Of a restored backup: which of its parts are missing. */
  readonly backup?: NonNullable<ImportJob['result']>['backup'];
}

export interface ImportDialogProps {
  readonly doors: LibraryDoors;
  readonly file: File;
  readonly verb: Verb;
  /** The person has said yes already, to the parts before it. */
  readonly isSure?: boolean | undefined;
  readonly onClose: (end: ImportEnd | null) => void;
}

const WORDS: Record<Verb, { readonly title: MessageKey; readonly does: MessageKey; readonly go: MessageKey }> = {
  import: { title: 'import_title', does: 'import_does', go: 'import_go' },
  restore: { title: 'restore_title', does: 'restore_does', go: 'restore_go' },
};

/**
 * The verdict first. A sound archive is then imported: copies that nobody can mistake for our own, and that can be
 * deleted. A damaged one, and restoring, which changes what is ours, are asked about.
 */
export function ImportDialog({ doors, file, verb, isSure = false, onClose }: ImportDialogProps) {
  const { title, does, go } = WORDS[verb];
  const checking = useCheck(file);
  const { job, trouble, run } = useImport(doors, { file, verb, onClose });
  const checked = openedIn(checking);
  const asks = (verb === 'restore' && !isSure) || checked?.verdict.kind === 'damaged';
  useEffect(() => {
    if (checked && !asks) run(checked.archive, checked.verdict.kind);
  }, [checked, asks, run]);
  const phase = trouble === null ? phaseOf(checking, asks, job) : 'ended';
  const cancel = (id: string): void => void doors.send('job.cancel', { job: id }).catch(() => undefined); // it shows by itself
  return (
    <Dialog title={t(title)} onClose={() => phase !== 'working' && onClose(null)}>
      <p>
        <bdi>{shownName(file.name)}</bdi>
      </p>
      <div class="stack" role="status">
        <CheckingView checking={checking} />
        {checked && <p>{t(does)}</p>}
        {checked && verb === 'restore' && checked.archive.library && <BackupWords library={checked.archive.library} />}
        {job && (phase === 'working' ? <JobLine job={job} onCancel={cancel} /> : <JobEnd job={job} />)}
        {trouble !== null && <p class="say bad">{trouble}</p>}
      </div>
      <Ways
        go={phase === 'asking' ? t(go) : null}
        onGo={() => checked && run(checked.archive, checked.verdict.kind)}
        leave={phase === 'working' ? null : t(phase === 'ended' ? 'button_close' : 'button_cancel')}
        onLeave={() => onClose(null)}
      />
    </Dialog>
  );
}

/** What comes back beside the sessions. */
function BackupWords({ library: { part } }: { library: LibraryHead }) {
  return (
    <p>
      {t('restore_library')} {part.of > 1 && t('restore_part', count(part.number), count(part.of))}
    </p>
  );
}

type Phase = 'checking' | 'asking' | 'working' | 'ended';

function phaseOf(checking: Checking, asks: boolean, job: JobRow | null): Phase {
  if (checking.state === 'checking') return 'checking';
  if (openedIn(checking) === null) return 'ended';
  if (job === null) return asks ? 'asking' : 'working';
  return isAtWork(job) ? 'working' : 'ended';
}

/** The archive that was opened and checked, if it came to that. */
const openedIn = (checking: Checking) =>
  checking.state === 'checked' && checking.checked.kind === 'checked' ? checking.checked : null;

interface WaysProps {
  /** What the button says that goes on; null: there is nothing to decide. */
  readonly go: string | null;
  readonly onGo: () => void;
  /** What the button says that closes; null: the job has to be cancelled first. */
  readonly leave: string | null;
  readonly onLeave: () => void;
}

function Ways({ go, onGo, leave, onLeave }: WaysProps) {
  return (
    <div class="row">
      {go !== null && (
        <button type="button" class="main" onClick={onGo}>
          {go}
        </button>
      )}
      {leave !== null && (
        <button type="button" onClick={onLeave}>
          {leave}
        </button>
      )}
    </div>
  );
}
