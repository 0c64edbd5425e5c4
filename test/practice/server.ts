import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { PRACTICE_PORTS } from '../../src/providers/practice/site';
import style from './app.css?raw';
import script from './app.js?raw';
import { type Chat, filesAsked, type Message, replyTo, sourdough } from './chats';
import document from './page.html?raw';

/** The practice chat: a small server of our own on loopback, with one chat that can be read, branched and carried on. */
export interface PracticeServer {
  /** `http://127.0.0.1:…` */
  readonly origin: string;
  /** The address of the chat that is there at the start. */
  readonly chat: string;
  /** The JSON of a chat as a read gives it, or null. */
  json(id: string): string | null;
  close(): Promise<void>;
}

export interface PracticeOptions {
  /** Milliseconds between two words of a streamed answer. */
  readonly pace?: number;
  /** Milliseconds since 1970; the machine's clock without it. */
  readonly now?: () => number;
}

interface Context {
  readonly chats: Map<string, Chat>;
  readonly pace: number;
  readonly now: () => number;
}

/** Starts the server on the first free one of its ports. */
export async function startPractice({ pace = 40, now = Date.now }: PracticeOptions = {}): Promise<PracticeServer> {
  const context: Context = { chats: new Map([['sourdough', sourdough()]]), pace, now };
  const server = createServer((request, response) => {
    void serve(context, request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  const port = await listen(server);
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    chat: `${origin}/chat/sourdough`,
    json: (id) => (context.chats.has(id) ? JSON.stringify(context.chats.get(id)) : null),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function listen(server: Server): Promise<number> {
  for (const port of PRACTICE_PORTS) {
    const free = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    server.removeAllListeners('error');
    if (free) return port;
  }
  throw new Error(`the practice chat needs one of the ports ${PRACTICE_PORTS.join(', ')}, and none is free`);
}

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'";
const ASSETS: Readonly<Record<string, readonly [string, string]>> = {
  '/app.js': ['text/javascript; charset=utf-8', script],
  '/app.css': ['text/css; charset=utf-8', style],
};

async function serve(context: Context, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
  const [, id = '', rest = ''] = /^\/api\/chats\/([\w-]+)(\/\w+)?$/.exec(pathname) ?? [];
  const chat = context.chats.get(id);
  const asset = ASSETS[pathname] ?? filesAsked[/^\/api\/files\/(\w+)$/.exec(pathname)?.[1] ?? ''];
  if (chat && request.method === 'GET' && rest === '') send(response, 'application/json', JSON.stringify(chat));
  else if (chat && request.method === 'POST' && fromOwnPage(request))
    await change(context, chat, rest, request, response);
  else if (asset) send(response, asset[0], asset[1]);
  else if (pathname.startsWith('/chat/')) send(response, 'text/html; charset=utf-8', document);
  else if (pathname === '/') response.writeHead(302, { location: '/chat/sourdough' }).end();
  else response.writeHead(404).end();
}

const fromOwnPage = ({ headers }: IncomingMessage): boolean => headers.origin === `http://${headers.host}`;

function send(response: ServerResponse, type: string, body: string | Buffer): void {
  response
    .writeHead(200, { 'content-type': type, 'content-security-policy': POLICY, 'x-content-type-options': 'nosniff' })
    .end(body);
}

interface Posted {
  /** The message the new one follows; for another answer, the question. */
  readonly parent: string | null;
  /** Null: answer the parent again. */
  readonly text: string | null;
  readonly leaf?: string;
}

async function change(
  context: Context,
  chat: Chat,
  rest: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  let body = '';
  for await (const chunk of request) body += chunk;
  const posted = JSON.parse(body) as Posted;
  if (rest === '/messages') return answer(context, chat, posted, response);
  if (rest === '/leaf' && chat.messages.some(({ id }) => id === posted.leaf))
    chat.chat.leaf = posted.leaf ?? chat.chat.leaf;
  response.writeHead(204).end();
}

/** Streams: the question as it was kept, the answer's words, and last the whole answer. */
async function answer(
  { pace, now }: Context,
  chat: Chat,
  { parent, text }: Posted,
  response: ServerResponse,
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' });
  const event = (name: string, data: object): void =>
    void response.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
  const question =
    text === null ? chat.messages.find(({ id }) => id === parent) : add(chat, now, { parent, author: 'user', text });
  if (!question) {
    response.end();
    return;
  }
  event('question', question);
  const reply = replyTo(question.text, chat.messages.length);
  const id = `m${chat.messages.length + 1}`;
  event('begin', { id, parent: question.id });
  for (const word of reply.text.split(/(?<= )/)) {
    await new Promise((resolve) => setTimeout(resolve, pace));
    event('word', { id, word });
  }
  event('answer', add(chat, now, { parent: question.id, author: 'assistant', ...reply }));
  event('end', { leaf: chat.chat.leaf });
  response.end();
}

function add(
  chat: Chat,
  now: () => number,
  rest: Pick<Message, 'parent' | 'author' | 'text'> & Partial<Message>,
): Message {
  const sent = new Date(now()).toISOString();
  const message = {
    id: `m${chat.messages.length + 1}`,
    model: rest.author === 'user' ? null : 'practice-1',
    sent,
    ...rest,
  };
  chat.messages.push(message);
  chat.chat.leaf = message.id;
  chat.chat.updated = sent;
  return message;
}
