import type { FilesOrder } from '../../messages/to-relay';
import type { Site } from '../../providers/contract';
import type { CallFailure } from '../../providers/kit/site-answers';
import type { CallingPage } from '../../providers/kit/site-calls';
import { type FilesParts, filesFor } from './files';
import { FILES_HERE } from './files-here';

/** Fetches the files of an order. */
export type FilesFetcher = (
  parts: Omit<FilesParts, 'site'>,
  order: FilesOrder,
  page: CallingPage,
) => Promise<CallFailure | null>;

/** Lets the relay of this page fetch the files of a site: most pages never do, and so do not carry it. */
export function startFiles(site: Site): void {
  const fetcher: FilesFetcher = (parts, order, page) => filesFor({ ...parts, site }, order, page);
  Reflect.set(globalThis, FILES_HERE, fetcher);
}
