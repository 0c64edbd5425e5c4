import type { PhrasingContent } from 'mdast';
import { place } from '../../handoff/shown';
import type { Event } from '../../model/event';
import { innerLink } from '../../prose/markdown-nodes';
import type { PageSession } from './context';
import { besidesOf, inPlace } from './in-place';
import { piecesOf } from './pieces';

/** A session whose transcript is written. */
export interface TranscriptPage extends PageSession {
  /** The number of an event, as a link to the heading under which it stands. */
  readonly refer: (id: string) => PhrasingContent;
}

/**
 * A heading that is one word is its own anchor, and the only kind that all readers of Markdown agree on: GitHub, VS Code
 * and pandoc take its letters in lower case, Obsidian compares the words of headings.
 */
export const anchorOf = (heading: string): string => `#${heading.toLowerCase()}`;

export const sourceName = (number: number): string => `Source-${number}`;

export function transcriptPage(page: PageSession): TranscriptPage {
  const anchors = anchorsIn(page);
  return {
    ...page,
    refer: (id) => {
      const number = place(page.shown, id);
      const heading = anchors.get(id);
      return heading === undefined ? { type: 'text', value: number } : innerLink(number, anchorOf(heading));
    },
  };
}

/** The heading under which each event stands: its own number, or that of the event it is said with. */
function anchorsIn(page: PageSession): ReadonlyMap<string, string> {
  const { stretches, rest, servers } = page.outline();
  const anchors = new Map<string, string>();
  const put = (events: readonly Event[], heading: string): void => {
    for (const event of events) {
      anchors.set(event.id, heading);
      for (const { id } of inPlace(page, event).values()) anchors.set(id, heading);
      for (const { id } of besidesOf(page, event)) anchors.set(id, place(page.shown, id));
    }
  };
  for (const turn of stretches.flatMap(({ turns }) => turns)) {
    const { words, rest: pieces } = piecesOf(turn);
    put([turn.event, ...words], place(page.shown, turn.event.id));
    for (const piece of pieces) put(piece, place(page.shown, piece[0].id));
  }
  for (const event of rest) put([event], place(page.shown, event.id));
  for (const [id, number] of page.told) anchors.set(id, sourceName(number));
  for (const { id } of servers) anchors.set(id, place(page.shown, id));
  return anchors;
}
