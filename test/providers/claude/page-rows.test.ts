import { expect, test } from 'vitest';
import { take } from '../../../src/intake/take';
import { utf8 } from '../../../src/lib/bytes';
import { claudeReader } from '../../../src/providers/claude/read';
import { PAGE_ROUTE } from '../../../src/providers/kit/page-route';

const ROWS = 200;

const row = (index: number): string => `
  <div role="article" aria-posinset="${index + 1}" aria-setsize="${ROWS}"><div data-index="${index}" data-rs-index="${index}">
    ${
      index % 2 === 0
        ? `<div data-user-message-bubble><div data-testid="user-message"><p>Question ${index}</p></div></div>`
        : `<div data-is-streaming="false"><div class="font-claude-response"><div class="standard-markdown"><p>Answer ${index}</p></div></div></div>`
    }
  </div></div>`;

test('of a long chat whose page holds only the last turns, the rest is missed by number (B23, B24)', async () => {
  const shown = Array.from({ length: 6 }, (_, n) => row(ROWS - 6 + n)).join('');
  const html = `<html><head><title>Long - Claude</title></head><body><main><div data-autoscroll-container><div role="feed">${shown}</div></div></main></body></html>`;
  const head = {
    site: 'claude',
    origin: 'https://claude.ai',
    route: PAGE_ROUTE,
    method: 'GET',
    address: 'https://claude.ai/chat/c1a00063-0000-7000-8000-000000000001',
    status: 200,
    type: 'text/html',
    at: '2026-07-20T10:00:00.000Z',
    capture: 'page',
    form: 'page',
  } as const;
  const { outcome } = await take({ head, body: utf8(html), request: null }, claudeReader, head.at);
  if (outcome.kind !== 'session') throw new Error('the page was not read');
  const messages = outcome.observations.filter(({ kind }) => kind === 'message');
  expect(JSON.stringify(messages)).toContain('Answer 199');
  expect(messages.every(({ fidelity }) => fidelity === 'partial')).toBe(true);
  const missed = outcome.observations.flatMap((each) => (each.kind === 'gap' ? [each.body] : []));
  expect(missed).toContainEqual(
    expect.objectContaining({ why: 'not-sent', what: { messages: ROWS - 6, from: 1, to: ROWS - 6 } }),
  );
});
