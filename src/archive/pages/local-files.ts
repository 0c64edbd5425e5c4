import type { Event } from '../../model/event';
import type { Part } from '../../model/parts';
import { isMedia, mediaHash } from '../../report/media';
import type { PageSession } from './context';

/** Paths in the archive of the files that an event's parts name, by the site's own pointer (`sandbox:/…`, say). */
export function localPaths(page: PageSession, event: Event, parts: readonly Part[]): ReadonlyMap<string, string> {
  const paths = new Map<string, string>();
  for (const part of parts) {
    if (!isMedia(part) || typeof part.pointer !== 'string') continue;
    const hash = mediaHash(page.view, event, part);
    const file = hash === null ? null : page.artifact(hash);
    if (file) paths.set(part.pointer, file.path);
  }
  return paths;
}

/** Evidence that a message cites stands in its text by number, and among the sources: not a third time below the text. */
export const isInText = (event: Event, part: Part): boolean =>
  event.kind === 'message' && part.type === 'evidence' && part.cited === true;
