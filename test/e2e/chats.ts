import { PROJECT, SHORT } from '../sites/chatgpt/conversations';
import { HARBOUR } from '../sites/chatgpt/harbour';
import { SEASON, season } from '../sites/chatgpt/season';
import { startChatgpt } from '../sites/chatgpt/server';
import type { Conversation } from '../sites/chatgpt/tree';
import { BRANCHES, CHARTS, SEARCH } from '../sites/claude/chats';
import { startClaude } from '../sites/claude/server';
import type { StandIn } from '../sites/stand-in';
import { type BrowserKind, browsers } from './harness/launch';

/** A conversation with branches at a stand-in: what tests need of it that hold for every site and every layout. */
export interface Chat {
  /** For the names of tests. */
  readonly where: string;
  /** The site's id, and its name. */
  readonly of: string;
  readonly name: string;
  readonly site: StandIn;
  readonly id: string;
  readonly title: string;
  /** Two others, and the words of the links to them. */
  readonly others: readonly [Other, Other];
  address(id: string): string;
  /** The route over which answers stream, and a frame in the middle of one. */
  readonly stream: { readonly route: string; readonly middle: number };
  /** Where the last answer stands in the page, and the words that each ends with. */
  readonly last: { readonly css: string; readonly ends: string };
  /** Runs in the page: how its own script asks for the conversation it shows. */
  readonly ownRead: () => { readonly path: string; readonly headers: Readonly<Record<string, string>> };
  /** Puts the stand-in as these tests find it. */
  reset(): void;
  /** The native ids of the messages that the site gives of it now. */
  sent(): readonly string[];
}

interface Other {
  readonly id: string;
  readonly link: string;
}

type Tree = Pick<Conversation, 'mapping' | 'current_node'>;

/** The ids of the messages of the branch on screen, the oldest first. */
export function branchOf({ mapping, current_node }: Tree): string[] {
  const ids: string[] = [];
  for (let node = mapping[current_node]; node; node = mapping[node.parent ?? ''])
    if (node.message) ids.unshift(node.message.id);
  return ids;
}

/** The ids of all messages of a tree. */
export const idsOf = ({ mapping }: Tree): string[] =>
  Object.values(mapping).flatMap(({ message }) => message?.id ?? []);

/** Starts the stand-ins. ChatGPT's gives trees, or pages of turns in its newer layout. */
export async function startChats(): Promise<{ readonly chats: readonly Chat[]; close(): Promise<unknown> }> {
  const [chatgpt, claude] = await Promise.all([startChatgpt(), startClaude()]);
  const ofChatgpt = {
    of: 'chatgpt',
    name: 'ChatGPT',
    site: chatgpt,
    others: [
      { id: SHORT, link: 'A word for slack water' },
      { id: PROJECT, link: 'Paint for the hull' },
    ],
    address: (id: string) => `https://chatgpt.com/c/${id}`,
    stream: { route: 'stream', middle: 16 },
    ownRead: () => {
      const id = location.pathname.split('/').at(-1);
      const { session } = JSON.parse(document.querySelector('#client-bootstrap')?.textContent ?? '{}');
      const path = document.querySelector('[data-app-shell-main-surface]')
        ? `/backend-api/conversations/${id}?include_has_versions=true&num_turns=10`
        : `/backend-api/conversation/${id}`;
      return { path, headers: { authorization: `Bearer ${session.accessToken}` } };
    },
  } as const;
  const trees: Chat = {
    ...ofChatgpt,
    where: 'ChatGPT',
    id: HARBOUR,
    title: 'Tides at Skerry harbour 🌊 <b>&amp;',
    last: { css: 'article:last-child', ends: 'so leave at nine.' },
    reset: () => chatgpt.reset(),
    sent: () => idsOf(JSON.parse(chatgpt.json(HARBOUR)) as Tree),
  };
  const pages: Chat = {
    ...ofChatgpt,
    where: 'ChatGPT, in pages of turns',
    id: SEASON,
    title: 'A season at Skerry',
    last: { css: '[data-turn-key]:last-child', ends: 'so leave at nine.' },
    reset() {
      chatgpt.reset();
      chatgpt.put(season());
      chatgpt.servePaged(true);
    },
    sent: () => branchOf(JSON.parse(chatgpt.json(SEASON)) as Tree),
  };
  const ofClaude: Chat = {
    where: 'Claude',
    of: 'claude',
    name: 'Claude',
    site: claude,
    id: BRANCHES.uuid,
    title: BRANCHES.name,
    others: [SEARCH, CHARTS].map(({ uuid, name }) => ({ id: uuid, link: name })) as [Other, Other],
    address: (id) => `https://claude.ai/chat/${id}`,
    stream: { route: 'completion', middle: 20 },
    last: { css: '[role=article]:last-child', ends: 'slack water is at noon.' },
    ownRead: () => ({
      path: `/api/organizations/${/lastActiveOrg=([\w-]+)/.exec(document.cookie)?.[1]}/chat_conversations/${location.pathname.split('/').at(-1)}?tree=True`,
      headers: { 'anthropic-client-platform': 'web_claude_ai' },
    }),
    reset: () => claude.reset(),
    sent: () =>
      (
        JSON.parse(claude.json(BRANCHES.uuid)) as { chat_messages: readonly { readonly uuid: string }[] }
      ).chat_messages.map(({ uuid }) => uuid),
  };
  return { chats: [trees, pages, ofClaude], close: () => Promise.all([chatgpt.close(), claude.close()]) };
}

/** Every chat in every browser: where it is, in which browser, and the chat. */
export const inEveryBrowser = (chats: readonly Chat[]): [string, BrowserKind, Chat][] =>
  browsers.flatMap((kind) => chats.map((chat): [string, BrowserKind, Chat] => [chat.where, kind, chat]));
