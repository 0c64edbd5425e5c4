import type { Unread } from '../projection/unread';

/**
 * What a person may send to those who make readers: where the readers of a release got stuck, as JSON. Names of routes
 * and members, and the day; no words, ids or addresses of a conversation.
 */
export function driftReport(site: string, release: string, unread: readonly Unread[]): string {
  const exchanges = unread.map(({ route, because, places, recorded, reader }) => ({
    route,
    because,
    places: places.map(nameless),
    day: recorded.slice(0, 10),
    reader,
  }));
  return `${JSON.stringify({ valise: release, site, exchanges }, null, 2)}\n`;
}

/** A reader says names and never values; what is as long as an id or a sentence is left out all the same. */
const nameless = (place: string): string => place.slice(0, 200).replace(/[^/\s]*\d{4,}[^/\s]*|[^/\s]{41,}/gu, '*');
