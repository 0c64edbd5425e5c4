import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { WebSocketServer } from 'ws';
import { pause } from './harness/temporary';

const root = join(import.meta.dirname, '../..');

/** The tap for a site with a route of every kind, as one script. */
async function tapScript(): Promise<string> {
  const entry = `
    import { startTap } from '${join(root, 'src/capture/tap/main')}';
    import { hearEventSources, hearSockets } from '${join(root, 'src/capture/tap/sockets')}';
    startTap([
      { name: 'read', method: 'GET', path: /^\\/api\\/read\\/\\w+$/, body: 'json' },
      { name: 'send', method: 'POST', path: /^\\/api\\/send$/, body: 'events', request: true },
      { name: 'events', method: 'GET', path: /^\\/api\\/events$/, body: 'events' },
      { name: 'socket', method: 'GET', path: /^\\/api\\/socket$/, body: 'lines' },
      { name: 'turns', method: 'GET', host: 'localhost:' + location.port, path: /^\\/api\\/turns$/, body: 'lines',
        sort: (text) => JSON.parse(text) },
    ], [hearEventSources, hearSockets]);`;
  const id = '\0tap';
  const [output] = (await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    plugins: [
      { name: 'tap', resolveId: (each) => (each === 'tap' ? id : null), load: (each) => (each === id ? entry : null) },
    ],
    build: {
      write: false,
      target: ['chrome120', 'firefox140'],
      rolldownOptions: { input: 'tap', output: { format: 'iife' } },
    },
  }).then((built) => [built].flat())) as Rolldown.RolldownOutput[];
  return output?.output[0].code ?? '';
}

/**
 * Stands where the relay stands: takes the port, keeps what comes. The page's own listener comes after it, and must see
 * nothing of the hand-over.
 */
const LISTENER = `
  window.signals = [];
  window.ports = 0;
  const decoder = new TextDecoder();
  addEventListener('message', (event) => {
    if (event.data !== 'valise:1') return;
    event.stopImmediatePropagation();
    window.ports++;
    event.ports[0].onmessage = ({ data }) => window.signals.push(data);
  }, true);
  window.heard = (route) => {
    const begun = window.signals.filter((each) => each.kind === 'begin' && each.route === route);
    return begun.map((head) => {
      const own = window.signals.filter(({ number }) => number === head.number);
      const text = own.filter(({ kind }) => kind === 'bytes').map(({ bytes }) => decoder.decode(bytes, { stream: true })).join('');
      const request = head.request instanceof ArrayBuffer ? decoder.decode(head.request) : head.request;
      return { ...head, request, text, end: own.find(({ kind }) => kind === 'end')?.whole ?? null };
    });
  };
  document.dispatchEvent(new Event('valise:1', { cancelable: true }));
`;

const PAGE = `<!doctype html><meta charset="utf-8"><title>Tap</title>
<script src="/listener.js"></script><script src="/tap.js"></script>
<script>
  window.seen = [];
  addEventListener('message', (event) => window.seen.push(String(event.data)));
</script>`;

export const VALUE = { text: 'Über die Barre 🌊', deep: [1, 2, { a: null }] } as const;
export const STREAM = ['data: one 🌊\n\n', 'event: two\ndata: zwei\ndata: mehr\n\n', 'data: [DONE]\n\n'] as const;

/** What the socket says that serves several exchanges: pieces of two, what is no JSON, and what is of none. */
export const TURNS = [
  JSON.stringify([{ of: 'a', text: 'a1', last: false }]),
  'not for us',
  JSON.stringify([
    { of: 'b', text: 'b1 🌊', last: false },
    { of: 'a', text: 'a2', last: true },
  ]),
  JSON.stringify([]),
  JSON.stringify([{ of: 'a', text: 'a3', last: false }]),
] as const;

/** Serves the page with the tap, and something for each of its functions to ask for. */
export async function startTapServer(): Promise<{ origin: string; close(): Promise<void> }> {
  const tap = await tapScript();
  const server = createServer((request, response) => void answer(request, response, tap));
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket, { url }) => {
    const [first = '', ...others] = url === '/api/turns' ? TURNS : ['{"n":1}', '{"n":2}'];
    socket.send(first);
    socket.on('message', () => {
      for (const each of others) socket.send(each);
      socket.close();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    origin: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    async close() {
      for (const each of sockets.clients) each.terminate();
      sockets.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(request: IncomingMessage, response: ServerResponse, tap: string): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
  const give = (type: string, body: string, status = 200): unknown =>
    response.writeHead(status, { 'content-type': type }).end(body);
  if (pathname === '/tap.js') return void give('text/javascript', tap);
  if (pathname === '/listener.js') return void give('text/javascript', LISTENER);
  if (pathname === '/api/read/bad') return void give('application/json', '{"detail":"no"}', 404);
  if (pathname.startsWith('/api/read/') || pathname === '/api/other')
    return void give('application/json', JSON.stringify(VALUE));
  if (pathname === '/api/events') return stream(response, () => pause(60));
  if (pathname === '/api/send') return stream(response, () => once(goOn, 'now'));
  if (pathname === '/api/go-on') goOn.emit('now');
  give('text/html; charset=utf-8', PAGE);
}

/** What is sent goes on only when the page asks for it: what was heard until then depends on no clock. */
const goOn = new EventEmitter();

async function stream(response: ServerResponse, between: () => Promise<unknown>): Promise<void> {
  const [first, ...others] = STREAM;
  response.writeHead(200, { 'content-type': 'text/event-stream' }).write(first);
  await between();
  for (const each of others) response.write(each);
  response.end();
}
