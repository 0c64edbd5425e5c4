import { chatgptLists } from '../../src/providers/chatgpt/lists';
import { claudeLists } from '../../src/providers/claude/lists';
import { chatgptAt, conversations } from './chatgpt-lists';
import { chats, claudeAt } from './claude-lists';
import { bringIn } from './scenario';

/** ChatGPT with so many conversations in four lists and two projects: one page comes twice, one is an error. */
export function everythingOfChatgpt(count: number, pace: { readonly burst: number; readonly perMinute: number }) {
  const all = conversations(count);
  return bringIn({
    ...{ lists: chatgptLists, all, cookie: '_account=personal', leftOut: [], ...pace },
    isList: /^\/backend-api\/conversations\?/,
    isRead: /\/conversation\/[\w-]+$/,
    kills: { list: 5, reads: [Math.floor(count / 8), Math.floor(count / 2)] },
    siteAt: ({ now }) => {
      const site = chatgptAt(all, { now, ...pace });
      site.instead.push(/offset=28&.*is_archived=false&is_starred=false/);
      let isRepeated = false;
      site.repeats = (path) => {
        if (isRepeated || !/offset=28&.*is_archived=true&is_starred=false/.test(path)) return path;
        isRepeated = true;
        return path.replace('offset=28', 'offset=0');
      };
      return site;
    },
  });
}

/** Claude with so many conversations in two organisations and a project. */
export function everythingOfClaude(count: number, pace: { readonly burst: number; readonly perMinute: number }) {
  const all = chats(count);
  return bringIn({
    ...{ lists: claudeLists, all, cookie: 'lastActiveOrg=5e5e5e5e-0000-4000-8000-0000000000aa', leftOut: ['all'] },
    ...pace,
    isList: /chat_conversations(?:_v2)?\?/,
    isRead: /\/chat_conversations\/[\w-]+\?/,
    kills: { list: 4, reads: [Math.floor(count / 8), Math.floor(count / 2)] },
    siteAt: ({ now }) => {
      const site = claudeAt(all, { now, ...pace });
      site.instead.push(/conversations_v2\?limit=30&offset=0&starred=false/);
      return site;
    },
  });
}
