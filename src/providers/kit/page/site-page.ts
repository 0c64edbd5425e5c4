import type { Draft, Payload, Reading, Site } from '../../contract';
import { addressOf, firstOrigin } from '../addresses';
import { PAGE_ROUTE } from '../page-route';
import { addressesIn, isMarkup, titleOf } from './address';
import { type FoundPage, foundReading } from './found';
import { type PageParent, readPage } from './tree';

/** How a site's page is told from any other, and what it shows. */
export interface SitePage {
  readonly site: Site;
  /** Each finds something in every page of a conversation: a text in which one does not need not be read as a page. */
  readonly mentions: readonly RegExp[];
  /** Other origins that the page may say it is from. */
  readonly origins?: readonly string[];
  /** What stands in the title of every page of the site. */
  readonly titled: RegExp;
  find(page: PageParent): Pick<FoundPage, 'messages' | 'claimed' | 'windowed'>;
  /** The conversation's id as elements name it, where no address does. */
  nativeIn?(page: PageParent): string | null;
  /** What the site keeps of the conversation. */
  servers(native: string | null): readonly Draft[];
}

/** How a text would be a page of a site: it shows a conversation of it, or says that it is from there. Null: it is not. */
export function recogniseSitePage(
  { mentions, find, ...own }: SitePage,
  text: string,
): { readonly route: typeof PAGE_ROUTE; readonly form: 'page' } | null {
  const page = isMarkup(text) && mentions.every((each) => each.test(text)) ? readPage(text) : null;
  const isOurs = page && (find(page).messages.length > 0 || addressesIn(page).some((each) => isFrom(own, each)));
  return isOurs ? { route: PAGE_ROUTE, form: 'page' } : null;
}

/** Reads what a page of a site shows of the conversation. */
export function readSitePage(own: SitePage, { head, text }: Payload): Reading {
  const page = readPage(text);
  if (!page) return { kind: 'drift', because: 'shape', at: ['a page that grows while it is read'] };
  const found = own.find(page);
  if (found.messages.length === 0) return { kind: 'nothing', because: 'other-page' };
  const at = [addressOf(head.address ?? ''), ...addressesIn(page)].filter((each) => each !== null);
  const named = at.flatMap((each) => (isFrom(own, each) ? (own.site.conversation(each) ?? []) : []));
  const native = named[0] ?? own.nativeIn?.(page) ?? null;
  return foundReading(own.site, text, {
    ...found,
    native,
    title: titleOf(page, own.titled),
    servers: own.servers(native),
  });
}

const isFrom = ({ site, origins = [] }: Pick<SitePage, 'site' | 'origins'>, { origin }: URL): boolean =>
  origin === firstOrigin(site) || origins.includes(origin);
