import { ext } from './browser';

/** Saves what is at a Blob's address under a name in the downloads folder. Gives the browser's number of the download. */
export const download = (url: string, name: string): Promise<number> =>
  ext.downloads.download({ url, filename: name, saveAs: false, conflictAction: 'uniquify' });

export type DownloadEnd = 'complete' | 'interrupted';

/** How a download ended, or null while it runs. `interrupted` too if the browser no longer knows it. */
export async function downloadEnd(id: number): Promise<DownloadEnd | null> {
  const [found] = await ext.downloads.search({ id });
  if (!found) return 'interrupted';
  return found.state === 'in_progress' ? null : found.state;
}

/** Calls back with each download that ends. */
export const onDownloadEnd = (listener: (id: number, end: DownloadEnd) => void): void =>
  ext.downloads.onChanged.addListener(({ id, state }) => {
    if (state?.current === 'complete' || state?.current === 'interrupted') listener(id, state.current);
  });

/** Stops a download that runs. */
export const stopDownload = (id: number): Promise<void> => ext.downloads.cancel(id);
