import type { MaskRule, Payload, Reading } from '../contract';
import type { FoundPage } from '../kit/page/found';
import { pageMask } from '../kit/page/masks';
import { readSitePage, recogniseSitePage, type SitePage } from '../kit/page/site-page';
import { anyOf, attribute, first, having, type PageParent } from '../kit/page/tree';
import { articlesIn } from './page-articles';
import { exchangesIn } from './page-exchanges';
import { collectServers } from './servers';
import { chatgpt } from './site';

/*
 * The conversation as the page shows it: the last resort, for it is one branch of it, and often a window of that. Two
 * layouts are about: articles (2025 to summer 2026, and shared pages), and exchanges (the shell of autumn 2026).
 */

const page: SitePage = {
  site: chatgpt,
  mentions: [/data-(?:message-author-role|chatgpt-search-unit-key|turn-id|turn-key)|conversation-turn-|chatgpt\.com/],
  origins: ['https://chat.openai.com'],
  titled: /\s*[|–-]\s*ChatGPT$|^ChatGPT$/,
  find: messagesIn,
  nativeIn: idIn,
  servers: (native) => collectServers(native ?? 'conversation', native, ['']).drafts(),
};

/** Lists of other conversations stand beside this one. */
export const pageMasks: readonly MaskRule[] = [pageMask(having('data-sidebar-chatgpt-conversation-key'))];

/** How a text would be a page of this site, or null. */
export const recognisePage = (text: string) => recogniseSitePage(page, text);

/** Reads what a page shows of the conversation. */
export const readShown = (payload: Payload): Reading => readSitePage(page, payload);

function messagesIn(shown: PageParent): Pick<FoundPage, 'messages' | 'claimed' | 'windowed'> {
  const exchanges = exchangesIn(shown);
  return exchanges.messages.length > 0 ? exchanges : articlesIn(shown);
}

const NAMING = ['data-chatgpt-selection-conversation-id', 'data-map-composer-conversation'] as const;

function idIn(shown: PageParent): string | null {
  const element = first(shown, anyOf(...NAMING.map((name) => having(name))));
  const id = element && NAMING.map((name) => attribute(element, name)).find((each) => each !== null);
  return id && /^[\w-]+$/.test(id) ? id : null;
}
