import { expect, test } from 'vitest';
import { chatgpt } from '../../../src/providers/chatgpt/site';
import { conversationIn, routeOf } from '../../../src/providers/kit/addresses';

const at = (path: string): URL => new URL(path, 'https://chatgpt.com');
const ID = '6975c852-f140-8321-9d8e-5b1e6a1c0001';

test.each([
  [`/c/${ID}`, ID],
  [`/c/${ID}/`, ID],
  [`/c/${ID}?message=m-1#a`, ID],
  [`/g/g-abc123-my-gpt/c/${ID}`, ID],
  [`/g/g-p-${'0'.repeat(32)}-sample-project/c/${ID}`, ID],
  ['/share/6a7f0000-aaaa', '6a7f0000-aaaa'],
  ['/share/6a7f0000-aaaa/continue', '6a7f0000-aaaa'],
])('%s shows a conversation', (path, id) => {
  expect(chatgpt.conversation(at(path))).toBe(id);
});

test.each([
  ...['/', '/?temporary-chat=true', '/c/', '/c/WEB:1234', '/c/local-chatgpt:1234', '/g/g-abc123-my-gpt', '/library'],
  ...[`/g/g-p-${'0'.repeat(32)}/project`, '/scheduled', '/space', '/plugins', '/codex', '/sora', '/gpts', '/share/'],
  ...[`/backend-api/conversation/${ID}`, `/backend-api/conversations/${ID}`],
])('%s shows none', (path) => {
  expect(chatgpt.conversation(at(path))).toBeNull();
});

const known = (method: string, path: string): [string, string | null] | null => {
  const address = at(path);
  for (const route of chatgpt.routes)
    if (routeOf(chatgpt, { route: route.name, method, address })) return [route.name, conversationIn(route, address)];
  return null;
};

test.each([
  ['GET', `/backend-api/conversation/${ID}`, ['conversation', ID]],
  ['GET', `/backend-anon/conversation/${ID}`, ['conversation', ID]],
  ['GET', `/backend-api/conversations/${ID}?include_has_versions=true&num_turns=10`, ['turns', ID]],
  ['GET', `/backend-api/conversations/${ID}/messages?before=x&num_turns=10`, ['older-turns', ID]],
  ['GET', '/backend-api/share/6a7f0000-aaaa', ['share', null]],
  ['GET', '/backend-api/shared_conversation/6a7f0000-aaaa', ['share', null]],
  ['POST', '/backend-api/f/conversation', ['stream', null]],
  ['GET', '/backend-api/conversations?offset=0&limit=28', null],
  ['GET', `/backend-api/conversation/${ID}/stream_status`, null],
  ['GET', '/backend-api/shared_conversations?order=created', null],
  ['GET', '/backend-api/gizmos/snorlax/sidebar', null],
  ['GET', '/api/auth/session', null],
  ['GET', '/backend-api/accounts/check/v4-2023-04-27', null],
  ['PATCH', `/backend-api/conversation/${ID}`, null],
] as const)('%s %s', (method, path, expected) => {
  expect(known(method, path)).toEqual(expected);
});
