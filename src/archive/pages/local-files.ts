import type { Event } from '../../model/event';
import type { Part } from '../../model/parts';
import type { LocalFile } from '../../prose/ways';
import { isMedia, mediaHash } from '../../report/media';
import type { PageSession } from './context';

const PICTURES: ReadonlySet<string> = new Set([
  ...['image/png', 'image/apng', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/bmp'],
]);

/** True for what a browser draws from pixels alone. */
export const isPicture = (mime: string): boolean => PICTURES.has(mime);

/** Files of the archive that an event's parts name, by the site's own pointer (`sandbox:/…`, say). */
export function localFiles(page: PageSession, event: Event, parts: readonly Part[]): ReadonlyMap<string, LocalFile> {
  const files = new Map<string, LocalFile>();
  for (const part of parts) {
    if (!isMedia(part) || typeof part.pointer !== 'string') continue;
    const hash = mediaHash(page.view, event, part);
    const file = hash === null ? null : page.artifact(hash);
    if (file) files.set(part.pointer, { href: file.path, isPicture: isPicture(file.sniffed.mime) });
  }
  return files;
}

/** Evidence that a message cites stands in its text by number, and among the sources: not a third time below the text. */
export const isInText = (event: Event, part: Part): boolean =>
  event.kind === 'message' && part.type === 'evidence' && part.cited === true;
