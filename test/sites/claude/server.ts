import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ORG, ROOT, type Said, text } from '../../providers/claude/model';
import { asRead } from '../../providers/claude/render';
import { type Habits, strangenessOf } from '../guard';
import { sendFrames } from '../held';
import { policyOf } from '../page';
import { type StandIn, type Steered, serve } from '../stand-in';
import { answerOf, framesOf } from './answer';
import { OTHER_ORG, type Stored, startingChats } from './chats';
import { fileAt } from './files';
import { pageOf } from './page';
import { COOKIE, DEVICE, PERSON, plantedSecrets, SIGNED } from './secrets';
import { DOCUMENTS, PROJECT } from './voyage';

/** A stand-in for Claude, with hands to steer and watch it. */
export interface ClaudeSite extends StandIn {
  /** The cookie that says which organisation is in use is not set by pages from now on. */
  hideOrganisation(): void;
}

interface State extends Steered {
  chats: Map<string, Stored>;
  organisation: string | null;
}

const fresh = () => ({ chats: startingChats(), organisation: ORG });

const habits: Habits = {
  origin: 'https://claude.ai',
  cookie: ['sessionKey', COOKIE],
  headers: new Set([
    'anthropic-anonymous-id',
    'anthropic-client-platform',
    'anthropic-client-sha',
    'anthropic-client-version',
    'anthropic-device-id',
  ]),
  inner: '/api/',
};

/** Starts the server on a free port of loopback. */
export async function startClaude(): Promise<ClaudeSite> {
  const state: State = { ...fresh(), instead: [], refusals: [], gate: null, pace: 10 };
  const { forget, ...served } = await serve(['claude.ai'], state, (request, response) =>
    dispatch(state, request, response),
  );
  return {
    ...served,
    secrets: plantedSecrets,
    json(id) {
      const stored = state.chats.get(id);
      if (!stored) throw new Error(`the site has no conversation ${id}`);
      return jsonOf(stored);
    },
    hideOrganisation() {
      state.organisation = null;
    },
    reset() {
      Object.assign(state, fresh());
      forget();
    },
  };
}

/** With what the real site adds that must not be kept. */
const jsonOf = ({ chat }: Stored): string =>
  JSON.stringify({ ...asRead(chat), account: PERSON, preview: { signed_url: SIGNED } });

const CHAT = /^\/api\/organizations\/([\w-]+)\/chat_conversations\/([\w-]+)(?:\/(completion|retry_completion))?$/;

async function dispatch(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', habits.origin);
  if (!pathname.startsWith('/api/')) return page(state, pathname, response);
  if (!admitted(state, request, response)) return;
  if (pathname === '/api/organizations') return organisations(response);
  const file = fileAt(new URL(request.url ?? '/', habits.origin), (each) => state.chats.has(each));
  if (file) return file(request, response);
  const project = projectAt(pathname);
  if (project) return answerJson(response, 200, project);
  const [, organisation = '', id = '', asked] = CHAT.exec(pathname) ?? [];
  const stored = state.chats.get(id);
  if (!stored || stored.organisation !== organisation) return notFound(response);
  if (asked === undefined) return read(state, stored, response);
  return stream(state, stored, { request, response, isRetry: asked === 'retry_completion' });
}

/** A project, or its documents; of files the site is asked for none. */
function projectAt(pathname: string): unknown {
  const path = `/api/organizations/${ORG}/projects/${PROJECT.uuid}`;
  return pathname === path ? PROJECT : pathname === `${path}/docs` ? DOCUMENTS : null;
}

const answerJson = (response: ServerResponse, status: number, value: unknown, headers = {}): void =>
  void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));

const problem = (type: string, message: string) => ({ type: 'error', error: { type, message, details: null } });

const notFound = (response: ServerResponse): void =>
  answerJson(response, 404, problem('not_found_error', 'Conversation not found'));

