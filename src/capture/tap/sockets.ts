import type { SocketPiece } from '../../providers/contract';
import { around, quietly } from './around';
import type { Ear, Heard } from './hear';

/** Hears `EventSource` where a route of the site can be one, and writes down what it says as an event stream. */
export function hearEventSources(ear: Ear): void {
  const listen = EventTarget.prototype.addEventListener;
  around(self, 'EventSource', (answer) => {
    const source = answer as EventSource;
    const route = ear.route('GET', source.url);
    if (route?.body !== 'events') return;
    const head = { address: source.url, status: 200, type: 'text/event-stream' };
    const heard = ear.begin(route, head, null);
    const known = new Set<string>();
    const hear = (type: string): void => {
      if (known.has(type) || type === 'open' || type === 'error') return;
      known.add(type);
      listen.call(source, type, (event) => {
        const lines = String((event as MessageEvent).data).split('\n');
        heard.add(`event: ${type}\n${lines.map((line) => `data: ${line}\n`).join('')}\n`);
      });
    };
    hear('message');
    // Events have names of the site's own; those that the page listens for are those that matter.
    around(source, 'addEventListener', (_, __, [type]) => hear(String(type)));
    listen.call(source, 'error', () => source.readyState === 2 && heard.end(true));
    around(source, 'close', () => heard.end(true));
  });
}

/**
 * Hears `WebSocket` where a route of the site can be one: each message that comes in is a line. Where a socket serves many
 * conversations, the site says which of them a message is for: each is an exchange of its own.
 */
export function hearSockets(ear: Ear): void {
  const listen = EventTarget.prototype.addEventListener;
  around(self, 'WebSocket', (answer) => {
    const socket = answer as WebSocket;
    const route = ear.route('GET', socket.url);
    if (route?.body !== 'lines') return;
    const open = new Map<string, Heard>();
    const head = { address: socket.url, status: 101, type: null };
    const hear = ({ of, text, last }: SocketPiece): void => {
      const heard = open.get(of) ?? ear.begin(route, head, null);
      open.set(of, heard);
      heard.add(`${text}\n`);
      if (!last) return;
      heard.end(true);
      open.delete(of);
    };
    listen.call(socket, 'message', (event) =>
      quietly(() => {
        const { data } = event as MessageEvent;
        if (typeof data !== 'string') return;
        for (const each of route.sort?.(data) ?? [{ of: '', text: data, last: false }]) hear(each);
      }),
    );
    // what a site has not ended itself was cut off
    listen.call(socket, 'close', () => {
      for (const heard of open.values()) heard.end(!route.sort);
    });
  });
}
