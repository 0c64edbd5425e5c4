import { type MessageKey, t } from '../../platform/strings';
import type { Imported } from '../../store/job-rows';
import { count } from '../format';
import type { ImportEnd } from './import-dialog';

const OUTCOMES: Record<Imported['outcome'], MessageKey> = {
  copied: 'import_copied',
  restored: 'import_restored',
  extended: 'import_extended',
  known: 'import_known',
  broken: 'import_broken',
};

/** What was found out about an archive and what became of its sessions, in some sentences. */
export function importWords({ sessions, verdict, backup }: ImportEnd): string {
  const counts = new Map<Imported['outcome'], number>();
  for (const { outcome } of sessions) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  const outcomes = [...counts].map(([outcome, many]) => t(OUTCOMES[outcome], count(many)));
  return [
    t(verdict === 'sound' ? 'import_was_sound' : 'import_was_damaged'),
    ...outcomes,
    ...(backup ? [backupWords(backup)] : []),
  ].join(' ');
}

/** What came back beside the sessions, and which parts are still missing. */
function backupWords({ of, missing }: NonNullable<ImportEnd['backup']>): string {
  const back = t('restored_library');
  return missing.length === 0 ? back : `${back} ${missingWords(missing, of)}`;
}

/** Which parts of a backup are still missing. */
export const missingWords = (missing: readonly number[], of: number): string =>
  t('restore_missing', missing.map((each) => count(each)).join(', '), count(of));
