import type { IncomingMessage, ServerResponse } from 'node:http';
import { cookieOf } from '../guard';
import { onePixel } from '../picture';
import type { Instead } from '../stand-in';
import { jsonOf, type Stored } from './conversations';
import { strangeness } from './guard';
import { DRAWING, LOST, PICTURE, TABLE } from './harbour-messages';
import { bearer, PERSON, SIGNATURES } from './secrets';
import type { State } from './state';
import { documents, MADE, PILOT, PROJECT, project, VOYAGE } from './voyage';

/** The bytes behind the composed conversations' file pointers. */
export const FILES: Record<string, { name: string; type: string; bytes: Buffer }> = {
  [PICTURE]: { name: 'Barra à marée basse.png', type: 'image/png', bytes: onePixel(0x2f, 0x6f, 0x8f) },
  [DRAWING]: { name: 'chart.png', type: 'image/png', bytes: onePixel(0xe8, 0xd5, 0xa0) },
  [TABLE]: {
    name: 'log.csv',
    type: 'text/csv',
    bytes: Buffer.from('day,depth\n2026-09-19,1.9\n2026-09-20,2.0\n2026-09-21,2.1\n'),
  },
  [PILOT]: { name: 'pilot notes.txt', type: 'text/plain', bytes: Buffer.from('Keep to the north bank.\n') },
  [MADE.id]: { name: 'log of the day.csv', type: 'text/plain', bytes: Buffer.from('hour;Länge\n09:00;7\n10:00;8\n') },
};

export const json = (response: ServerResponse, status: number, value: object, headers = {}): ServerResponse =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));

const inaccessible = {
  detail: { message: 'Unable to load conversation', code: 'conversation_inaccessible' },
};

/**
 * Lets a request to the inner addresses through, or refuses it as the site would and says so: without the cookie 401,
 * unlike the page's own 403, without a token the 404 of a conversation that is gone, with an old one 401.
 */
export function admitted(state: State, request: IncomingMessage, response: ServerResponse): boolean {
  const { method = 'GET', url: path = '', headers } = request;
  const refuse = (status: number, why: string | null, body: object, more = {}): boolean => {
    if (why !== null) state.refusals.push({ method, path, why });
    json(response, status, body, more);
    return false;
  };
  const why = strangeness(method, headers);
  if (why === 'no cookie of the site') return refuse(401, why, { detail: 'Unauthorized' });
  if (why !== null) return refuse(403, why, { detail: 'Forbidden' }, { 'cf-mitigated': 'challenge' });
  if (path.startsWith('/api/auth/')) return true;
  const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
  if (token === undefined) return refuse(404, 'no token', inaccessible);
  const good = token === bearer(state.generation) && !state.expired;
  return good || refuse(401, null, { detail: { message: 'Your session has expired', code: 'token_expired' } });
}

/** `/api/auth/session`: gives a fresh token where the last one has expired. */
export function session(state: State, response: ServerResponse): ServerResponse {
  if (!state.signedIn) return json(response, 200, {});
  if (state.expired) {
    state.generation += 1;
    state.expired = false;
  }
  return json(response, 200, {
    user: PERSON,
    expires: '2026-12-01T00:00:00.000Z',
    account: { id: state.account ?? PERSON.id, planType: 'plus', structure: 'personal' },
    accessToken: bearer(state.generation),
    authProvider: 'auth0',
  });
}

/** `/backend-api/conversation/<id>`: the tree, where the site still gives trees. (What it says else is not known.) */
export async function tree(
  state: State,
  id: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (state.paged) json(response, 404, { detail: 'Not Found' });
  else await give(state, id, { request, response, written: jsonOf });
}

export interface Giving {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The conversation as it is given. */
  written(stored: Stored): string;
}

/** Gives a conversation to the account it belongs to, or what was set to be given instead. */
export async function give(state: State, id: string, { request, response, written }: Giving): Promise<void> {
  const stored = state.conversations.get(id);
  const account = request.headers['chatgpt-account-id'] ?? null;
  if (!stored || stored.account !== account) {
    json(response, 404, inaccessible);
    return;
  }
  const instead: Instead = state.instead.shift() ?? {};
  await instead.after;
  const body = Buffer.from(instead.body ?? written(stored));
  response.writeHead(instead.status ?? 200, {
    'content-type': 'application/json',
    'content-length': body.length,
    'cache-control': 'no-store',
    ...instead.headers,
  });
  if (instead.cutAfter === undefined) response.end(body);
  else response.write(body.subarray(0, instead.cutAfter), () => response.destroy());
}

