import { isObject, member } from '../../lib/json';
import type { Asked, Site, SiteFollow, SocketPiece } from '../contract';
import { files } from './site-files';

/** As many turns as the site gives at once, and whether there are other versions of them. */
const TURNS = 'include_has_versions=true&num_turns=100';

/** A conversation's page, one of a custom GPT, one of a project. (Until it has an id, it has a word with a colon.) */
const CONVERSATION = /^(?:\/g\/[\w-]+)?\/c\/([\w-]+)\/?$/;
const SHARE = /^\/share\/([\w-]+)(?:\/continue)?\/?$/;

const isShared = ({ pathname }: URL): boolean => SHARE.test(pathname);

/** The path of one of the person's own conversations: what somebody shared is none. */
const own = ({ page, conversation }: Asked, under: string, query = ''): string | null =>
  isShared(page) ? null : `/backend-api/${under}/${encodeURIComponent(conversation)}${query}`;

/** What the tap carries of the site, and nothing else: an export of its own. */
export const routes = [
  { name: 'conversation', method: 'GET', path: /^\/backend-(?:api|anon)\/conversation\/([\w:-]+)$/, body: 'json' },
  { name: 'turns', method: 'GET', path: /^\/backend-(?:api|anon)\/conversations\/([\w:-]+)$/, body: 'json' },
  {
    name: 'older-turns',
    method: 'GET',
    path: /^\/backend-(?:api|anon)\/conversations\/([\w:-]+)\/messages$/,
    body: 'json',
  },
  {
    name: 'share',
    method: 'GET',
    path: /^\/backend-(?:api|anon)\/share(?:d_conversation)?\/[\w-]+$/,
    body: 'json',
  },
  {
    name: 'stream',
    method: 'POST',
    path: /^\/backend-(?:api|anon)\/(?:f\/)?conversation(?:\/resume)?$/,
    body: 'events',
    request: true, // where the answer belongs; a stream need not repeat the person's words
  },
  // where an answer is handed over to: the host and the path are the site's own word, in the answer of another call
  {
    name: 'socket',
    method: 'GET',
    host: 'ws.chatgpt.com',
    path: /^\/(?:p\d+\/)?ws\/user\/[^/]+$/,
    body: 'lines',
    sort: turnsIn,
  },
  // what is in force in a conversation without being a part of it: a project or a custom GPT, the account's own settings
  { name: 'gizmo', method: 'GET', path: /^\/backend-api\/gizmos\/g-[\w-]+$/, body: 'json', beside: true },
  {
    name: 'custom-instructions',
    method: 'GET',
    path: /^\/backend-api\/user_system_messages$/,
    body: 'json',
    beside: true,
  },
  { name: 'memories', method: 'GET', path: /^\/backend-api\/memories$/, body: 'json', beside: true },
] as const satisfies Site['routes'];

/** What is asked for and never heard: it need not be in the tap. The canvas documents of a conversation as they are now. */
const textdocs = {
  name: 'textdocs',
  method: 'GET',
  path: /^\/backend-api\/conversation\/[\w:-]+\/textdocs$/,
  body: 'json',
  beside: true,
} as const;

/** ChatGPT's web app. Paths and the token's places as the page of October 2026 has them. */
export const chatgpt = {
  id: 'chatgpt',
  name: 'ChatGPT',
  origins: ['https://chatgpt.com/*'],
  fileHosts: ['https://*.oaiusercontent.com/*'],
  files,
  blocks: false,
  lists: true,
  routes: [...routes, textdocs],
  conversation: ({ pathname }) => CONVERSATION.exec(pathname)?.[1] ?? SHARE.exec(pathname)?.[1] ?? null,
  temporary: ({ searchParams }) => searchParams.get('temporary-chat') === 'true',
  page: ['[data-chatgpt-conversation-selection-target]', '#thread', 'main'],
  // the layout of September 2026, the one before it (whose textarea of the same name is hidden), and the one of telephones
  composer: {
    start: 'https://chatgpt.com/',
    editors: [
      'form[data-chatgpt-composer] .ProseMirror[contenteditable="true"]',
      '#prompt-textarea',
      '#mobile-composer-prompt',
      'textarea[name="prompt"]',
    ],
    files: ['form[data-chatgpt-composer] [type=file]', 'form[data-type="unified-composer"] [type=file]'],
  },
  call: {
    // the tree holds every branch; where the site does not give it, there are pages of the branch on screen, of which it
    // gives many more in the same time (seen by several others, July to September 2026)
    ways: [
      { route: 'conversation', ownLimit: true, path: (asked) => own(asked, 'conversation') },
      { route: 'turns', path: (asked) => own(asked, 'conversations', `?${TURNS}`) },
      { route: 'share', path: ({ page, conversation: id }) => (isShared(page) ? `/backend-api/share/${id}` : null) },
    ],
    more: (answer, asked) => [
      ...gizmoCall(answer, asked),
      ...canvasCall(answer, asked),
      ...olderPage(answer, asked.conversation),
    ],
    anonymous: ['/backend-api/', '/backend-anon/'], // seen by others
    scopes: [
      { cookie: '_account', none: ['', 'personal'] },
      { path: '/backend-api/accounts/check/v4-2023-04-27', in: accountsIn },
    ],
    scopeHeader: 'ChatGPT-Account-Id',
    token: {
      element: 'client-bootstrap',
      member: ['session', 'accessToken'],
      renew: '/api/auth/session',
      renewed: ['accessToken'],
    },
    staleToken: (status, body) =>
      status === 401 || status === 403 || (status === 404 && body.includes('conversation_inaccessible')),
  },
} as const satisfies Site;

