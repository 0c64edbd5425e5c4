import type { Site } from '../contract';

/** ChatGPT's web app. Paths and the token's places as the page of October 2026 has them. */
export const chatgpt = {
  id: 'chatgpt',
  name: 'ChatGPT',
  origins: ['https://chatgpt.com/*'],
  fileHosts: ['https://*.oaiusercontent.com/*'],
  blocks: false,
  routes: [
    { name: 'conversation', method: 'GET', path: /^\/backend-(?:api|anon)\/conversation\/[\w:-]+$/, body: 'json' },
    {
      name: 'stream',
      method: 'POST',
      path: /^\/backend-(?:api|anon)\/(?:f\/)?conversation(?:\/resume)?$/,
      body: 'events',
    },
  ],
  conversation: (address) => /^(?:\/g\/[\w-]+)?\/c\/([\w-]+)$/.exec(address.pathname)?.[1] ?? null,
  call: {
    route: 'conversation',
    path: (conversation) => `/backend-api/conversation/${encodeURIComponent(conversation)}`,
    token: {
      element: 'client-bootstrap',
      member: ['session', 'accessToken'],
      renew: '/api/auth/session',
      renewed: ['accessToken'],
    },
    cookieHeaders: [{ cookie: '_account', header: 'ChatGPT-Account-Id', not: ['', 'personal'] }],
    staleToken: (status, body) =>
      status === 401 || status === 403 || (status === 404 && body.includes('conversation_inaccessible')),
  },
} as const satisfies Site;
