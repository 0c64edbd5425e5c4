import { createServer, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** Host names and the loopback TLS port that answers for each. */
export type Hosts = Readonly<Record<string, number>>;

/** Maps `name:443` to loopback and refuses all else, remembering what was asked for. */
export interface Proxy {
  readonly port: number;
  /**
   * Every address that was asked for and refused: `name:port` of a tunnel, or a whole plain address. What the browsers
   * themselves cannot be kept from asking for is left out.
   */
  readonly refused: readonly string[];
  close(): Promise<void>;
}

/** Seen in Chromium 156 and Firefox 153 with nothing loaded. */
const BROWSERS_OWN =
  /^(?:https?:\/\/)?(?:accounts\.google\.com|update\.googleapis\.com|firefox\.settings\.services\.mozilla\.com)[:/]/;

/** Starts the proxy on a free loopback port. */
export async function startProxy(hosts: Hosts): Promise<Proxy> {
  const refused: string[] = [];
  const note = (asked: string): void => {
    if (!BROWSERS_OWN.test(asked)) refused.push(asked);
  };
  const open = new Set<Duplex>();
  const server = createServer((request, response) => {
    note(request.url ?? '');
    response.writeHead(403).end();
  });
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  server.on('connect', (request: IncomingMessage, client: Duplex, head: Buffer) => {
    const port = portFor(request.url ?? '', hosts);
    client.on('error', () => client.destroy());
    if (port !== null) return tunnel(port, client, head);
    note(request.url ?? '');
    client.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  return {
    port: address.port,
    refused,
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function portFor(asked: string, hosts: Hosts): number | null {
  const [name = '', port] = asked.split(':');
  return port === '443' && Object.hasOwn(hosts, name) ? (hosts[name] ?? null) : null;
}

function tunnel(port: number, client: Duplex, head: Buffer): void {
  const server = connect(port, '127.0.0.1', () => {
    client.write('HTTP/1.1 200 OK\r\n\r\n');
    server.write(head);
    server.pipe(client);
    client.pipe(server);
  });
  server.on('error', () => client.destroy());
  client.on('close', () => server.destroy());
}
