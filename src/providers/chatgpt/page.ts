import type { MaskRule, Payload, Reading } from '../contract';
import { addressOf, firstOrigin } from '../kit/addresses';
import { addressesIn, isMarkup, titleOf } from '../kit/page/address';
import { type FoundPage, foundReading } from '../kit/page/found';
import { pageMask } from '../kit/page/masks';
import { anyOf, attribute, first, having, type PageParent, readPage } from '../kit/page/tree';
import { PAGE_ROUTE } from '../kit/page-route';
import { articlesIn } from './page-articles';
import { exchangesIn } from './page-exchanges';
import { collectServers } from './servers';
import { chatgpt } from './site';

/*
 * The conversation as the page shows it: the last resort, for it is one branch of it, and often a window of that. Two
 * layouts are about: articles (2025 to summer 2026, and shared pages), and exchanges (the shell of autumn 2026).
 */

/** Words that stand in every page of a conversation, and hardly in any other: whoever has none of them need not be read. */
const MENTIONS =
  /data-(?:message-author-role|chatgpt-search-unit-key|turn-id|turn-key)|conversation-turn-|chatgpt\.com/;

const NAME = /\s*[|–-]\s*ChatGPT$|^ChatGPT$/;

/** Lists of other conversations stand beside this one. */
export const pageMasks: readonly MaskRule[] = [pageMask(having('data-sidebar-chatgpt-conversation-key'))];

/** How a text would be a page of this site: it shows a conversation of it, or says that it is from there. Null: it is not. */
export function recognisePage(text: string): { readonly route: typeof PAGE_ROUTE; readonly form: 'page' } | null {
  const page = isMarkup(text) && MENTIONS.test(text) ? readPage(text) : null;
  const isOurs = page && (messagesIn(page).messages.length > 0 || addressesIn(page).some(isHere));
  return isOurs ? { route: PAGE_ROUTE, form: 'page' } : null;
}

/** Reads what a page shows of the conversation. */
export function readShown({ head, text }: Payload): Reading {
  const page = readPage(text);
  if (!page) return { kind: 'drift', because: 'shape', at: ['a page that grows while it is read'] };
  const found = messagesIn(page);
  if (found.messages.length === 0) return { kind: 'nothing', because: 'other-page' };
  const native = nativeIn(page, head.address);
  const servers = collectServers(native ?? 'conversation', native, ['']).drafts();
  return foundReading(chatgpt, text, { ...found, native, title: titleOf(page, NAME), servers });
}

const messagesIn = (page: PageParent): Pick<FoundPage, 'messages' | 'claimed' | 'windowed'> => {
  const exchanges = exchangesIn(page);
  return exchanges.messages.length > 0 ? exchanges : articlesIn(page);
};

const isHere = ({ origin }: URL): boolean => origin === firstOrigin(chatgpt) || origin === 'https://chat.openai.com';

/** The conversation's id: the address it was read at, what its elements say, where the page says it is from. */
function nativeIn(page: PageParent, address: string | null): string | null {
  const at = [addressOf(address ?? ''), ...addressesIn(page)].flatMap((each) => (each && isHere(each) ? [each] : []));
  const named = at.flatMap((each) => chatgpt.conversation(each) ?? []);
  return named[0] ?? idIn(page);
}

const NAMING = ['data-chatgpt-selection-conversation-id', 'data-map-composer-conversation'] as const;

function idIn(page: PageParent): string | null {
  const element = first(page, anyOf(...NAMING.map((name) => having(name))));
  const id = element && NAMING.map((name) => attribute(element, name)).find((each) => each !== null);
  return id && /^[\w-]+$/.test(id) ? id : null;
}
