import { parseSync, Visitor } from 'vite';
import { expect, test } from 'vitest';
import { sources } from './source';

/** Everything in a browser that can send something somewhere. */
const SENDERS = new Set([
  'EventSource',
  'fetch',
  'fetchLater',
  'importScripts',
  'RTCPeerConnection',
  'sendBeacon',
  'WebSocket',
  'WebSocketStream',
  'WebTransport',
  'XMLHttpRequest',
]);

/** Who may name them, and why. */
const MAY: readonly { readonly path: RegExp; readonly because: string }[] = [
  { path: /^src\/network\//, because: 'the one room with doors to a network' },
  {
    path: /^src\/providers\/kit\/site-calls\.ts$/,
    because: 'acts in a site’s own page, with the session a person has there',
  },
  { path: /^src\/capture\/tap\//, because: 'hears the page’s own calls and passes them on' },
];

/** The senders a code names, as a global, as a member, or by a text in brackets. */
function sendersIn(path: string, text: string): string[] {
  const found = new Set<string>();
  const note = (name: unknown): void => {
    if (typeof name === 'string' && SENDERS.has(name)) found.add(name);
  };
  new Visitor({
    Identifier: ({ name }) => note(name),
    MemberExpression: ({ computed, property }) => {
      if (computed && property.type === 'Literal') note(property.value);
    },
  }).visit(parseSync(path, text).program);
  return [...found].sort();
}

test('only the network room, the kit’s site calls and the tap name anything that sends', () => {
  const wrong = sources
    .filter(({ path }) => !MAY.some((each) => each.path.test(path)))
    .flatMap(({ path, text }) =>
      sendersIn(path, text).map((name) => `${path} names ${name}: ask a door of src/network`),
    );
  expect(wrong).toEqual([]);
});

test('a sender is found however it is named', () => {
  expect(sendersIn('a.ts', 'fetch("x")')).toEqual(['fetch']);
  expect(sendersIn('a.ts', 'globalThis["fetch"]("x")')).toEqual(['fetch']);
  expect(sendersIn('a.ts', 'const { sendBeacon: send } = navigator; new window.WebSocket(url)')).toEqual([
    'WebSocket',
    'sendBeacon',
  ]);
  expect(sendersIn('a.ts', 'const fetched = "fetch"; // fetch is only spoken of here')).toEqual([]);
});