/** `/backend-api/files/download/<id>`: status 200 either way; the status inside decides. */
export function fileLink(id: string, response: ServerResponse): ServerResponse {
  const file = FILES[id];
  if (!file || id === LOST)
    return json(response, 200, { status: 'error', error_code: 'file_not_found', error_message: null });
  const address =
    id === TABLE || id === MADE.id
      ? `https://files.oaiusercontent.com/${id}?se=2026-09-21T09%3A00Z&sig=${SIGNATURES.picture}`
      : `/backend-api/estuary/content?id=${id}&ts=497216&p=fs&cid=1&sig=${SIGNATURES.estuary}&v=0`;
  return json(response, 200, {
    status: 'success',
    download_url: address,
    file_name: file.name,
    file_size_bytes: file.bytes.length,
    mime_type: file.type,
    creation_time: null,
    metadata: null,
  });
}

/** `/backend-api/gizmos/<id>`: a project. */
export const gizmo = (id: string, response: ServerResponse): ServerResponse =>
  id === PROJECT ? json(response, 200, project()) : json(response, 404, { detail: 'Not Found' });

/** `…/textdocs`: the canvas documents of a conversation. What the site answers is not known: this is what others expect. */
export const textdocs = (id: string, response: ServerResponse): ServerResponse =>
  id === VOYAGE ? json(response, 200, documents()) : json(response, 404, { detail: 'Not Found' });

/** `…/interpreter/download`: a file of a sandbox that is still alive. Which message made it is asked, too. */
export function sandboxLink(state: State, id: string, request: IncomingMessage, response: ServerResponse): void {
  const { searchParams } = new URL(request.url ?? '', 'https://chatgpt.com');
  const message = state.conversations.get(id)?.conversation.mapping[searchParams.get('message_id') ?? '']?.message;
  const named = JSON.stringify(message?.content ?? null);
  const isThere = id === VOYAGE && named.includes('sandbox:') && searchParams.get('sandbox_path') === MADE.path;
  if (isThere) fileLink(MADE.id, response);
  else json(response, 200, { status: 'error', error_code: 'ace_pod_expired', error_message: null });
}

/** The site's own signed address: needs the cookie. */
export async function ownBytes(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (cookieOf(request.headers, '__Secure-next-auth.session-token') === null) {
    state.refusals.push({ method: 'GET', path: request.url ?? '', why: 'no cookie of the site' });
    json(response, 401, { detail: 'Unauthorized' });
    return;
  }
  const { searchParams } = new URL(request.url ?? '', 'https://chatgpt.com');
  const signed = searchParams.get('sig') === SIGNATURES.estuary;
  await signedBytes(state, { id: searchParams.get('id') ?? '', signed }, response);
}

/** The file host: the signature is all it wants, and a token or cookie must never get there. */
export async function hostedBytes(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { authorization, cookie } = request.headers;
  if (authorization !== undefined || cookie !== undefined) {
    state.refusals.push({ method: 'GET', path: request.url ?? '', why: 'a token or cookie sent to the file host' });
  }
  const { pathname, searchParams } = new URL(request.url ?? '', 'https://files.oaiusercontent.com');
  const signed = searchParams.get('sig') === SIGNATURES.picture;
  await signedBytes(state, { id: pathname.slice(1), signed }, response);
}

interface Signed {
  readonly id: string;
  readonly signed: boolean;
}

async function signedBytes(state: State, { id, signed }: Signed, response: ServerResponse): Promise<void> {
  const file = FILES[id];
  if (!signed || !file) {
    json(response, 403, { detail: 'Signature' });
    return;
  }
  response.writeHead(200, { 'content-type': file.type, 'access-control-allow-origin': 'https://chatgpt.com' });
  const gate = state.heldFiles.get(id);
  if (gate) {
    state.heldFiles.delete(id);
    const half = file.bytes.length >> 1;
    response.write(file.bytes.subarray(0, half));
    gate.arrive();
    await gate.released;
    response.end(file.bytes.subarray(half));
  } else {
    response.end(file.bytes);
  }
}
