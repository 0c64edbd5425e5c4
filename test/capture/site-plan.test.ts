import { afterAll, describe, expect, test } from 'vitest';
import { chatgpt } from '../../src/providers/chatgpt/site';
import type { SiteCall } from '../../src/providers/contract';
import { answer, pageAt, readAll, startServer } from './calling';

const server = await startServer();
afterAll(() => server.close());

const TURNS = 'include_has_versions=true&num_turns=100';
const TREE = '/backend-api/conversation/abc';
const NEWEST = `/backend-api/conversations/abc?${TURNS}`;
const ACCOUNTS = '/backend-api/accounts/check/v4-2023-04-27';
const older = (cursor: string): string => `/backend-api/conversations/abc/messages?before=${cursor}&${TURNS}`;
const page = (cursor: string | null): object => ({
  messages: [],
  page_info: { start_cursor: cursor, end_cursor: null, has_previous_page: cursor !== null, has_next_page: false },
});
const gone = answer(404, {});
const shown = (all: Awaited<ReturnType<typeof readAll>>) =>
  all.map((each) => (each.kind === 'answer' ? each.route : each.because));

describe('a read of several calls', () => {
  test('the tree is all: nothing follows it', async () => {
    server.gives(answer(200, { mapping: {} }));
    expect(shown(await readAll(chatgpt.call, pageAt(server.origin)))).toEqual(['conversation']);
    expect(server.paths()).toEqual([TREE]);
  });

  test.each([
    ['gone', [gone]],
    ['refused for its size', [answer(429, {}, { 'retry-after': '900' })]],
    ['failing', [answer(500, ''), answer(500, ''), answer(500, '')]],
  ])('where the tree is %s, its pages are read one after the other, the newest first', async (_, instead) => {
    server.gives(...instead, answer(200, page('b/1')), answer(200, page('a')), answer(200, page(null)));
    const here = pageAt(server.origin);
    expect(shown(await readAll(chatgpt.call, here))).toEqual(['turns', 'older-turns', 'older-turns']);
    expect(server.paths().slice(-3)).toEqual([NEWEST, older('b%2F1'), older('a')]);
    expect(here.pauses.slice(-2)).toEqual([1, 1]); // as slowly as a person would scroll
  });

  test('a site that is busy is asked no other way, nor under another workspace, but where a way is counted apart', async () => {
    const busy = answer(429, {}, { 'retry-after': '900' });
    const [{ route, path }, ...others] = chatgpt.call.ways;
    const ways = (ownLimit: object): SiteCall => ({ ...chatgpt.call, ways: [{ route, path, ...ownLimit }, ...others] });
    server.gives(busy, answer(200, page(null)));
    expect(shown(await readAll(ways({}), pageAt(server.origin)))).toEqual(['busy']);
    expect(server.paths()).toEqual([TREE]);
    server.gives(busy, answer(200, page(null)));
    expect(shown(await readAll(ways({ ownLimit: true }), pageAt(server.origin)))).toEqual(['turns']);
    server.gives(gone, busy);
    expect(shown(await readAll(chatgpt.call, pageAt(server.origin)))).toEqual(['busy']);
    expect(server.paths()).toEqual([TREE, NEWEST]);
  });

  test('what the address of the tree answers decides, not the address', async () => {
    server.gives(answer(200, page('a')), answer(200, page(null)));
    expect(shown(await readAll(chatgpt.call, pageAt(server.origin)))).toEqual(['conversation', 'older-turns']);
    expect(server.paths()).toEqual([TREE, older('a')]);
  });

  test('the project that the conversation is of comes after it; the read is whole without', async () => {
    const project = '/backend-api/gizmos/g-p-0001';
    for (const ids of [
      { gizmo_id: 'g-p-0001' },
      { gizmo_id: null, conversation_template_id: 'g-p-0001' },
      { gizmo_id: 'g-0001', conversation_template_id: 'g-p-0001' },
    ]) {
      server.gives(answer(200, { mapping: {}, ...ids }), answer(200, { gizmo: {} }));
      expect(shown(await readAll(chatgpt.call, pageAt(server.origin)))).toEqual(['conversation', 'gizmo']);
      expect(server.paths()).toEqual([TREE, project]);
    }
    server.gives(answer(200, { mapping: {}, gizmo_id: 'g-p-0001' }), gone);
    expect(shown(await readAll(chatgpt.call, pageAt(server.origin)))).toEqual(['conversation']);
    server.gives(answer(200, { mapping: {}, gizmo_id: 'g-0001' }), answer(200, { gizmo: {} }));
    expect(shown(await readAll(chatgpt.call, pageAt(server.origin)))).toEqual(['conversation', 'gizmo']);
    // nothing that is no id, and nothing of what somebody shared
    for (const gizmo_id of ['g-p-1/../../x', 'g-1?x', 'g-p-', 'g-', 7, null]) {
      server.gives(answer(200, { mapping: {}, gizmo_id }));
      expect(await readAll(chatgpt.call, pageAt(server.origin))).toHaveLength(1);
    }
    server.gives(answer(200, { linear_conversation: [], gizmo_id: 'g-p-0001' }));
    expect(await readAll(chatgpt.call, pageAt(server.origin, { path: '/share/abc' }))).toHaveLength(1);
  });

  test('canvas documents are asked for as they are now, where the conversation has any', async () => {
    const message = { metadata: { canvas: { textdoc_id: 'd-1' } } };
    for (const has of [{ mapping: { a: { message: null }, b: { message } } }, { messages: [null, message] }]) {
      server.gives(answer(200, has), answer(200, []));
      expect(shown(await readAll(chatgpt.call, pageAt(server.origin)))).toEqual(['conversation', 'textdocs']);
      expect(server.paths()).toEqual([TREE, `${TREE}/textdocs`]);
    }
    server.gives(answer(200, { mapping: { b: { message } } }), gone);
    expect(shown(await readAll(chatgpt.call, pageAt(server.origin)))).toEqual(['conversation']);
    for (const canvas of [null, 'd-1', ['d-1']]) {
      server.gives(answer(200, { mapping: { b: { message: { metadata: { canvas } } } } }));
      expect(await readAll(chatgpt.call, pageAt(server.origin))).toHaveLength(1);
    }
    server.gives(answer(200, { linear_conversation: [], mapping: { b: { message } } }));
    expect(await readAll(chatgpt.call, pageAt(server.origin, { path: '/share/abc' }))).toHaveLength(1);
  });

  test('what somebody shared is asked for as that, and not as a conversation of one’s own', async () => {
    server.gives(answer(200, { linear_conversation: [] }));
    expect(shown(await readAll(chatgpt.call, pageAt(server.origin, { path: '/share/abc' })))).toEqual(['share']);
    expect(server.paths()).toEqual(['/backend-api/share/abc']);
  });

  test('a cursor that comes again ends it (B32)', async () => {
    server.gives(gone, answer(200, page('a')), answer(200, page('b')), answer(200, page('a')));
    expect(shown(await readAll(chatgpt.call, pageAt(server.origin)))).toEqual(['turns', 'older-turns', 'older-turns']);
  });

  test('a site that has one more page for ever is left after 500', async () => {
    let n = 0;
    server.gives(gone, (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(page(`c${n++}`)));
    });
    expect(await readAll(chatgpt.call, pageAt(server.origin))).toHaveLength(500);
  });

  test('B29, B30: “too many” in the middle is waited for; what the site does not give in the end is told, after what it gave', async () => {
    server.gives(gone, answer(200, page('a')), answer(429, {}, { 'retry-after': '7' }), answer(200, page('b')), gone);
    const here = pageAt(server.origin);
    expect(shown(await readAll(chatgpt.call, here))).toEqual(['turns', 'older-turns', 'not-found']);
    expect(here.waited).toEqual([7]);
  });

  test('is cancelled between two calls', async () => {
    server.gives(gone, answer(200, page('a')));
    const here = pageAt(server.origin);
    const calling = {
      ...here.calling,
      pause: () => {
        here.control.abort();
        return Promise.reject(here.control.signal.reason);
      },
    };
    expect(shown(await readAll(chatgpt.call, { calling }))).toEqual(['turns', 'cancelled']);
  });

  test('an answer that is no JSON, or odd JSON, leads nowhere', async () => {
    for (const body of ['not JSON', '[]', 'null', '{"page_info":7}', '{"page_info":{"has_previous_page":true}}']) {
      server.gives(answer(200, body));
      expect(await readAll(chatgpt.call, pageAt(server.origin))).toHaveLength(1);
    }
  });

  test('the token is renewed once in a read, whatever its calls say', async () => {
    const stale = answer(404, { detail: { code: 'conversation_inaccessible' } });
    server.gives(stale, answer(200, { accessToken: 'ey.fresh' }), stale);
    expect(shown(await readAll(chatgpt.call, pageAt(server.origin)))).toEqual(['not-found']);
    expect(server.paths()).toEqual([TREE, '/api/auth/session', TREE, NEWEST, ACCOUNTS]);
    expect(server.auths().slice(2)).toEqual(['Bearer ey.fresh', 'Bearer ey.fresh', 'Bearer ey.fresh']);
  });
});

