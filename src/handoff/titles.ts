import type { Event } from '../model/event';
import { activePath } from '../projection/branches';
import { titleOf } from '../projection/lacks';
import type { SessionView } from '../projection/view';
import { siteById } from '../providers/sites';
import { attachedName } from './attached';
import { clipped, shownName } from './marks';

/** The name of a site, for people; its id where this release does not know it. */
export const siteName = (id: string): string => siteById(id)?.name ?? shownName(id);

/** Longer is no title but a speech. The whole of it is in the log. */
const LONGEST = 300;

/** A title as it is shown: on one line, all of it visible, not without end; null where nothing can be seen. */
export const lineOfTitle = (title: string | null): string | null =>
  title === null ? null : clipped(title, LONGEST) || null;

/** Of the first words, where they stand for a title. */
const FEW = 60;

/** The first words of the person in some events; where they hold none (a stream may not), the model's. */
export function firstWordsAmong(events: readonly Event[]): string | null {
  for (const role of ['user', 'assistant'] as const)
    for (const event of events) {
      const words = wordsOf(event, role);
      if (words !== '') return words;
    }
  return null;
}

/** The first words of a message, not those of something that was sent along; empty for anything else. */
function wordsOf({ kind, body }: Event, role: 'user' | 'assistant'): string {
  if (kind !== 'message' || body.role !== role || body.hidden) return '';
  const lines = body.parts.map((part) =>
    part.type === 'text' && attachedName(part) === null ? wholeWords(clipped(part.text, FEW)) : '',
  );
  return lines.find((line) => line !== '') ?? '';
}

/** Where words were cut off, without the piece of the last one. */
const wholeWords = (line: string): string => line.replace(/ [^ ]{1,20} …$/, ' …');

/** What a session is called: by its title, else by its first words. `path`: the branch the person was on, where it is known. */
export function sessionName(view: SessionView, path?: readonly Event[]): string {
  const words = shownTitle(view) === null ? firstWordsAmong(path ?? activePath(view)) : null;
  return shownTitle(view) ?? (words === null ? 'Untitled' : `Untitled: “${words}”`);
}

/** The title of a session as it is shown, or null where it has none. */
export const shownTitle = (view: SessionView): string | null => lineOfTitle(titleOf(view));
