import { isObject, member } from '../../lib/json';
import type { ListAsk, Listed, SiteLists } from '../lists-contract';
import { claude, organisationsIn } from './site';

/** As many as the page asks for at once. */
const AT_ONCE = 30;
const ID = /^[\w-]+$/;
const PROJECTS = 'projects';

const under = (scope: string): string => `/api/organizations/${encodeURIComponent(scope)}`;

/** The lists of an organisation: the newer of two kinds three times, and the older, which the site may retire. */
const KINDS: Readonly<Record<string, (offset: number) => string>> = {
  normal: (offset) => newer(offset, 'starred=false'),
  starred: (offset) => newer(offset, 'starred=true'),
  archived: (offset) => newer(offset, 'archived=true'),
  all: (offset) => `/chat_conversations?limit=${AT_ONCE}&offset=${offset}`,
};

const newer = (offset: number, which: string): string =>
  `/chat_conversations_v2?limit=${AT_ONCE}&offset=${offset}&${which}&consistency=eventual`;

/** Claude's lists as of October 2026. Nobody has published how many reads it allows: this is what a busy person does. */
export const claudeLists: SiteLists = {
  site: claude,
  pace: { burst: 60, perMinute: 6, between: 2, betweenLists: 1, counts: ['conversation'] },
  scopes: { path: '/api/organizations', in: organisationsIn },
  begin: (scope) =>
    scope === null
      ? []
      : [
          ...Object.entries(KINDS).map(([list, path]) => ({ list, path: under(scope) + path(0) })),
          { list: PROJECTS, path: `${under(scope)}/projects` },
        ],
  read(answer, ask, scope) {
    const items = Array.isArray(answer) ? answer : member(answer, 'data');
    if (!Array.isArray(items) || scope === null) return null;
    if (ask.list === PROJECTS) return { listed: [], leads: projectsIn(items, scope), next: null };
    const listed = items.flatMap(listedIn);
    const isMore = isLonger(answer, items.length);
    return { listed, leads: [], next: isMore ? onward(ask, items.length, scope) : null };
  },
};

/** The newer kind says whether there is more. The older is a bare list: one that is longer than asked for is all of it. */
const isLonger = (answer: unknown, came: number): boolean =>
  Array.isArray(answer) ? came === AT_ONCE : came > 0 && member(answer, 'has_more') === true;

function onward(ask: ListAsk, came: number, scope: string): ListAsk {
  const before = Number(new URLSearchParams(ask.path.split('?')[1]).get('offset') ?? 0);
  const kind = KINDS[ask.list];
  const path = kind?.(before + came) ?? projectPath(ask.list.slice('project '.length), before + came);
  return { ...ask, path: under(scope) + path };
}

const projectPath = (id: string, offset: number): string =>
  `/projects/${id}/conversations?limit=${AT_ONCE}&offset=${offset}`;

function listedIn(item: unknown): Listed[] {
  const id = member(item, 'uuid');
  if (typeof id !== 'string' || !ID.test(id) || member(item, 'is_temporary') === true) return [];
  const name = member(item, 'name');
  const changed = member(item, 'updated_at');
  return [
    {
      native: id,
      title: typeof name === 'string' && name !== '' ? name : null,
      changed: typeof changed === 'string' && changed !== '' ? changed : null,
      page: `/chat/${id}`,
    },
  ];
}

const projectsIn = (items: readonly unknown[], scope: string): ListAsk[] =>
  items.flatMap((each) => {
    const id = isObject(each) ? each.uuid : null;
    if (typeof id !== 'string' || !ID.test(id)) return [];
    return [{ list: `project ${id}`, path: under(scope) + projectPath(id, 0) }];
  });
