import { ext } from './browser';

/** Saves what is at a Blob's address under a name in the downloads folder. Gives the browser's number of the download. */
export const download = (url: string, name: string): Promise<number> =>
  ext.downloads.download({ url, filename: name, saveAs: false, conflictAction: 'uniquify' });

/**
 * How a download ended. `complete`: under which name, which the browser may have changed (`x (1).zip`), or null where it
 * does not say. `cancelled`: by the person; `no-space`: the disk is full; `interrupted`: anything else.
 */
export type DownloadEnd =
  | { readonly kind: 'complete'; readonly name: string | null }
  | { readonly kind: 'cancelled' | 'no-space' | 'interrupted' };

/** How a download ended, or null while it runs. */
export async function downloadEnd(id: number): Promise<DownloadEnd | null> {
  const [found] = await ext.downloads.search({ id });
  if (found?.state === 'in_progress') return null;
  if (found?.state !== 'complete') return { kind: interruption(found?.error) };
  // the folders are nobody's business
  const name = found.filename.replace(/^.*[/\\]/s, '');
  return { kind: 'complete', name: name === '' ? null : name };
}

function interruption(error: string | undefined): Exclude<DownloadEnd['kind'], 'complete'> {
  if (error === 'USER_CANCELED') return 'cancelled';
  return error === 'FILE_NO_SPACE' ? 'no-space' : 'interrupted';
}

/** Calls back with the number of each download that ends. */
export const onDownloadEnd = (listener: (id: number) => void): void =>
  ext.downloads.onChanged.addListener(({ id, state }) => {
    if (state?.current === 'complete' || state?.current === 'interrupted') listener(id);
  });

/** Stops a download that runs. One that has ended is left as it is. */
export async function stopDownload(id: number): Promise<void> {
  if ((await downloadEnd(id)) === null) await ext.downloads.cancel(id);
}
