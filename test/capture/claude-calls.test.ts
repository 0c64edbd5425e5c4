import { afterAll, describe, expect, test } from 'vitest';
import { claude } from '../../src/providers/claude/site';
import { answer, pageAt, readAll, startServer } from './calling';

const server = await startServer();
afterAll(() => server.close());
const { asked, paths } = server;

const fine = answer(200, '{"uuid":"abc","chat_messages":[]}');
const gone = answer(404, { type: 'error', error: { type: 'not_found_error', message: 'Not found' } });
const whole = (org: string): string =>
  `/api/organizations/${org}/chat_conversations/abc?tree=True&rendering_mode=messages&render_all_tools=true&consistency=strong`;

describe('the read of a conversation of Claude', () => {
  test('asks for the tree, under the organisation of the page, and sends no token', async () => {
    server.gives(fine);
    const [first] = await readAll(claude.call, pageAt(server.origin, { cookie: 'lastActiveOrg=org-1' }));
    expect(first).toMatchObject({ kind: 'answer', route: 'conversation' });
    expect(paths()).toEqual([whole('org-1')]);
    expect(asked[0]?.headers.authorization).toBeUndefined();
  });

  test('asks for the instructions and documents of its project after it, and is whole without', async () => {
    const chat = (more: object) => answer(200, { uuid: 'abc', chat_messages: [], ...more });
    const at = { cookie: 'lastActiveOrg=org-1' };
    const project = '/api/organizations/org-1/projects/p-1';
    server.gives(chat({ project_uuid: 'p-1' }), answer(200, { uuid: 'p-1', prompt_template: '' }), answer(200, []));
    const all = await readAll(claude.call, pageAt(server.origin, at));
    expect(all.map((each) => each.kind === 'answer' && each.route)).toEqual([
      'conversation',
      'project',
      'project-docs',
    ]);
    expect(paths()).toEqual([whole('org-1'), project, `${project}/docs`]);
    server.gives(chat({ project_uuid: 'p-1' }), gone, gone);
    expect((await readAll(claude.call, pageAt(server.origin, at))).map(({ kind }) => kind)).toEqual(['answer']);
    for (const project_uuid of ['p-1/../x', '', 7, null, undefined]) {
      server.gives(chat({ project_uuid }));
      expect(await readAll(claude.call, pageAt(server.origin, at))).toHaveLength(1);
    }
  });

  test('asks which organisations there are where the page does not say, and tries those with chats', async () => {
    const organisations = [
      { uuid: 'org-api', capabilities: ['api'] },
      { uuid: 'org-2', capabilities: ['chat', 'claude_pro'] },
      { uuid: 'org-3', capabilities: ['chat'] },
      { name: 'without an id' },
    ];
    server.gives(answer(200, organisations), gone, fine);
    const [first] = await readAll(claude.call, pageAt(server.origin, { cookie: '' }));
    expect(first).toMatchObject({ kind: 'answer', route: 'conversation' });
    expect(paths()).toEqual(['/api/organizations', whole('org-2'), whole('org-3')]);
  });

  test('looks under the other organisations where the page’s own does not have it', async () => {
    server.gives(gone, answer(200, [{ uuid: 'org-1' }, { uuid: 'org-2' }]), fine);
    await readAll(claude.call, pageAt(server.origin, { cookie: 'lastActiveOrg=org-1' }));
    expect(paths()).toEqual([whole('org-1'), '/api/organizations', whole('org-2')]);
  });

  test('without any organisation the person is signed out', async () => {
    server.gives(answer(403, { type: 'error', error: { type: 'permission_error' } }));
    const [first] = await readAll(claude.call, pageAt(server.origin, { cookie: '' }));
    expect(first).toMatchObject({ kind: 'failed', because: 'signed-out' });
  });

  test('of an agent session asks for its events, in the words of its page', async () => {
    server.gives(answer(200, { data: [{ event_id: 'e1', payload: {} }], resume_cursor: null }));
    const calling = pageAt(server.origin, { cookie: 'lastActiveOrg=org-1', path: '/cowork/cse_01' });
    const [first] = await readAll(claude.call, calling);
    expect(first).toMatchObject({ kind: 'answer', route: 'agent-events' });
    expect(paths()).toEqual(['/v1/code/sessions/abc/events?limit=500']);
    expect(asked[0]?.headers).toMatchObject({ 'anthropic-client-feature': 'ccr', 'x-organization-uuid': 'org-1' });
  });

  test('B36: a list of organisations that says nothing: the page’s own is asked; else it is not found, and nobody is signed out', async () => {
    for (const nothing of ['[]', '{}', '', 'null', '[{"uuid":""}]']) {
      server.gives(fine);
      const [first] = await readAll(claude.call, pageAt(server.origin, { cookie: 'lastActiveOrg=org-1' }));
      expect(first?.kind).toBe('answer');
      server.gives(answer(200, nothing));
      const [second] = await readAll(claude.call, pageAt(server.origin, { cookie: '' }));
      expect(second).toMatchObject({ kind: 'failed', because: 'not-found' });
    }
  });
});

describe('the address of a page of Claude', () => {
  test.each([
    ['/chat/9b1c7c1e-0000-4000-8000-000000000001', '9b1c7c1e-0000-4000-8000-000000000001'],
    ['/share/9b1c7c1e-0000-4000-8000-000000000002', '9b1c7c1e-0000-4000-8000-000000000002'],
    ['/cowork/cse_01Abc', 'cse_01Abc'],
    ['/code/session_01Abc', 'session_01Abc'],
    ['/cowork/project/9b1c7c1e-0000-4000-8000-000000000003', null],
    ['/code', null],
    ['/new', null],
    ['/project/9b1c7c1e-0000-4000-8000-000000000003', null],
    ['/recents', null],
  ])('%s', (path, id) => expect(claude.conversation(new URL(path, 'https://claude.ai'))).toBe(id));
});
