import { isObject, member } from '../../lib/json';
import type { Asked, Site, SiteFollow } from '../contract';
import { files } from './site-files';

const ORGANISATION = '/api/organizations/[\\w-]+';
const CHAT = `${ORGANISATION}/chat_conversations/([\\w-]+)`;
const PROJECT = `${ORGANISATION}/projects/[\\w-]+`;

/** Tool blocks are sent whole only to who asks for them; a leaf read just after an answer must be that answer's. */
const MESSAGES = 'rendering_mode=messages&render_all_tools=true';
const SHARE = /^\/share\/([\w-]+)\/?$/;

/** Sessions of an agent (code, cowork), as one public description of July 2026 has them: its own pages, its own calls. */
const AGENT = /^\/(?:code|cowork)\/((?:cse|session)_[\w-]+)\/?$/;
/** As many events as the page asks for at once. */
const EVENTS = 500;

const isAgent = ({ pathname }: URL): boolean => AGENT.test(pathname);
const isShared = ({ pathname }: URL): boolean => SHARE.test(pathname);

/** What the tap carries of the site, and nothing else: an export of its own. */
export const routes = [
  { name: 'conversation', method: 'GET', path: new RegExp(`^${CHAT}$`), body: 'json' },
  {
    name: 'share',
    method: 'GET',
    path: /^\/api\/(?:organizations\/[\w-]+\/)?chat_snapshots\/[\w-]+$/,
    body: 'json',
  },
  // the answer does not repeat what the person wrote
  {
    name: 'completion',
    method: 'POST',
    path: new RegExp(`^${CHAT}/(?:retry_)?completion$`),
    body: 'events',
    request: true,
  },
  // what an agent (code, cowork) did, a page of it at a time
  { name: 'agent-events', method: 'GET', path: /^\/v1\/code\/sessions\/([\w-]+)\/events$/, body: 'json' },
  // what is in force in a conversation without being a part of it
  { name: 'project', method: 'GET', path: new RegExp(`^${PROJECT}$`), body: 'json', beside: true },
  { name: 'project-docs', method: 'GET', path: new RegExp(`^${PROJECT}/docs$`), body: 'json', beside: true },
  { name: 'project-files', method: 'GET', path: new RegExp(`^${PROJECT}/files$`), body: 'json', beside: true },
  { name: 'memory', method: 'GET', path: new RegExp(`^${ORGANISATION}/memory$`), body: 'json', beside: true },
] as const satisfies Site['routes'];

/** Claude's web app. Paths as the page of October 2026 has them. */
export const claude = {
  id: 'claude',
  name: 'Claude',
  origins: ['https://claude.ai/*'],
  fileHosts: [],
  files,
  blocks: true,
  lists: true,
  routes,
  conversation: ({ pathname }) =>
    (/^\/chat\/([\w-]+)\/?$/.exec(pathname) ?? SHARE.exec(pathname) ?? AGENT.exec(pathname))?.[1] ?? null,
  // from memory, not from a recording: the page's own button for it is remembered to lead to `/new?incognito`
  temporary: ({ searchParams }) => searchParams.has('incognito'),
  // an open panel stands beside the rows
  page: ['main', 'body'],
  composer: {
    start: 'https://claude.ai/new',
    editors: ['[data-testid="chat-input"]'],
    files: ['[data-testid="file-upload"]'],
  },
  call: {
    ways: [
      {
        route: 'conversation',
        path: ({ page, conversation: id, scope }) =>
          isShared(page) || isAgent(page) || scope === null
            ? null
            : `/api/organizations/${encodeURIComponent(scope)}/chat_conversations/${id}?tree=True&${MESSAGES}&consistency=strong`,
      },
      {
        route: 'share',
        path: ({ page, conversation: id }) => (isShared(page) ? `/api/chat_snapshots/${id}?${MESSAGES}` : null),
      },
      {
        route: 'agent-events',
        path: ({ page, conversation: id }) => (isAgent(page) ? `/v1/code/sessions/${id}/events?limit=${EVENTS}` : null),
        headers: ({ scope }) => ({
          'anthropic-version': '2023-06-01',
          'anthropic-beta': 'ccr-byoc-2025-07-29',
          'anthropic-client-feature': 'ccr',
          ...(scope === null ? {} : { 'x-organization-uuid': scope }),
        }),
      },
    ],
    more: projectCalls,
    scopes: [
      { cookie: 'lastActiveOrg', none: [] },
      { path: '/api/organizations', in: organisationsIn },
    ],
    scopeHeader: null,
    // the cookie of the session is all: there is no token in the page
    token: null,
    staleToken: () => false,
  },
} as const satisfies Site;

/** The project that a conversation is of: its instructions, and its documents with their texts. */
function projectCalls(answer: unknown, { page, scope }: Asked): SiteFollow[] {
  const project = member(answer, 'project_uuid') ?? member(member(answer, 'project'), 'uuid');
  if (typeof project !== 'string' || !/^[\w-]+$/.test(project) || isShared(page) || scope === null) return [];
  const path = `/api/organizations/${encodeURIComponent(scope)}/projects/${project}`;
  return [
    { route: 'project', path, optional: true },
    { route: 'project-docs', path: `${path}/docs`, optional: true },
  ];
}

/** The organisations under which the person chats (others are for the programming interface alone). */
export function organisationsIn(answer: unknown): string[] {
  return (Array.isArray(answer) ? answer : []).flatMap((each) => {
    if (!isObject(each) || typeof each.uuid !== 'string' || each.uuid === '') return [];
    const { capabilities } = each;
    return !Array.isArray(capabilities) || capabilities.includes('chat') ? [each.uuid] : [];
  });
}
