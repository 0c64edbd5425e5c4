import { ORG, text } from '../providers/claude/model';
import { asRead } from '../providers/claude/render';
import { type Held, type ListedSite, listedSite, pageOf, type SiteOptions } from './listed-site';

export const OTHER_ORG = '5e5e5e5e-0000-4000-8000-0000000000ab';
const PROJECT = '5e5e5e5e-0000-4000-8000-0000000000b1';
const LISTS = [`${ORG} normal`, `${ORG} starred`, `${ORG} ${PROJECT}`, `${OTHER_ORG} normal`];

const JULY = Date.UTC(2026, 6, 1);

/** So many conversations in two organisations, some with a star, some in a project. */
export const chats = (count: number): Held[] =>
  Array.from({ length: count }, (_, n) => ({
    id: `c1a0de00-0000-7000-8000-${n.toString(16).padStart(12, '0')}`,
    title: `Chat ${n}`,
    changed: JULY + n * 60_000,
    list: LISTS[n % LISTS.length] ?? '',
  }));

const READ = /\/chat_conversations\/([\w-]+)$/;

/** Claude's lists: of two kinds, the older of which is retired in one of the organisations. */
export const claudeAt = (all: readonly Held[], options: Pick<SiteOptions, 'now' | 'burst' | 'perMinute'>): ListedSite =>
  listedSite(all, {
    ...options,
    read: ({ pathname }) => READ.exec(pathname)?.[1] ?? null,
    conversation: ({ id, title, changed, list }) => {
      const question = { uuid: `${id}-q`, sender: 'human', parent: null, content: [text('What of it?')] } as const;
      const answer = {
        uuid: `${id}-${changed}`,
        sender: 'assistant',
        parent: `${id}-q`,
        content: [text('Nothing much.')],
      } as const;
      const project = list.endsWith(PROJECT) ? { project: { uuid: PROJECT, name: 'Boats' } } : {};
      const read = asRead({ uuid: id, name: title, leaf: answer.uuid, messages: [question, answer], ...project });
      return { ...read, updated_at: new Date(changed).toISOString() };
    },
    other: (path, held) => OTHERS.find(([pattern]) => pattern.test(path.pathname))?.[1](path, held) ?? null,
  });

type Other = (path: URL, held: readonly Held[]) => unknown;

const orgOf = ({ pathname }: URL): string => pathname.split('/')[3] ?? '';

const OTHERS: readonly (readonly [RegExp, Other])[] = [
  [
    /^\/api\/organizations$/,
    () => [
      { uuid: ORG, capabilities: ['chat'] },
      { uuid: OTHER_ORG, capabilities: ['chat', 'raven'] },
      { uuid: '5e5e5e5e-0000-4000-8000-0000000000ac', capabilities: ['api'] },
    ],
  ],
  [/chat_conversations_v2$/, newer],
  [/chat_conversations$/, (path, held) => (orgOf(path) === OTHER_ORG ? null : pageOf(listed(held, ORG), path))],
  [/projects$/, (path) => (orgOf(path) === ORG ? [{ uuid: PROJECT, name: 'Boats' }] : [])],
  [/projects\/[\w-]+\/conversations$/, (path, held) => pageOf(listed(held, `${ORG} ${PROJECT}`), path)],
  [/projects\/[\w-]+$/, () => ({ uuid: PROJECT, name: 'Boats', prompt_template: 'Be brief.' })],
  [/projects\/[\w-]+\/docs$/, () => []],
];

const listed = (held: readonly Held[], list: string) =>
  held
    .filter((each) => each.list.startsWith(list))
    .sort((a, b) => b.changed - a.changed)
    .map(({ id, title, changed }) => ({ uuid: id, name: title, updated_at: new Date(changed).toISOString() }));

function newer(path: URL, held: readonly Held[]) {
  if (path.searchParams.get('archived') === 'true') return { data: [], has_more: false };
  const kind = path.searchParams.get('starred') === 'true' ? 'starred' : 'normal';
  const all = listed(held, `${orgOf(path)} ${kind}`);
  const data = pageOf(all, path);
  return { data, has_more: Number(path.searchParams.get('offset')) + data.length < all.length };
}
