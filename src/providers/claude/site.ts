import type { Site } from '../contract';

const CHAT = '/api/organizations/[\\w-]+/chat_conversations/([\\w-]+)';

/** Claude's web app. Paths as the page of October 2026 has them. */
export const claude = {
  id: 'claude',
  name: 'Claude',
  origins: ['https://claude.ai/*'],
  fileHosts: [],
  blocks: true,
  routes: [
    { name: 'conversation', method: 'GET', path: new RegExp(`^${CHAT}$`), body: 'json' },
    {
      name: 'share',
      method: 'GET',
      path: /^\/api\/(?:organizations\/[\w-]+\/)?chat_snapshots\/[\w-]+$/,
      body: 'json',
    },
    // the answer does not repeat what the person wrote
    {
      name: 'completion',
      method: 'POST',
      path: new RegExp(`^${CHAT}/(?:retry_)?completion$`),
      body: 'events',
      request: true,
    },
  ],
  conversation: (address) => /^\/chat\/([\w-]+)$/.exec(address.pathname)?.[1] ?? null,
  // an open panel stands beside the rows
  page: ['main', 'body'],
  call: null,
} as const satisfies Site;
