import type { MaskRule, Payload, Reading } from '../contract';
import { addressOf, firstOrigin } from '../kit/addresses';
import { addressesIn, isMarkup, titleOf } from '../kit/page/address';
import { foundReading } from '../kit/page/found';
import { pageMask } from '../kit/page/masks';
import { readPage } from '../kit/page/tree';
import { PAGE_ROUTE } from '../kit/page-route';
import { rowsIn } from './page-rows';
import { serverDrafts } from './servers';
import { claude } from './site';

/*
 * The conversation as the page shows it: the last resort, for it is one branch of it and a window of that, without ids.
 */

/** Words that stand in every page of a conversation, and hardly in any other: whoever has none of them need not be read. */
const MENTIONS = /font-claude-(?:response|message)|data-testid=["']?user-message|claude\.ai/;
/** What no other site's page has. */
const OWN = /font-claude-|data-user-message-bubble|claude\.ai/;

const NAME = /\s*[|–-]\s*Claude$|^Claude$/;

/** Ids of the account stand in the addresses of files. */
export const pageMasks: readonly MaskRule[] = [
  pageMask(() => false),
  { rule: 'account', pattern: /\/api\/(?:organizations\/)?([0-9a-f-]{36})\//gu },
];

/** How a text would be a page of this site: it shows a conversation of it, or says that it is from there. Null: it is not. */
export function recognisePage(text: string): { readonly route: typeof PAGE_ROUTE; readonly form: 'page' } | null {
  const page = isMarkup(text) && MENTIONS.test(text) && OWN.test(text) ? readPage(text) : null;
  const isOurs = page && (rowsIn(page).messages.length > 0 || addressesIn(page).some(isHere));
  return isOurs ? { route: PAGE_ROUTE, form: 'page' } : null;
}

/** Reads what a page shows of the conversation. */
export function readShown({ head, text }: Payload): Reading {
  const page = readPage(text);
  if (!page) return { kind: 'drift', because: 'shape', at: ['a page that grows while it is read'] };
  const found = rowsIn(page);
  if (found.messages.length === 0) return { kind: 'nothing', because: 'other-page' };
  const at = [addressOf(head.address ?? ''), ...addressesIn(page)].flatMap((each) =>
    each && isHere(each) ? [each] : [],
  );
  const native = at.flatMap((each) => claude.conversation(each) ?? [])[0] ?? null;
  const servers =
    native === null ? [] : serverDrafts(native, [{ type: 'conversation', id: null, event: null, raw: [''] }]);
  return foundReading(claude, text, { ...found, native, title: titleOf(page, NAME), servers });
}

const isHere = ({ origin }: URL): boolean => origin === firstOrigin(claude);
