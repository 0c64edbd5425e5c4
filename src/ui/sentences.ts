import { Fault, type FaultCode } from '../lib/fault';
import { type MessageKey, t } from '../platform/strings';
import type { FolderError, JobError, ReadError } from '../store/job-rows';

const FAULTS: Record<FaultCode, MessageKey> = {
  'no-permission': 'job_error_no_permission',
  'storage-full': 'job_error_storage_full',
  'storage-blocked': 'job_error_storage_blocked',
  'database-newer': 'job_error_database_newer',
  'context-gone': 'job_error_context_gone',
  'refused-sender': 'job_error_refused_sender',
  'bad-message': 'job_error_bad_message',
  cancelled: 'job_error_cancelled',
  'broken-promise': 'job_error_broken_promise',
};

const READS: Record<ReadError, MessageKey> = {
  'read-busy': 'job_error_read_busy',
  'read-drift': 'job_error_read_drift',
  'read-empty': 'job_error_read_empty',
  'read-moved': 'job_error_read_moved',
  'read-no-answer': 'job_error_read_no_answer',
  'read-not-found': 'job_error_read_not_found',
  'read-refused': 'job_error_read_refused',
  'read-signed-out': 'job_error_read_signed_out',
  'read-site-error': 'job_error_read_site_error',
};

const FOLDER: Record<FolderError, MessageKey> = {
  'folder-asks': 'job_error_folder_asks',
  'folder-failing': 'job_error_folder_failing',
  'folder-full': 'job_error_folder_full',
  'folder-gone': 'job_error_folder_gone',
  'folder-locked': 'job_error_folder_locked',
};

const SENTENCES: Record<JobError, MessageKey> = { ...FAULTS, ...READS, ...FOLDER };

/** What went wrong and what to do, as a sentence. */
export const faultSentence = (code: JobError | null): string => t(SENTENCES[code ?? 'broken-promise']);

/** The same for anything that was thrown. */
export const errorSentence = (error: unknown): string => faultSentence(Fault.is(error) ? error.code : 'broken-promise');
