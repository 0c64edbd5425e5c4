import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { ORG } from '../providers/claude/model';
import { SHORT } from './chatgpt/conversations';
import { COOKIE as CHATGPT } from './chatgpt/secrets';
import { startChatgpt } from './chatgpt/server';
import { BRANCHES } from './claude/chats';
import { COOKIE as CLAUDE } from './claude/secrets';
import { startClaude } from './claude/server';
import { get, ofPage, without } from './get';

const chatgpt = await startChatgpt();
const claude = await startClaude();
afterAll(() => Promise.all([chatgpt.close(), claude.close()]));

/** A conversation of each stand-in, what its own page sends to read it, and what a read without the cookie gets. */
const stands = [
  {
    of: 'ChatGPT',
    site: chatgpt,
    id: SHORT,
    path: `/backend-api/conversation/${SHORT}`,
    own: (): Record<string, string> => ({
      ...ofPage('chatgpt.com', `/c/${SHORT}`, `__Secure-next-auth.session-token=${CHATGPT}`),
      authorization: `Bearer ${chatgpt.token}`,
    }),
    signedOut: 401,
  },
  {
    of: 'Claude',
    site: claude,
    id: BRANCHES.uuid,
    path: `/api/organizations/${ORG}/chat_conversations/${BRANCHES.uuid}?tree=True`,
    own: (): Record<string, string> => ofPage('claude.ai', `/chat/${BRANCHES.uuid}`, `sessionKey=${CLAUDE}`),
    signedOut: 403,
  },
] as const;

type Headers = Record<string, string>;
const strangers: readonly (readonly [string, (own: Headers) => Headers, string])[] = [
  [
    "with an extension's origin",
    (own) => ({ ...own, origin: 'chrome-extension://abc' }),
    'origin: chrome-extension://abc',
  ],
  ['from another site', (own) => ({ ...own, 'sec-fetch-site': 'cross-site' }), 'sec-fetch-site: cross-site'],
  ['of no site at all', (own) => ({ ...own, 'sec-fetch-site': 'none' }), 'sec-fetch-site: none'],
  ['as a navigation', (own) => ({ ...own, 'sec-fetch-mode': 'navigate' }), 'sec-fetch-mode: navigate'],
  ["without the page's address", (own) => without(own, 'referer'), 'referer: '],
  [
    'with a header of its own',
    (own) => ({ ...own, 'x-client': 'valise' }),
    'a header the page does not send: x-client',
  ],
  ['past the cache', (own) => ({ ...own, pragma: 'no-cache' }), 'a header the page does not send: pragma'],
];

describe.each(stands)("$of's stand-in", ({ site, id, path, own, signedOut }) => {
  beforeEach(() => site.reset());

  test("gives a conversation to its own page's read", async () => {
    expect(await get(site.port, path, own())).toEqual({ status: 200, body: site.json(id) });
    expect(site.refusals).toEqual([]);
  });

  test('refuses a read without the cookie, and remembers it', async () => {
    expect((await get(site.port, path, without(own(), 'cookie'))).status).toBe(signedOut);
    expect(site.refusals).toEqual([{ method: 'GET', path, why: 'no cookie of the site' }]);
  });

  test.each(strangers)('refuses a read %s, and remembers it', async (_, changed, why) => {
    expect((await get(site.port, path, changed(own()))).status).toBe(403);
    expect(site.refusals).toEqual([{ method: 'GET', path, why }]);
  });
});
