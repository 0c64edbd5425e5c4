import type { Route } from '../../providers/contract';
import { around, quietly } from './around';
import type { Ear, Heard } from './hear';

/** Hears `XMLHttpRequest`. Text is passed on while it comes, anything else when it is there. */
export function hearRequests(ear: Ear): void {
  const asked = new WeakMap<object, Route>();
  const listen = EventTarget.prototype.addEventListener;
  const { prototype } = XMLHttpRequest;
  around(prototype, 'open', (_, self, [method, address]) => {
    const route = ear.route(method, address);
    asked.delete(self as object);
    if (route) asked.set(self as object, route);
  });
  around(prototype, 'send', (_, self, [body]) => {
    const request = self as XMLHttpRequest;
    const route = asked.get(request);
    if (!route) return;
    const follow = following(ear, request, route, body);
    for (const type of ['progress', 'loadend']) listen.call(request, type, () => quietly(follow));
    quietly(follow); // one that is not asynchronous has ended by now
  });
}

function following(ear: Ear, request: XMLHttpRequest, route: Route, body: unknown): () => void {
  let heard: Heard | null = null;
  let said = 0;
  let ended = false;
  return () => {
    const { readyState, status } = request;
    if (ended || readyState < 3 || status < 200 || status > 299) return;
    heard ??= ear.begin(
      route,
      { address: request.responseURL, status, type: request.getResponseHeader('content-type') },
      body,
    );
    if (request.responseType === '' || request.responseType === 'text') {
      const text = request.responseText;
      if (text.length > said) heard.add(text.slice(said));
      said = text.length;
    }
    if (readyState < 4) return;
    ended = true;
    finish(request, heard);
  };
}

/** The rest of what is not text. */
function finish({ response, responseType }: XMLHttpRequest, heard: Heard): void {
  if (response instanceof Blob) {
    void response.arrayBuffer().then((bytes) => {
      heard.add(new Uint8Array(bytes));
      heard.end(true);
    });
    return;
  }
  if (response instanceof ArrayBuffer) heard.add(new Uint8Array(response));
  // the page took it parsed, and the text is not to be had: what it was parsed to stands for it
  if (responseType === 'json') heard.add(JSON.stringify(response));
  heard.end(true);
}
