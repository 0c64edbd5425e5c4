import { conversation, growTree, message, text } from '../sites/chatgpt/tree';
import { type Held, type ListedSite, listedSite, pageOf, type SiteOptions } from './listed-site';

export const PROJECTS = ['g-p-6a3f1c2000008191a0b1c2d3e4f50601', 'g-p-6a3f1c2000008191a0b1c2d3e4f50602'] as const;
const LISTS = ['normal', 'starred', 'archived', 'archived starred', ...PROJECTS];

const idOf = (n: number): string => `6a3f1c20-f140-8321-9d8e-${n.toString(16).padStart(12, '0')}`;
const SEPTEMBER = Date.UTC(2026, 8, 1);

/** So many conversations in four lists and two projects. */
export const conversations = (count: number): Held[] =>
  Array.from({ length: count }, (_, n) => ({
    id: idOf(n),
    title: `Conversation ${n}`,
    changed: SEPTEMBER + n * 60_000,
    list: LISTS[n % LISTS.length] ?? 'normal',
  }));

const READ = /^\/backend-api\/conversation\/([\w-]+)$/;

/** ChatGPT's lists, with their faults: totals that are wrong or null, an item without an id, one in two lists. */
export const chatgptAt = (
  all: readonly Held[],
  options: Pick<SiteOptions, 'now' | 'burst' | 'perMinute' | 'retryAfter'>,
): ListedSite =>
  listedSite(all, {
    ...options,
    read: ({ pathname }) => READ.exec(pathname)?.[1] ?? null,
    conversation: ({ id, title, changed, list }) => {
      const tree = growTree();
      const leaf = tree.chain(
        tree.add('client-created-root', null, null),
        message(`${id}-q`, 'user', text(`What of ${title} at ${changed}?`), { create_time: changed / 1000 }),
        message(`${id}-${changed}`, 'assistant', text('Nothing much.'), { create_time: changed / 1000 + 1 }),
      );
      const isProject = list.startsWith('g-p-');
      return conversation(id, title, tree, leaf, { update_time: changed / 1000, ...(isProject && { gizmo_id: list }) });
    },
    other: (path, held) => {
      const sorted = [...held].sort((a, b) => b.changed - a.changed);
      return OTHERS.find(([pattern]) => pattern.test(path.pathname))?.[1](path, sorted) ?? null;
    },
  });

type Other = (path: URL, sorted: readonly Held[]) => unknown;

const OTHERS: readonly (readonly [RegExp, Other])[] = [
  [/^\/api\/auth\/session$/, () => ({ accessToken: 'ey.page.token' })],
  [/accounts\/check/, () => ({ accounts: { one: { account: { account_id: 'acc-1', structure: 'personal' } } } })],
  [/^\/backend-api\/conversations$/, ofAccount],
  [/snorlax\/sidebar$/, () => ({ items: PROJECTS.map((id) => ({ gizmo: { gizmo: { id } } })), cursor: null })],
  [/^\/backend-api\/gizmos\/[\w-]+\/conversations$/, ofProject],
  [
    /^\/backend-api\/gizmos\//,
    ({ pathname }) => ({ gizmo: { gizmo: { id: pathname.split('/')[3] }, instructions: 'Be brief.' } }),
  ],
];

function ofAccount(path: URL, sorted: readonly Held[]) {
  const kind = ['archived', 'starred'].filter((each) => path.searchParams.get(`is_${each}`) === 'true').join(' ');
  const listed = sorted.filter(({ list }) => list === (kind || 'normal')).map(itemOf);
  return { items: pageOf([...listed, { title: 'No id' }], path), total: kind === 'archived' ? null : 3, limit: 28 };
}

/** A project names two conversations that stand in the account's list as well. */
function ofProject(path: URL, sorted: readonly Held[]) {
  const own = sorted.filter(({ list }) => path.pathname.includes(list));
  const also = sorted.filter(({ list }) => list === 'normal').slice(0, 2);
  const items = pageOf([...own, ...also].map(itemOf), path);
  const from = Number(path.searchParams.get('cursor'));
  return { items, cursor: items.length === 0 ? null : String(from + items.length) };
}

const itemOf = ({ id, title, changed, list }: Held) => ({
  ...{ id, title, update_time: new Date(changed).toISOString() },
  gizmo_id: list.startsWith('g-p-') ? list : null,
});
