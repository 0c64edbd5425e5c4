import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Gate, gateAt, type Hold, sendFrames } from '../held';
import { policyOf } from '../page';
import { type StandIn, serve } from '../stand-in';
import { jsonOf, type Stored, startingConversations } from './conversations';
import { accounts, list, projects } from './lists';
import { pageOf } from './page';
import { turns } from './paged';
import { admitted, fileLink, gizmo, hostedBytes, ownBytes, sandboxLink, session, textdocs, tree } from './reads';
import { bearer, CONDUIT, COOKIE, DEVICE, plantedSecrets } from './secrets';
import type { State } from './state';
import { type Answer, answerTo } from './stream';
import { growTree, type Message } from './tree';

/** A stand-in for ChatGPT, with hands to steer and watch it. An answer has about 35 frames, its words begin at frame 9. */
export interface ChatgptSite extends StandIn {
  /** The newest token given out; every one of them is among the secrets. */
  readonly token: string;
  put(stored: Stored): void;
  /** Has these conversations alone. */
  haveOnly(all: readonly Stored[]): void;
  /** Gives no trees from now on, only pages of the branch on screen, and serves the layout that shows them; or trees again. */
  servePaged(paged: boolean): void;
  /** The token in use is no longer good; asking for the session gives a new one. */
  expireToken(): void;
  signOut(): void;
  /** Chooses the account of pages loaded from now on; null is the personal one. */
  useAccount(account: string | null): void;
  /** What streams from now on say their encoding is (`v1` at first). */
  speak(encoding: string): void;
  /** Holds the next answer with the bytes of a file in the middle. */
  holdFile(id: string): Hold;
}

const fresh = () => ({
  conversations: startingConversations(),
  expired: false,
  signedIn: true,
  account: null,
  paged: false,
  encoding: 'v1',
  turns: 0,
  heldFiles: new Map<string, Gate>(),
});

/** Starts the server on a free port of loopback. */
export async function startChatgpt(): Promise<ChatgptSite> {
  const state: State = { ...fresh(), generation: 0, instead: [], refusals: [], gate: null, pace: 40 };
  const { forget, ...served } = await serve(['chatgpt.com', 'files.oaiusercontent.com'], state, (request, response) =>
    dispatch(state, request, response),
  );
  return {
    ...served,
    get token() {
      return bearer(state.generation);
    },
    get secrets() {
      return plantedSecrets(state.generation + 1);
    },
    json(id) {
      const stored = state.conversations.get(id);
      if (!stored) throw new Error(`the site has no conversation ${id}`);
      return jsonOf(stored);
    },
    haveOnly(all) {
      state.conversations = new Map(all.map((each) => [each.conversation.conversation_id, each]));
    },
    put: (stored) => void state.conversations.set(stored.conversation.conversation_id, stored),
    servePaged(paged) {
      state.paged = paged;
    },
    expireToken() {
      state.expired = true;
    },
    signOut() {
      state.signedIn = false;
    },
    useAccount(account) {
      state.account = account;
    },
    speak(encoding) {
      state.encoding = encoding;
    },
    holdFile(id) {
      const { gate, hold } = gateAt(0);
      state.heldFiles.set(id, gate);
      return hold;
    },
    reset() {
      Object.assign(state, fresh());
      forget();
    },
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
  ['GET', /^\/backend-api\/conversation\/([\w-]+)\/textdocs$/, (_, __, response, id) => textdocs(id, response)],
  [
    'GET',
    /^\/backend-api\/conversations$/,
    (state, request, response) => list(state, response, new URL(request.url ?? '/', 'https://chatgpt.com')),
  ],
  ['GET', /^\/backend-api\/accounts\/check\//, (_, __, response) => accounts(response)],
  ['GET', /^\/backend-api\/gizmos\/snorlax\/sidebar$/, (_, __, response) => projects(response)],
  ['GET', /^\/backend-api\/gizmos\/([\w-]+)$/, (_, __, response, id) => gizmo(id, response)],
  ['GET', /^\/backend-api\/files\/download\/(\w+)$/, (_, __, response, id) => fileLink(id, response)],
  [
    'GET',
    /^\/backend-api\/conversation\/([\w-]+)\/interpreter\/download$/,
    (state, request, response, id) => sandboxLink(state, id, request, response),
  ],
  ['POST', /^\/backend-api\/f\/conversation$/, stream],
];

async function dispatch(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'https://chatgpt.com');
  if (request.headers.host !== 'chatgpt.com') {
    await hostedBytes(state, request, response);
  } else if (pathname === '/backend-api/estuary/content') {
    await ownBytes(state, request, response);
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
      'content-security-policy': policyOf(nonce, 'https://*.oaiusercontent.com'),
      'referrer-policy': 'strict-origin-when-cross-origin',
      ...(state.signedIn ? { 'set-cookie': cookies } : {}),
    })
    .end(
      pageOf({
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
