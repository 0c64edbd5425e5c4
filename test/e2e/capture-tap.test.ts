import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser, Page } from './harness/browser';
import { browsers, launch } from './harness/launch';
import { probeExtension } from './harness/probe';
import { STREAM, startTapServer, TURNS, VALUE } from './tap-server';

/** What the page's stand-in for the relay heard. */
interface Heard {
  readonly method: string;
  readonly address: string;
  readonly status: number;
  readonly request: string | null;
  readonly text: string;
  readonly end: boolean | null;
}
declare const window: Window & {
  heard(route: string): Heard[];
  ports: number;
  seen: string[];
  signals: { kind: string }[];
};

const server = await startTapServer();
const probe = probeExtension();
afterAll(() => server.close());

describe.each(browsers)('the tap in %s', (kind) => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    browser = await launch(kind, { extension: probe });
  });
  afterAll(() => browser?.close());

  /** A fresh page; runs something in it, waits until a route was heard to its end, and gives both. */
  async function hear<R>(route: string, run: () => Promise<R> | R): Promise<{ got: R; heard: Heard[] }> {
    page = await browser.open(`${server.origin}/`);
    const got = await page.evaluate(run);
    const heard = await page.waitUntil(
      `${route} to be heard`,
      (name) => {
        const all = window.heard(name);
        return all.length > 0 && all.every(({ end }) => end !== null) ? all : null;
      },
      route,
    );
    expect(page.errors).toEqual([]);
    await page.close();
    return { got, heard };
  }
  const read = { method: 'GET', status: 200, end: true, text: JSON.stringify(VALUE), request: null };

  test('hears a read by fetch, however it is asked for, and leaves the answer as it was', async () => {
    const { got, heard } = await hear('read', async () => {
      const [one, two, three] = await Promise.all([
        fetch('/api/read/one').then((response) => response.json()),
        fetch(new URL('/api/read/two', location.href), { method: 'get' }).then((response) => response.text()),
        fetch(new Request('/api/read/three')).then(async (response) => [response.bodyUsed, await response.json()]),
      ]);
      await fetch('/api/other').then((response) => response.text());
      await fetch('/api/read/bad').then((response) => response.text());
      return [one, two, three];
    });
    expect(got).toEqual([VALUE, JSON.stringify(VALUE), [false, VALUE]]);
    expect(heard).toHaveLength(3);
    for (const each of heard) expect(each).toMatchObject(read);
    expect(heard.map(({ address }) => new URL(address).pathname).sort()).toEqual(
      ['one', 'three', 'two'].map((name) => `/api/read/${name}`),
    );
  });

  test('hears a stream while it runs, with the words that were sent', async () => {
    const { got, heard } = await hear('send', async () => {
      const response = await fetch('/api/send', { method: 'POST', body: '{"ask":"naïve?"}' });
      const reader = response.body?.getReader();
      const first = await reader?.read();
      const soon = (): string => window.heard('send')[0]?.text ?? '';
      for (let tries = 0; soon() === '' && tries < 1000; tries++)
        await new Promise((resolve) => {
          setTimeout(resolve, 10);
        });
      const early = soon();
      await fetch('/api/go-on');
      while (!(await reader?.read())?.done);
      return { first: new TextDecoder().decode(first?.value), early };
    });
    expect(got).toEqual({ first: STREAM[0], early: STREAM[0] });
    expect(heard).toMatchObject([{ method: 'POST', request: '{"ask":"naïve?"}', text: STREAM.join(''), end: true }]);
  });

  test('hears that the page broke a stream off', async () => {
    const { heard } = await hear('send', async () => {
      const control = new AbortController();
      const response = await fetch('/api/send', { method: 'POST', body: 'x', signal: control.signal });
      await response.body?.getReader().read();
      control.abort();
    });
    expect(heard).toMatchObject([{ end: false }]);
  });

  test.each(['', 'text', 'json', 'arraybuffer', 'blob'] as const)('hears XMLHttpRequest as “%s”', async (type) => {
    page = await browser.open(`${server.origin}/`);
    const got = await page.evaluate(async (responseType) => {
      const request = new XMLHttpRequest();
      request.open('GET', '/api/read/xhr');
      request.responseType = responseType;
      await new Promise((resolve) => {
        request.onload = resolve;
        request.send();
      });
      const { response } = request;
      if (response instanceof ArrayBuffer) return new TextDecoder().decode(response);
      return response instanceof Blob ? response.text() : response;
    }, type);
    expect(got).toEqual(type === 'json' ? VALUE : JSON.stringify(VALUE));
    const heard = await page.waitUntil('the end', () => window.heard('read')[0]?.end && window.heard('read'));
    expect(heard).toMatchObject([read]);
    await page.close();
  });

  test('hears a synchronous request, and one object used twice', async () => {
    const { heard } = await hear('read', async () => {
      const request = new XMLHttpRequest();
      request.open('GET', '/api/read/now', false);
      request.send();
      request.open('GET', '/api/other', false);
      request.send();
    });
    expect(heard).toMatchObject([read]);
  });

  test('hears an event source, events of the site’s own names too', async () => {
    const { got, heard } = await hear('events', async () => {
      const source = new EventSource('/api/events');
      const said: string[] = [];
      await new Promise<void>((resolve) => {
        source.onmessage = ({ data }) => {
          said.push(data);
          if (data === '[DONE]') resolve();
        };
        source.addEventListener('two', ({ data }) => said.push(data));
      });
      source.close();
      return { said, right: source instanceof EventSource };
    });
    expect(got).toEqual({ said: ['one 🌊', 'zwei\nmehr', '[DONE]'], right: true });
    expect(heard[0]?.text).toBe(
      'event: message\ndata: one 🌊\n\nevent: two\ndata: zwei\ndata: mehr\n\nevent: message\ndata: [DONE]\n\n',
    );
  });

  test('hears a socket, a line for each message', async () => {
    const { got, heard } = await hear('socket', async () => {
      const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/api/socket`);
      const said: string[] = [];
      await new Promise((resolve) => {
        socket.onopen = () => socket.send('go on');
        socket.onmessage = ({ data }) => said.push(data);
        socket.onclose = resolve;
      });
      return said;
    });
    expect(got).toEqual(['{"n":1}', '{"n":2}']);
    expect(heard).toMatchObject([{ text: '{"n":1}\n{"n":2}\n', end: true }]);
  });

  test('hears a socket of another host of the site, what it brings sorted by what it is of', async () => {
    const { got, heard } = await hear('turns', async () => {
      const errors: unknown[] = [];
      addEventListener('error', (event) => errors.push(event.message));
      const socket = new WebSocket(`ws://localhost:${location.port}/api/turns`);
      const said: string[] = [];
      await new Promise((resolve) => {
        socket.onopen = () => socket.send('go on');
        socket.onmessage = ({ data }) => said.push(data);
        socket.onclose = resolve;
      });
      return { said, errors };
    });
    expect(got).toEqual({ said: [...TURNS], errors: [] });
    expect(heard.map(({ text, end }) => [text, end])).toEqual([
      ['a1\na2\n', true],
      ['b1 🌊\n', false],
      ['a3\n', false],
    ]);
  });

  test('changes nothing that a page can see', async () => {
    page = await browser.open(`${server.origin}/`);
    const looks = await page.evaluate(async () => ({
      texts: [`${fetch}`, `${XMLHttpRequest.prototype.open}`, `${WebSocket}`].every((each) =>
        /\[native code\]/.test(each),
      ),
      names: [fetch.name, fetch.length, XMLHttpRequest.prototype.send.name, WebSocket.name, WebSocket.OPEN],
      failing: await fetch('http://127.0.0.1:1/').then(
        () => 'no',
        (error) => error.constructor.name,
      ),
      wrong: await fetch('http://[').then(
        () => 'no',
        (error) => error.constructor.name,
      ),
      called: (() => {
        try {
          return String((WebSocket as unknown as () => void)());
        } catch (error) {
          return (error as Error).constructor.name;
        }
      })(),
      globals: Object.keys(window).filter((name) => /valise/i.test(name)),
      seen: window.seen,
    }));
    expect(looks).toEqual({
      texts: true,
      names: ['fetch', 1, 'send', 'WebSocket', 1],
      failing: 'TypeError',
      wrong: 'TypeError',
      called: 'TypeError',
      globals: [],
      seen: [],
    });
    await page.close();
  });

  test('starts once, and hands its port to each relay that comes', async () => {
    page = await browser.open(`${server.origin}/`);
    const before = await page.waitUntil('a port', () => window.ports);
    await page.evaluate(async () => {
      const again = document.createElement('script');
      again.src = '/tap.js';
      await new Promise((resolve) => {
        again.onload = resolve;
        document.head.append(again);
      });
    });
    await page.evaluate(() => document.dispatchEvent(new Event('valise:1', { cancelable: true })));
    await page.waitUntil('more ports', (n) => window.ports > n, before);
    await page.evaluate(() => fetch('/api/read/one').then((response) => response.text()));
    await page.waitUntil('the end', () => window.heard('read')[0]?.end);
    expect(await page.evaluate(() => window.heard('read').length)).toBe(1);
    await page.close();
  });
});
