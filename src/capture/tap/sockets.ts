import { around } from './around';
import type { Ear } from './hear';

/** Hears `EventSource` where a route of the site can be one, and writes down what it says as an event stream. */
export function hearEventSources(ear: Ear): void {
  const listen = EventTarget.prototype.addEventListener;
  around(self, 'EventSource', (answer) => {
    const source = answer as EventSource;
    const route = ear.route('GET', source.url);
    if (route?.body !== 'events') return;
    const head = { method: 'GET', address: source.url, status: 200, type: 'text/event-stream' };
    const heard = ear.begin(route, head, null);
    const known = new Set<string>();
    const hear = (type: string): void => {
      if (known.has(type) || type === 'open' || type === 'error') return;
      known.add(type);
      listen.call(source, type, (event) => {
        const lines = String((event as MessageEvent).data).split('\n');
        heard.text(`event: ${type}\n${lines.map((line) => `data: ${line}\n`).join('')}\n`);
      });
    };
    hear('message');
    // Events have names of the site's own; those that the page listens for are those that matter.
    around(source, 'addEventListener', (_, __, [type]) => hear(String(type)));
    listen.call(source, 'error', () => source.readyState === 2 && heard.end(true));
    around(source, 'close', () => heard.end(true));
  });
}

/** Hears `WebSocket` where a route of the site can be one: each message that comes in is a line. */
export function hearSockets(ear: Ear): void {
  const listen = EventTarget.prototype.addEventListener;
  around(self, 'WebSocket', (answer) => {
    const socket = answer as WebSocket;
    const route = ear.route('GET', socket.url);
    if (route?.body !== 'lines') return;
    const heard = ear.begin(route, { method: 'GET', address: socket.url, status: 101, type: null }, null);
    listen.call(socket, 'message', (event) => {
      const { data } = event as MessageEvent;
      if (typeof data === 'string') heard.text(`${data}\n`);
    });
    listen.call(socket, 'close', () => heard.end(true));
  });
}
