import { afterAll, beforeEach, expect, test } from 'vitest';
import { get as ask, type Got, ofPage, without } from '../get';
import { tooMany } from '../stand-in';
import { bigConversation, chainConversation, EMPTY, jsonOf, SHORT, WORK } from './conversations';
import { HARBOUR } from './harbour';
import { SEASON, season } from './season';
import { COOKIE, WORKSPACE } from './secrets';
import { startChatgpt } from './server';
import { errorInside } from './state';

const site = await startChatgpt();
beforeEach(() => site.reset());
afterAll(() => site.close());

const own = (): Record<string, string> => ({
  ...ofPage('chatgpt.com', `/c/${SHORT}`, `__Secure-next-auth.session-token=${COOKIE}`),
  authorization: `Bearer ${site.token}`,
});
const get = (path: string, headers = own()): Promise<Got> => ask(site.port, path, headers);
const read = (headers?: Record<string, string>, id = SHORT): Promise<Got> =>
  get(`/backend-api/conversation/${id}`, headers);

test('refuses a read without a token, as if there were no such conversation, and remembers it', async () => {
  expect((await read(without(own(), 'authorization'))).status).toBe(404);
  expect(site.refusals).toEqual([{ method: 'GET', path: `/backend-api/conversation/${SHORT}`, why: 'no token' }]);
});

test('an expired token is refused until the session is asked for a new one', async () => {
  site.expireToken();
  expect((await read()).status).toBe(401);
  const session = JSON.parse((await get('/api/auth/session', without(own(), 'authorization'))).body) as {
    accessToken: string;
  };
  expect((await read({ ...own(), authorization: `Bearer ${session.accessToken}` })).status).toBe(200);
  expect(site.secrets).toContain(session.accessToken);
  expect(site.refusals).toEqual([]);
});

test("a workspace's conversation needs its account, a personal one none", async () => {
  expect((await read(own(), WORK)).body).toContain('conversation_inaccessible');
  expect((await read({ ...own(), 'chatgpt-account-id': WORKSPACE }, WORK)).status).toBe(200);
  expect((await read({ ...own(), 'chatgpt-account-id': WORKSPACE })).status).toBe(404);
});

test('gives other answers once, in order', async () => {
  site.answerNext(tooMany(1), errorInside);
  expect((await read()).status).toBe(429);
  expect((await read()).body).toContain('"status":"error"');
  expect((await read()).body).toBe(site.json(SHORT));
});

test('holds what a tree can hold', () => {
  const tree = JSON.parse(site.json(HARBOUR)) as {
    mapping: Record<string, { children: string[]; message: { content: { content_type: string } } | null }>;
    current_node: string;
  };
  const nodes = Object.values(tree.mapping);
  expect(nodes.filter(({ children }) => children.length > 1)).toHaveLength(2);
  expect(new Set(nodes.map(({ message }) => message?.content.content_type))).toContain('tide_ribbon');
  expect(tree.mapping[tree.current_node]?.children).toEqual([]);
  expect(Object.keys((JSON.parse(site.json(EMPTY)) as { mapping: object }).mapping)).toEqual([]);
});

interface PageGiven {
  readonly title?: string;
  readonly mapping?: object;
  readonly messages: readonly { readonly id: string; readonly metadata: { readonly has_versions?: boolean } }[];
  readonly page_info: { readonly start_cursor: string; readonly has_previous_page: boolean };
}

test('gives pages of the branch on screen, and no tree any more', async () => {
  site.put(season());
  site.servePaged(true);
  expect(await read(own(), SEASON)).toEqual({ status: 404, body: '{"detail":"Not Found"}' });
  const pages: PageGiven[] = [];
  let path = `/backend-api/conversations/${SEASON}?num_turns=100`;
  for (let more = true; more; more = pages[0]?.page_info.has_previous_page === true) {
    const { status, body } = await get(path);
    expect(status).toBe(200);
    const page = JSON.parse(body) as PageGiven;
    pages.unshift(page);
    const before = encodeURIComponent(page.page_info.start_cursor);
    path = `/backend-api/conversations/${SEASON}/messages?before=${before}&num_turns=100`;
  }
  expect(pages.map(({ title, mapping }) => [title, mapping])).toEqual([
    [undefined, undefined],
    [undefined, undefined],
    ['A season at Skerry', undefined],
  ]);
  const { mapping, current_node } = season().conversation;
  const branch: string[] = [];
  for (let node = mapping[current_node]; node; node = mapping[node.parent ?? ''])
    if (node.message) branch.unshift(node.id);
  const given = pages.flatMap(({ messages }) => messages);
  expect(given.map(({ id }) => id)).toEqual(branch);
  expect(given.filter(({ metadata }) => metadata.has_versions)).toHaveLength(2);
  expect((await get(`/backend-api/conversations/${SEASON}/messages?before=nowhere`)).status).toBe(400);
  expect((await get(`/backend-api/conversations/${SEASON}`, without(own(), 'authorization'))).status).toBe(404);
});

test('plants secrets in a conversation, and lists them', () => {
  const planted = site.secrets.filter((secret) => site.json(HARBOUR).includes(secret));
  expect(planted).toHaveLength(4);
});

test('makes long conversations', () => {
  const bytes = Buffer.byteLength(jsonOf(bigConversation(18_000_000)));
  expect(bytes).toBeGreaterThan(17_000_000);
  expect(bytes).toBeLessThan(20_000_000);
  expect(Object.keys(chainConversation(5000).conversation.mapping)).toHaveLength(5001);
});
