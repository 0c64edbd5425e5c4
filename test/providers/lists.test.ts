import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { chatgptLists } from '../../src/providers/chatgpt/lists';
import { claudeLists } from '../../src/providers/claude/lists';
import { lists } from '../../src/providers/lists';
import type { ListAsk, SiteLists } from '../../src/providers/lists-contract';
import { sites } from '../../src/providers/sites';

const ORG = 'org-1';
const asks = (of: SiteLists, scope: string | null): readonly ListAsk[] => of.begin(scope);
const ask = (of: SiteLists, list: string, scope: string | null = null): ListAsk => {
  const found = asks(of, scope).find((each) => each.list === list);
  if (!found) throw new Error(`no list ${list}`);
  return found;
};

test('sites that say so have lists, and no other', () => {
  expect(lists.map(({ site }) => site.id)).toEqual(sites.filter((site) => site.lists).map(({ id }) => id));
});

describe('ChatGPT’s lists', () => {
  test('are the four of an account, and the projects', () => {
    expect(asks(chatgptLists, null).map(({ list }) => list)).toEqual([
      'normal',
      'starred',
      'archived',
      'archived starred',
      'projects',
    ]);
  });

  test('go on by what came, whatever total they say, and end with an empty page', () => {
    const items = [
      { id: 'a', title: '', update_time: 'x' },
      { title: 'none' },
      { id: 7 },
      { id: 'b', update_time: 1_789_977_600 },
    ];
    const page = chatgptLists.read({ items, total: 2 }, ask(chatgptLists, 'normal'), null);
    expect(page?.next?.path).toContain('offset=4');
    expect(page?.listed).toEqual([
      { native: 'a', title: null, changed: 'x', page: '/c/a' },
      { native: 'b', title: null, changed: '2026-09-21T08:00:00.000Z', page: '/c/b' },
    ]);
    expect(chatgptLists.read({ items: [], total: 9 }, ask(chatgptLists, 'normal'), null)?.next).toBeNull();
    expect(chatgptLists.read({ detail: 'moved' }, ask(chatgptLists, 'normal'), null)).toBeNull();
  });

  test('leave out what is temporary and ids that would lead elsewhere', () => {
    const items = [{ id: '../x' }, { id: 'a?b' }, { id: 't', is_temporary_chat: true }, { id: 'g', gizmo_id: 'g-1' }];
    const page = chatgptLists.read({ items }, ask(chatgptLists, 'normal'), null);
    expect(page?.listed.map(({ page: path }) => path)).toEqual(['/g/g-1/c/g']);
  });

  test('of projects lead to one each, by a cursor that goes back as it came', () => {
    const items = [{ gizmo: { gizmo: { id: 'g-p-1' } } }, { gizmo: { id: 'g-p-2' } }, {}];
    const page = chatgptLists.read({ items, cursor: 'a+b/=' }, ask(chatgptLists, 'projects'), null);
    expect(page?.leads.map(({ list }) => list)).toEqual(['project g-p-1', 'project g-p-2']);
    expect(page?.next?.path).toContain('cursor=a%2Bb%2F%3D');
    const lead = page?.leads[0] as ListAsk;
    const inside = chatgptLists.read({ items: [{ id: 'c' }], cursor: 50 }, lead, null);
    expect(inside?.listed[0]?.page).toBe('/g/g-p-1/c/c');
    expect(inside?.next?.path).toBe('/backend-api/gizmos/g-p-1/conversations?cursor=50&limit=50');
    expect(chatgptLists.read({ items: [{ id: 'c' }], cursor: null }, lead, null)?.next).toBeNull();
  });

  test('are those of each workspace; the personal one is asked for without a name', () => {
    const accounts = {
      a: { account: { account_id: 'acc-1', structure: 'personal' } },
      b: { account: { account_id: 'acc-2', structure: 'workspace' } },
      c: { account: { account_id: 'acc-3', structure: 'workspace', is_deactivated: true } },
    };
    expect(chatgptLists.scopes?.in({ accounts })).toEqual([null, 'acc-2']);
    expect(chatgptLists.scopes?.in({})).toEqual([]);
  });
});

describe('Claude’s lists', () => {
  const item = { uuid: 'a', name: '', updated_at: '2026-07-20T10:00:45.123456Z' };

  test('are of both kinds, and the projects', () => {
    expect(asks(claudeLists, ORG).map(({ list }) => list)).toEqual([
      'normal',
      'starred',
      'archived',
      'all',
      'projects',
    ]);
    expect(asks(claudeLists, null)).toEqual([]);
  });

  test('of the newer kind go on while they say so', () => {
    const page = claudeLists.read({ data: [item], has_more: true }, ask(claudeLists, 'starred', ORG), ORG);
    expect(page?.listed).toEqual([{ native: 'a', title: null, changed: item.updated_at, page: '/chat/a' }]);
    expect(page?.next?.path).toContain('offset=1&starred=true');
    expect(claudeLists.read({ data: [item], has_more: false }, ask(claudeLists, 'starred', ORG), ORG)?.next).toBeNull();
    expect(claudeLists.read({ data: [], has_more: true }, ask(claudeLists, 'starred', ORG), ORG)?.next).toBeNull();
  });

  test('of the older kind go on while a page is full', () => {
    const full = Array.from({ length: 30 }, (_, n) => ({ ...item, uuid: `u${n}` }));
    expect(claudeLists.read(full, ask(claudeLists, 'all', ORG), ORG)?.next?.path).toContain('limit=30&offset=30');
    expect(claudeLists.read(full.slice(1), ask(claudeLists, 'all', ORG), ORG)?.next).toBeNull();
    expect(claudeLists.read({ error: 'gone' }, ask(claudeLists, 'all', ORG), ORG)).toBeNull();
  });

  test('of projects lead to one each', () => {
    const page = claudeLists.read([{ uuid: 'p1' }, { uuid: 7 }, null], ask(claudeLists, 'projects', ORG), ORG);
    expect(page?.leads).toEqual([
      { list: 'project p1', path: '/api/organizations/org-1/projects/p1/conversations?limit=30&offset=0' },
    ]);
  });
});

const samples = process.env.VALISE_SAMPLES ?? '';
const sample = (path: string) => JSON.parse(readFileSync(join(samples, path), 'utf8'));

describe.skipIf(!existsSync(join(samples, 'chatgpt/list')))('lists from outside', () => {
  test('are read', () => {
    const { _request, _response } = sample('chatgpt/list/composed-2026-conversations.json');
    const path = _request.replace('GET ', '');
    expect(chatgptLists.read(_response, { list: 'normal', path }, null)?.listed).toHaveLength(4);
    const sidebar = sample('chatgpt/list/composed-2026-project-sidebar.json');
    expect(chatgptLists.read(sidebar._response, ask(chatgptLists, 'projects'), null)?.leads.length).toBeGreaterThan(0);
    const inside = sample('chatgpt/list/composed-2026-project-conversations.json');
    const of = { list: 'project g-p-1', path: inside._request.replace('GET ', '') };
    expect(chatgptLists.read(inside._response, of, null)?.listed.length).toBeGreaterThan(0);
    const [newer, older, organisations] = sample('claude/list/composed-2026-lists.json');
    for (const each of [newer, older])
      expect(claudeLists.read(each._response, ask(claudeLists, 'normal', ORG), ORG)?.listed).toHaveLength(2);
    expect(claudeLists.scopes?.in(organisations._response)).toHaveLength(1);
  });
});
