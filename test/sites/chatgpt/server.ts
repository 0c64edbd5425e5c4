import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { certificateFor } from '../../e2e/harness/certificate';
import type { Hosts } from '../../e2e/harness/proxy';
import { gateAt, type Hold, sendFrames } from '../held';
import { jsonOf, type Stored, startingConversations } from './conversations';
import { documentOf, policyOf } from './page';
import { turns } from './paged';
import { admitted, fileLink, hostedBytes, ownBytes, session, tree } from './reads';
import { bearer, CONDUIT, COOKIE, DEVICE, plantedSecrets } from './secrets';
import type { Instead, Refusal, Seen, State } from './state';
import { type Answer, answerTo } from './stream';
import { growTree, type Message } from './tree';

/** A stand-in for ChatGPT on loopback TLS, reached under its real names, with hands to steer and watch it. */
export interface ChatgptSite {
  /** For `launchChromium` and `launchFirefox`. */
  readonly hosts: Hosts;
  readonly port: number;
  /** Every request so far, oldest first. */
  readonly requests: readonly Seen[];
  /** The requests that no page of the site would send. */
  readonly refusals: readonly Refusal[];
  /** The newest token given out. */
  readonly token: string;
  /** Every secret value that was planted, tokens given out included. */
  readonly secrets: readonly string[];
  /** The conversation's JSON as the next read would give it. */
  json(id: string): string;
  put(stored: Stored): void;
  /** Gives no trees from now on, only pages of the branch on screen, and serves the layout that shows them; or trees again. */
  servePaged(paged: boolean): void;
  /** The next reads of a conversation get these answers, one each. */
  answerNext(...instead: readonly Instead[]): void;
  /** The token in use is no longer good; asking for the session gives a new one. */
  expireToken(): void;
  signOut(): void;
  /** Chooses the account of pages loaded from now on; null is the personal one. */
  useAccount(account: string | null): void;
  /** Milliseconds between two frames of a streamed answer (40 at first; an answer has about 35 frames). */
  pace(milliseconds: number): void;
  /** What streams from now on say their encoding is (`v1` at first). */
  speak(encoding: string): void;
  /** Holds the next streamed answer before this frame (words begin at frame 9). */
  hold(frame: number): Hold;
  /** As at the start; the logs are emptied too. */
  reset(): void;
  close(): Promise<void>;
}

const fresh = (): State => ({
  conversations: startingConversations(),
  generation: 0,
  expired: false,
  signedIn: true,
  account: null,
  paged: false,
  instead: [],
  gate: null,
  pace: 40,
  encoding: 'v1',
  turns: 0,
  requests: [],
  refusals: [],
});

