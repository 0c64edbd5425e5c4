import { chatgptLists } from './chatgpt/lists';
import { claudeLists } from './claude/lists';
import type { SiteLists } from './lists-contract';

/** How conversations are listed, sorted by site. */
export const lists: readonly SiteLists[] = [chatgptLists, claudeLists];

/** How a site's conversations are listed; null: they are not. */
export const listsOf = (site: string): SiteLists | null => lists.find((each) => each.site.id === site) ?? null;
