import { sha256Hex } from '../lib/hash';
import { canonical } from '../lib/json';
import type { Kind } from './bodies';

/** The event that stands for a native message, whatever its kind. */
export const messageId = (site: string, native: string): string => `${site}:${native}`;

/** An event that belongs to a message: by its own id, else by kind and number among those of the kind. */
export const blockId = (site: string, native: string, block: string): string => `${site}:${native}/${block}`;

/** An event that belongs to no message. `own` is its own id, where it has one. */
export const sessionEventId = (site: string, session: string, kind: Kind, own?: string): string =>
  `${site}:${session}/${kind}${own === undefined ? '' : `.${own}`}`;

/** An event of a message that a page gives no id: by its number there. Left out once anything better was read. */
export const pageEventId = (site: string, session: string, number: number | ''): string =>
  `${site}:${session}/page.${number}`;

/** The own id of an event of which a session may have several and the site gives none: from its body. */
export const bodyOwnId = (body: unknown): string => sha256Hex(canonical(body)).slice(0, 16);

/** SHA-256 of the canonical `[site, origin, native session id]`: which session this is, wherever it was read. */
export const sessionKey = (site: string, origin: string, native: string): string =>
  sha256Hex(canonical([site, origin, native]));

/** The folder of a session in an archive: the day of its start, the site, the first of its key. */
export const sessionSlug = (
  started: { occurred: string | null; recorded: string },
  site: string,
  key: string,
): string => `${(started.occurred ?? started.recorded).slice(0, 10)}-${site}-${key.slice(0, 8)}`;

const SOURCE = 'page:';

/** The event of a page that a session cites, by its address without what only names a place in it. */
export const sourcePageId = (address: string): string => `${SOURCE}${sha256Hex(pageOf(address)).slice(0, 16)}`;

/** The event of what was made of such a page: `text`, or a picture by its own id. */
export const sourcePartId = (page: string, part: string): string => `${page}/${part}`;

/** The event of a picture in such a page, by the picture's address. */
export const sourceImageId = (page: string, address: string): string =>
  sourcePartId(page, `image-${sha256Hex(address).slice(0, 16)}`);

/** The event of the page that such a picture is in; null for any other id. */
export const pageOfImage = (id: string): string | null => /^(page:.*)\/image-[^/]*$/s.exec(id)?.[1] ?? null;

/** True for the event of a cited page and for what was made of it. */
export const isSourcePage = (id: string): boolean => id.startsWith(SOURCE);

/** The address of a page, without what only names a place in it. */
export function pageOf(address: string): string {
  try {
    const url = new URL(address);
    url.hash = '';
    return url.href;
  } catch {
    return address; // none that could be asked for; still a name
  }
}

/** What people see: `V-` and the `seq` of an id's first line, four digits at least. */
export const shortNumber = (seq: number): string => `V-${String(seq).padStart(4, '0')}`;

/** The id of the message that an id says its event belongs to, if it is a block's; a text that is no id otherwise. */
export const idAbove = (id: string): string => id.slice(0, Math.max(id.lastIndexOf('/'), 0));