function admitted(state: State, request: IncomingMessage, response: ServerResponse): boolean {
  const { method = 'GET', url: path = '', headers } = request;
  const why = strangenessOf(habits, method, headers);
  if (why === null) return true;
  state.refusals.push({ method, path, why });
  answerJson(response, 403, problem('permission_error', 'Invalid authorization'), { 'cf-mitigated': 'challenge' });
  return false;
}

const organisations = (response: ServerResponse): void =>
  answerJson(response, 200, [
    { uuid: ORG, name: "Ada's organisation", capabilities: ['chat', 'claude_pro'], raven_type: null },
    { uuid: OTHER_ORG, name: 'The harbour', capabilities: ['chat', 'raven'], raven_type: 'team' },
    { uuid: randomUUID(), name: 'Console', capabilities: ['api'], raven_type: null },
  ]);

async function read(state: State, stored: Stored, response: ServerResponse): Promise<void> {
  if (stored.temporary) {
    notFound(response);
    return;
  }
  const { status = 200, headers = {}, body = jsonOf(stored), after } = state.instead.shift() ?? {};
  await after;
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers }).end(body);
}

interface Posted {
  readonly prompt: string;
  readonly parent_message_uuid: string;
  readonly turn_message_uuids?: { readonly human_message_uuid: string; readonly assistant_message_uuid: string };
}

interface Asking {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly isRetry: boolean;
}

/** Streams an answer. It is complete on the server even if the page that asked goes away. */
async function stream(state: State, stored: Stored, { request, response, isRetry }: Asking): Promise<void> {
  let body = '';
  for await (const chunk of request) body += chunk;
  const posted = JSON.parse(body) as Posted;
  const { chat } = stored;
  const question = isRetry ? questionAbove(chat.messages, posted.parent_message_uuid) : questionOf(posted);
  const uuid = posted.turn_message_uuids?.assistant_message_uuid ?? randomUUID();
  const words = question.content.map((each) => String(each.text)).join('');
  const answer: Said = { ...answerOf(uuid, question.uuid, words), ...(isRetry ? { retry: true } : {}) };
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  await sendFrames(state, framesOf(answer), response);
  const messages = [...chat.messages, ...(isRetry ? [] : [question]), answer];
  state.chats.set(chat.uuid, { ...stored, chat: { ...chat, messages, leaf: uuid } });
  response.end();
}

const questionOf = ({ prompt, parent_message_uuid: parent, turn_message_uuids: ids }: Posted): Said => ({
  uuid: ids?.human_message_uuid ?? randomUUID(),
  sender: 'human',
  parent: parent === ROOT ? null : parent,
  content: [text(prompt)],
});

/** The question that an answer answers: what is asked again. */
function questionAbove(messages: readonly Said[], from: string): Said {
  const byId = new Map(messages.map((each) => [each.uuid, each]));
  let at = byId.get(from);
  while (at && at.sender !== 'human') at = byId.get(at.parent ?? '');
  if (!at) throw new Error('nothing was asked');
  return at;
}

function page(state: State, pathname: string, response: ServerResponse): void {
  if (!/^\/(?:new|chat\/[\w-]+|recents)?$/.test(pathname)) {
    response.writeHead(404).end();
    return;
  }
  const nonce = randomBytes(16).toString('base64');
  const organisation = state.organisation === null ? [] : [`lastActiveOrg=${state.organisation}; Path=/; Secure`];
  const listed = [...state.chats.values()].filter(({ temporary }) => !temporary);
  response
    .writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policyOf(nonce),
      'referrer-policy': 'strict-origin-when-cross-origin',
      'set-cookie': [
        `sessionKey=${COOKIE}; Path=/; Secure; HttpOnly; SameSite=Lax`,
        `anthropic-device-id=${DEVICE}; Path=/; Secure`,
        ...organisation,
      ],
    })
    .end(
      pageOf(
        nonce,
        listed.map(({ chat: { uuid: id, name } }) => ({ id, name })),
      ),
    );
}
