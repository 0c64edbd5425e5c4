import type { FilesFetcher } from './files-main';

/** Where the script that fetches files is found by the relay beside it: both live in one world, but are two bundles. */
export const FILES_HERE = Symbol.for('valise.files');

/** What fetches files in this page; null: it was not brought here. */
export const filesHere = (): FilesFetcher | null => {
  const fetcher: unknown = Reflect.get(globalThis, FILES_HERE);
  return typeof fetcher === 'function' ? (fetcher as FilesFetcher) : null;
};