const GIZMO = /^g-(?!p-$)[\w-]+$/;

/** The project or custom GPT that a conversation is of: its instructions, and which files it has. */
function gizmoCall(answer: unknown, { page }: Asked): SiteFollow[] {
  const named = [member(answer, 'gizmo_id'), member(answer, 'conversation_template_id')];
  const ids = named.filter((id): id is string => typeof id === 'string' && GIZMO.test(id));
  const id = ids.find((each) => each.startsWith('g-p-')) ?? ids[0];
  if (id === undefined || isShared(page)) return [];
  return [{ route: 'gizmo', path: `/backend-api/gizmos/${id}`, optional: true }];
}

/** The canvas documents as they are now, where the conversation has any: what the person changed is not in it. */
function canvasCall(answer: unknown, asked: Asked): SiteFollow[] {
  const sent: unknown[] = Object.values(Object(member(answer, 'mapping') ?? member(answer, 'messages')));
  const has = sent.some((each) => isObject(member(member(member(each, 'message') ?? each, 'metadata'), 'canvas')));
  const path = has ? own(asked, 'conversation', '/textdocs') : null;
  return path === null ? [] : [{ route: textdocs.name, path, optional: true }];
}

/** A page before the one that was given, if there is one: the site shows the newest first. */
function olderPage(answer: unknown, conversation: string): SiteFollow[] {
  const info = member(answer, 'page_info');
  const cursor = member(info, 'start_cursor');
  if (member(info, 'has_previous_page') !== true || typeof cursor !== 'string') return [];
  const id = encodeURIComponent(conversation);
  const before = encodeURIComponent(cursor);
  return [{ route: 'older-turns', path: `/backend-api/conversations/${id}/messages?before=${before}&${TURNS}` }];
}

/** The workspaces of the person, in the site's order. */
function accountsIn(answer: unknown): string[] {
  const accounts = member(answer, 'accounts');
  return Object.values(isObject(accounts) ? accounts : {}).flatMap((each) => {
    const id = member(member(each, 'account'), 'account_id');
    return typeof id === 'string' && id !== '' ? [id] : [];
  });
}

/** A frame of the socket, as far as it says what it is of. */
interface Frame {
  readonly topic_id?: string;
  readonly payload?: { readonly type?: string };
  readonly reply?: { readonly catchups?: readonly Frame[] };
}

/**
 * What a message of the socket brings of turns, frame by frame. What was missed stands in the answer to a subscription.
 * Throws over what has another shape: that is not heard.
 */
function turnsIn(message: string): SocketPiece[] {
  return [JSON.parse(message) as Frame | Frame[]]
    .flat()
    .flatMap((frame) => [...(frame.reply?.catchups ?? []), frame])
    .flatMap((each) => {
      const text = JSON.stringify(each);
      return each.payload?.type === 'conversation-turn-stream' && each.topic_id
        ? { of: each.topic_id, text, last: LAST.test(text) }
        : [];
    });
}

/**
 * The page unsubscribes from a turn when it is told that it is over: by a frame of its own, or at the beginning of a line
 * of the stream inside. What a message merely quotes has one backslash more.
 */
const LAST = /"type":"done"|[^\\]("|\\n)data: ?(\[DONE]|{\\"type\\": ?\\"message_stream_c)/;
