import type { Site } from '../contract';

/** The ports the practice chat may take, the first free one. Anything else on loopback is not it. */
export const PRACTICE_PORTS = [41_973, 41_974, 41_975, 41_976] as const;

const ours = (port: string): boolean => PRACTICE_PORTS.some((each) => String(each) === port);

/** What the tap carries of the site, and nothing else: an export of its own. */
export const routes = [
  { name: 'chat', method: 'GET', path: /^\/api\/chats\/([\w-]+)$/, body: 'json' },
  { name: 'answer', method: 'POST', path: /^\/api\/chats\/([\w-]+)\/messages$/, body: 'events' },
] as const satisfies Site['routes'];

/** The practice chat that comes with the source: a small server and page on loopback, in practice builds only. */
export const practice = {
  id: 'practice',
  name: 'Practice chat',
  origins: ['http://127.0.0.1/*'],
  ports: PRACTICE_PORTS,
  fileHosts: [],
  files: [
    {
      pointer: /^file:[\w-]+$/,
      ways: [{ path: ({ pointer }) => `/api/files/${encodeURIComponent(pointer.slice('file:'.length))}` }],
    },
  ],
  blocks: false,
  routes,
  conversation: (address) => (ours(address.port) ? (/^\/chat\/([\w-]+)$/.exec(address.pathname)?.[1] ?? null) : null),
  call: {
    ways: [{ route: 'chat', path: ({ conversation }) => `/api/chats/${encodeURIComponent(conversation)}` }],
    scopes: [],
    scopeHeader: null,
    token: null,
    staleToken: () => false,
  },
} as const satisfies Site;
