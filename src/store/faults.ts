import { Fault } from '../lib/fault';

const FULL = new Set(['QuotaExceededError', 'NS_ERROR_DOM_INDEXEDDB_QUOTA_ERR', 'NS_ERROR_FILE_NO_DEVICE_SPACE']);
const BLOCKED = new Set([
  'AbortError', // nobody aborts here, but the browser, which has closed the database under a transaction
  'DatabaseClosedError',
  'InvalidStateError',
  'MissingAPIError',
  'OpenFailedError',
  'SecurityError',
  'UnknownError',
  'VersionError',
]);

/** A database error as one of ours, or null where it is none of the storage's. Looks through what wraps it. */
export function storageFault(error: unknown): Fault | null {
  if (Fault.is(error)) return error;
  const names = namesOf(error);
  if (names.some((name) => FULL.has(name)) || isUnwritten(names)) return new Fault('storage-full', { cause: error });
  if (names.some((name) => BLOCKED.has(name))) return new Fault('storage-blocked', { cause: error });
  return null;
}

/**
 * Chromium writes large values to files of their own, and aborts the transaction with a DataError where the disk has no
 * room for them (seen in 156). A DataError outside an abort is a key of ours that is none.
 */
const isUnwritten = (names: readonly string[]): boolean => names.includes('AbortError') && names.includes('DataError');

/** The names of an error and of all it wraps: Dexie has them in `inner` and, of bulk writes, in `failures`. */
function namesOf(error: unknown, depth = 0): string[] {
  if (typeof error !== 'object' || error === null || depth > 4) return [];
  const { name, inner, cause, failures } = error as {
    name?: unknown;
    inner?: unknown;
    cause?: unknown;
    failures?: unknown;
  };
  const wrapped = [inner, cause, ...(Array.isArray(failures) ? failures.slice(0, 1) : [])];
  return [...(typeof name === 'string' ? [name] : []), ...wrapped.flatMap((each) => namesOf(each, depth + 1))];
}

/** Runs a piece of database work; what the storage refuses comes out as a Fault. */
export async function guarded<R>(work: () => PromiseLike<R>): Promise<R> {
  try {
    return await work();
  } catch (error) {
    throw storageFault(error) ?? error;
  }
}
