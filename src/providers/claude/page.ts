import type { MaskRule, Payload, Reading } from '../contract';
import { pageMask } from '../kit/page/masks';
import { readSitePage, recogniseSitePage, type SitePage } from '../kit/page/site-page';
import { rowsIn } from './page-rows';
import { serverDrafts } from './servers';
import { claude } from './site';

/*
 * The conversation as the page shows it: the last resort, for it is one branch of it and a window of that, without ids.
 */

const page: SitePage = {
  site: claude,
  // the second: what no other site's page has
  mentions: [
    /font-claude-(?:response|message)|data-testid=["']?user-message|claude\.ai/,
    /font-claude-|data-user-message-bubble|claude\.ai/,
  ],
  titled: /\s*[|–-]\s*Claude$|^Claude$/,
  find: rowsIn,
  servers: (native) =>
    native === null ? [] : serverDrafts(native, [{ type: 'conversation', id: null, event: null, raw: [''] }]),
};

/** Ids of the account stand in the addresses of files. */
export const pageMasks: readonly MaskRule[] = [
  pageMask(() => false),
  { rule: 'account', pattern: /\/api\/(?:organizations\/)?([0-9a-f-]{36})\//gu },
];

/** How a text would be a page of this site, or null. */
export const recognisePage = (text: string) => recogniseSitePage(page, text);

/** Reads what a page shows of the conversation. */
export const readShown = (payload: Payload): Reading => readSitePage(page, payload);