/** Starts the server on a free port of loopback. */
export async function startChatgpt(): Promise<ChatgptSite> {
  const state = fresh();
  const names = ['chatgpt.com', 'files.oaiusercontent.com'] as const;
  const server = createServer(await certificateFor(names), (request, response) => {
    const seen: Seen = {
      method: request.method ?? '',
      host: request.headers.host ?? '',
      path: request.url ?? '',
      headers: request.headers,
      at: performance.now(),
      status: 0,
    };
    state.requests.push(seen);
    response.once('close', () => {
      seen.status = response.statusCode;
    });
    void dispatch(state, request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return withHands({ hosts: Object.fromEntries(names.map((name) => [name, port])), port, close }, state);
}

function withHands(base: Pick<ChatgptSite, 'hosts' | 'port' | 'close'>, state: State): ChatgptSite {
  return {
    ...base,
    get token() {
      return bearer(state.generation);
    },
    get requests() {
      return state.requests;
    },
    get refusals() {
      return state.refusals;
    },
    get secrets() {
      return plantedSecrets(state.generation + 1);
    },
    json(id) {
      const stored = state.conversations.get(id);
      if (!stored) throw new Error(`the site has no conversation ${id}`);
      return jsonOf(stored);
    },
    put: (stored) => void state.conversations.set(stored.conversation.conversation_id, stored),
    servePaged(paged) {
      state.paged = paged;
    },
    answerNext: (...instead) => void state.instead.push(...instead),
    expireToken() {
      state.expired = true;
    },
    signOut() {
      state.signedIn = false;
    },
    useAccount(account) {
      state.account = account;
    },
    pace(milliseconds) {
      state.pace = milliseconds;
    },
    speak(encoding) {
      state.encoding = encoding;
    },
    hold(frame) {
      const { gate, hold } = gateAt(frame);
      state.gate = gate;
      return hold;
    },
    reset: () => void Object.assign(state, fresh(), { generation: state.generation, expired: false }),
  };
}

type Handler = (state: State, request: IncomingMessage, response: ServerResponse, id: string) => unknown;

/** Inner addresses: method, path (group 1 is an id), handler. */
const INNER: readonly (readonly [string, RegExp, Handler])[] = [
  ['GET', /^\/api\/auth\/session$/, (state, _, response) => session(state, response)],
  [
    'GET',
    /^\/backend-api\/conversation\/([\w:-]+)$/,
    (state, request, response, id) => tree(state, id, request, response),
  ],
  [
    'GET',
    /^\/backend-api\/conversations\/([\w:-]+)(?:\/messages)?$/,
    (state, request, response, id) => turns(state, id, request, response),
  ],
  ['GET', /^\/backend-api\/files\/download\/(\w+)$/, (_, __, response, id) => fileLink(id, response)],
  ['POST', /^\/backend-api\/f\/conversation$/, stream],
];

async function dispatch(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'https://chatgpt.com');
  if (request.headers.host !== 'chatgpt.com') {
    hostedBytes(state, request, response);
  } else if (pathname === '/backend-api/estuary/content') {
    ownBytes(state, request, response);
  } else if (/^\/(?:backend-api|api)\//.test(pathname)) {
    if (!admitted(state, request, response)) return;
    const found = INNER.find(([method, path]) => method === request.method && path.test(pathname));
    await (found ?? NOWHERE)[2](state, request, response, found?.[1].exec(pathname)?.[1] ?? '');
  } else if (request.method === 'GET' && /^\/(?:$|c\/|g\/)/.test(pathname)) {
    page(state, response);
  } else {
    notFound(response);
  }
}

const NOWHERE = ['GET', /^/, (_: State, __: IncomingMessage, response: ServerResponse) => notFound(response)] as const;
const notFound = (response: ServerResponse): ServerResponse => response.writeHead(404).end();

function page(state: State, response: ServerResponse): void {
  const nonce = randomBytes(16).toString('base64');
  const cookies = [
    `__Secure-next-auth.session-token=${COOKIE}; Path=/; Secure; HttpOnly; SameSite=Lax`,
    `oai-did=${DEVICE}; Path=/; Secure; SameSite=Lax`,
    `_account=${state.account ?? 'personal'}; Path=/; Secure; SameSite=Lax`,
  ];
  const listed = [...state.conversations.values()]
    .filter(({ account }) => account === state.account)
    .map(({ conversation: { conversation_id: id, title } }) => ({ id, title }));
  response
    .writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policyOf(nonce),
      'referrer-policy': 'strict-origin-when-cross-origin',
      ...(state.signedIn ? { 'set-cookie': cookies } : {}),
    })
    .end(
      documentOf({
        nonce,
        token: state.signedIn ? bearer(state.generation) : null,
        paged: state.paged,
        conversations: listed,
      }),
    );
}

interface Posted {
  readonly conversation_id: string;
  readonly parent_message_id: string;
  readonly messages: readonly [Message];
}

/** Streams an answer frame by frame. It is complete on the server even if the page that asked goes away. */
async function stream(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = '';
  for await (const chunk of request) body += chunk;
  const posted = JSON.parse(body) as Posted;
  const stored = state.conversations.get(posted.conversation_id);
  if (!stored) {
    notFound(response);
    return;
  }
  const turn = ++state.turns;
  const at = stored.conversation.update_time + 60;
  const question = complete(posted.messages[0], at);
  const answer = answerTo(
    { conversation: posted.conversation_id, parent: posted.parent_message_id, message: question },
    { turn, encoding: state.encoding },
  );
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'x-conduit-token': CONDUIT });
  await sendFrames(state, answer.frames, response);
  state.conversations.set(posted.conversation_id, { ...stored, conversation: grown(stored, posted, answer, at) });
  response.end();
}

/** What the server adds to a message the page made. */
const complete = (each: Message, at: number): Message => ({
  id: each.id,
  author: each.author,
  create_time: at,
  update_time: null,
  content: each.content,
  status: 'finished_successfully',
  end_turn: null,
  weight: 1,
  metadata: { ...each.metadata, message_source: null },
  recipient: 'all',
  channel: null,
});

function grown(
  { conversation: before }: Stored,
  posted: Posted,
  { messages }: Answer,
  at: number,
): Stored['conversation'] {
  const tree = growTree(before.mapping);
  const leaf = tree.chain(posted.parent_message_id, ...messages);
  const newest = Math.max(at, ...messages.map(({ create_time: made }) => made ?? 0));
  return { ...before, mapping: tree.mapping(), current_node: leaf, update_time: newest };
}
