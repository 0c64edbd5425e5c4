import type { SessionReading } from '../../contract';
import { placesOf } from './places';
import { type ShownMessage, type ShownPage, shownReading } from './shown';
import type { PageElement } from './tree';

/** A message where it was found. */
export type FoundMessage = Omit<ShownMessage, 'place'> & { readonly element: PageElement };

/** What was found in a page. */
export type FoundPage = Omit<ShownPage, 'messages'> & { readonly messages: readonly FoundMessage[] };

/** What a page shows as a reading, each message with its place in the text. */
export function foundReading(site: { id: string; blocks: boolean }, text: string, page: FoundPage): SessionReading {
  const places = placesOf(
    text,
    page.messages.map(({ element }) => element),
  );
  const messages = page.messages.map(({ element, ...message }) => ({ ...message, place: places.get(element) ?? '' }));
  return shownReading(site, { ...page, messages });
}
