import { isObject, member } from '../../lib/json';
import type { ListAsk, Listed, ListPage, SiteLists } from '../lists-contract';
import { chatgpt } from './site';

/** As many as the page asks for at once. */
const AT_ONCE = 28;
const OF_PROJECT = 50;

const ID = /^[\w-]+$/;
const PROJECTS = 'projects';

/** The four lists of an account: a call that says nothing of either leaves archived ones out. */
const KINDS = [
  { list: 'normal', archived: false, starred: false },
  { list: 'starred', archived: false, starred: true },
  { list: 'archived', archived: true, starred: false },
  { list: 'archived starred', archived: true, starred: true },
] as const;

const accountPath = (offset: number, archived: boolean, starred: boolean): string =>
  `/backend-api/conversations?offset=${offset}&limit=${AT_ONCE}&order=updated&is_archived=${archived}&is_starred=${starred}`;

const projectsPath = (cursor: string): string =>
  `/backend-api/gizmos/snorlax/sidebar?owned_only=true&conversations_per_gizmo=0${cursor}`;

const projectPath = (id: string, cursor: string): string =>
  `/backend-api/gizmos/${id}/conversations?cursor=${cursor}&limit=${OF_PROJECT}`;

/** ChatGPT's lists as of October 2026: an account's, page by page of an offset; projects and theirs, by a cursor. */
export const chatgptLists: SiteLists = {
  site: chatgpt,
  // several measured some 200 to 250 trees at once and then one a minute, after which the page itself is refused, too: of
  // 200 some are left to the person
  pace: { burst: 180, perMinute: 1, between: 2, betweenLists: 1, counts: ['conversation'] },
  scopes: { path: '/backend-api/accounts/check/v4-2023-04-27', in: accountsIn },
  begin: () => [
    ...KINDS.map(({ list, archived, starred }) => ({ list, path: accountPath(0, archived, starred) })),
    { list: PROJECTS, path: projectsPath('') },
  ],
  read(answer, ask) {
    const items = member(answer, 'items');
    if (!Array.isArray(items)) return null;
    if (ask.list === PROJECTS) return projectsIn(answer, items);
    const listed = items.flatMap((each) => listedIn(each, null));
    const kind = KINDS.find(({ list }) => list === ask.list);
    if (kind) return { listed, leads: [], next: afterOffset(ask, items.length, kind) };
    const project = ask.list.slice('project '.length);
    const inside = items.flatMap((each) => listedIn(each, project));
    const cursor = cursorIn(answer);
    const next = cursor === null || items.length === 0 ? null : { ...ask, path: projectPath(project, cursor) };
    return { listed: inside, leads: [], next };
  },
};

/** The total is wrong now and then, or null: a list ends with a page that has nothing. */
function afterOffset(ask: ListAsk, came: number, { archived, starred }: (typeof KINDS)[number]): ListAsk | null {
  if (came === 0) return null;
  const before = Number(new URLSearchParams(ask.path.split('?')[1]).get('offset'));
  return { ...ask, path: accountPath(before + came, archived, starred) };
}

function listedIn(item: unknown, project: string | null): Listed[] {
  const id = member(item, 'id');
  if (typeof id !== 'string' || !ID.test(id) || member(item, 'is_temporary_chat') === true) return [];
  const named = project ?? member(item, 'gizmo_id');
  const under = typeof named === 'string' && ID.test(named) ? `/g/${named}` : '';
  const title = member(item, 'title');
  const changed = member(item, 'update_time');
  return [
    {
      native: id,
      title: typeof title === 'string' && title !== '' ? title : null,
      changed: typeof changed === 'string' || typeof changed === 'number' ? timeOf(changed) : null,
      page: `${under}/c/${id}`,
    },
  ];
}

/** A text as it is; a number of seconds, which a detail has and a list may have, as a text. */
const timeOf = (said: string | number): string | null => {
  if (typeof said === 'string') return said === '' ? null : said;
  const at = new Date(said * 1000);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
};

function projectsIn(answer: unknown, items: readonly unknown[]): ListPage {
  const leads = items.flatMap((each): ListAsk[] => {
    const gizmo = member(each, 'gizmo');
    const id = member(member(gizmo, 'gizmo') ?? gizmo, 'id');
    return typeof id === 'string' && ID.test(id) ? [{ list: `project ${id}`, path: projectPath(id, '0') }] : [];
  });
  const cursor = cursorIn(answer);
  const isMore = cursor !== null && items.length > 0;
  return { listed: [], leads, next: isMore ? { list: PROJECTS, path: projectsPath(`&cursor=${cursor}`) } : null };
}

/** Whatever stands there goes back as it is: it was a number once, and is a text without meaning now. */
function cursorIn(answer: unknown): string | null {
  const cursor = member(answer, 'cursor');
  return (typeof cursor === 'string' && cursor !== '') || typeof cursor === 'number'
    ? encodeURIComponent(cursor)
    : null;
}

/** The workspaces of the person. The personal one is what the site takes without being told. */
function accountsIn(answer: unknown): (string | null)[] {
  const accounts = member(answer, 'accounts');
  const found = Object.values(isObject(accounts) ? accounts : {}).flatMap((each): (string | null)[] => {
    const account = member(each, 'account');
    const id = member(account, 'account_id');
    if (member(account, 'structure') === 'personal') return [null];
    return typeof id === 'string' && id !== '' && member(account, 'is_deactivated') !== true ? [id] : [];
  });
  return [...new Set(found)];
}