describe('where a conversation is looked for', () => {
  const accounts = { accounts: { a: { account: { account_id: 'w-1' } }, b: { account: { account_id: 'w-2' } }, c: 7 } };
  const scopesAsked = () => server.asked.map(({ headers, url }) => [url, headers['chatgpt-account-id']]);

  test('B37, B38: in the other workspaces, where the one of the page does not have it', async () => {
    server.gives(gone, gone, answer(200, accounts), gone, answer(200, page(null)));
    const here = pageAt(server.origin, { cookie: '_account=w-1' });
    expect(shown(await readAll(chatgpt.call, here))).toEqual(['turns']);
    expect(scopesAsked()).toEqual([
      [TREE, 'w-1'],
      [NEWEST, 'w-1'],
      [ACCOUNTS, undefined],
      [TREE, 'w-2'],
      [NEWEST, 'w-2'],
    ]);
  });

  /** A site that keeps everything under an organisation. */
  const organised: SiteCall = {
    ways: [{ route: 'chat', path: ({ conversation, scope }) => `/api/${scope}/${conversation}` }],
    more: (_, { scope }) => [
      { route: 'files', path: `/api/${scope}/files`, optional: true },
      { route: 'notes', path: `/api/${scope}/notes` },
    ],
    scopes: [
      { cookie: 'org', none: [] },
      { path: '/api/orgs', in: (value) => (Array.isArray(value) ? value.map(String) : []) },
    ],
    scopeHeader: null,
    token: null,
    staleToken: () => false,
  };

  test('the cookie’s is enough; else the site is asked, each once', async () => {
    server.gives(answer(200, {}));
    await readAll(organised, pageAt(server.origin, { cookie: 'org=o1' }));
    expect(server.paths()).toEqual(['/api/o1/abc', '/api/o1/files', '/api/o1/notes']);
    server.gives(gone, answer(200, ['o1', 'o2']), answer(200, {}));
    await readAll(organised, pageAt(server.origin, { cookie: 'org=o1' }));
    expect(server.paths().slice(0, 3)).toEqual(['/api/o1/abc', '/api/orgs', '/api/o2/abc']);
  });

  test('without any, nothing is read', async () => {
    server.gives(answer(401, {}));
    expect(shown(await readAll(organised, pageAt(server.origin, { cookie: '' })))).toEqual(['signed-out']);
  });

  test('a call that is not needed fails nothing; one that is, does', async () => {
    server.gives(answer(200, {}), gone, answer(200, {}));
    expect(shown(await readAll(organised, pageAt(server.origin, { cookie: 'org=o1' })))).toEqual(['chat', 'notes']);
    server.gives(answer(200, {}), answer(200, {}), answer(403, {}));
    expect(shown(await readAll(organised, pageAt(server.origin, { cookie: 'org=o1' })))).toEqual([
      'chat',
      'files',
      'refused',
    ]);
  });
});
