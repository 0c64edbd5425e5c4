import { expect, test } from 'vitest';
import { readCompletion } from '../../../src/providers/claude/stream';
import { event } from './render';

/** What every event of a stream says, as JSON. */
function shown(...events: readonly string[]): string {
  const start = event('message_start', { message: { uuid: 'a1', parent_uuid: 'u1', content: [] } });
  const text = [
    ...(events[0]?.startsWith('event: message_start') ? [] : [start]),
    ...events,
    event('message_stop', {}),
  ];
  const head = {
    site: 'claude',
    origin: 'https://claude.ai',
    route: 'completion',
    method: 'POST',
    address: null,
  } as const;
  const reading = readCompletion({
    head: { ...head, status: 200, type: null, at: '2026-07-30T00:00:00.000Z', capture: 'heard', form: 'stream' },
    value: undefined,
    text: text.join(''),
    request: null,
  });
  return reading.kind === 'session' ? JSON.stringify(reading.drafts.map(({ body }) => body)) : reading.kind;
}

const begin = (block: unknown, index = 0): string => event('content_block_start', { index, content_block: block });
const delta = (piece: object, index = 0): string => event('content_block_delta', { index, delta: piece });
const end = (more: object = {}, index = 0): string => event('content_block_stop', { index, ...more });
const tool = { type: 'tool_use', id: 't', name: 'n', input: {} };
const json = (text: string, index = 0): string => delta({ type: 'input_json_delta', partial_json: text }, index);

test.each<[string, readonly string[], readonly string[]]>([
  [
    'an input that comes only at the end, after an empty piece',
    [begin(tool), json(''), end({ buffered_input: '{"query":"high tide"}' })],
    ['high tide'],
  ],
  [
    'an input that comes once more and is another',
    [begin(tool), json('{"query":"high tide"}'), end({ buffered_input: '{"query":"low tide"}' })],
    ['high tide', 'low tide'],
  ],
  [
    'a message whose content is a text',
    [event('message_start', { message: { uuid: 'a1', parent_uuid: 'u1', content: 'high tide' } }), begin('low tide')],
    ['high tide', 'low tide'],
  ],
  [
    'a message whose content has texts in it',
    [
      event('message_start', {
        message: { uuid: 'a1', parent_uuid: 'u1', content: ['high tide', { type: 'text', text: 'low ' }] },
      }),
      delta({ type: 'text_delta', text: 'tide' }, 1),
    ],
    ['high tide', 'low tide'],
  ],
  [
    'an input and a result that begin with something',
    [
      begin({ ...tool, input: { q: 'first words' } }),
      json('{"z":"second words"}'),
      end(),
      begin({ type: 'tool_result', tool_use_id: 't', name: 'n', content: [{ type: 'text', text: 'high tide' }] }, 1),
      json('[{"type":"text","text":"low tide"}]', 1),
    ],
    ['first words', 'second words', 'high tide', 'low tide'],
  ],
  [
    'words in the end of a message',
    [event('message_delta', { delta: { stop_reason: 'refusal', content: 'high tide', id: 'low tide' } })],
    ['high tide', 'low tide', 'refusal'],
  ],
  [
    'citations that are texts',
    [
      begin({ type: 'text', text: 'It rose.', citations: ['high tide'] }),
      delta({ type: 'citation_start_delta', citation: 'low tide' }),
    ],
    ['high tide', 'low tide'],
  ],
  [
    'updates of what is shown beside a call',
    [
      begin(tool),
      delta({ type: 'tool_use_block_update_delta', message: 'high tide' }),
      delta({
        type: 'tool_use_block_update_delta',
        message: 'low tide',
        display_content: { type: 'text', text: 'an ebb' },
      }),
      delta({ type: 'tool_use_block_update_delta', display_content: { type: 'text', text: 'a flood' } }),
    ],
    ['high tide', 'low tide', 'an ebb', 'a flood'],
  ],
  [
    'members of other events that nobody knows',
    [
      event('error', { error: { type: 'x', message: 'an ebb', details: { hint: 'a flood' } }, token: 'none' }),
      event('cache_performance', { text: 'spring tide' }),
      event('message_limit', { message_limit: { type: 'exceeded_limit', words: 'neap tide' } }),
      event('message_delta', { delta: {}, usage: { note: 'high tide' }, context_management: { x: 'low tide' } }),
      event('message_stop', { words: 'slack water' }),
    ],
    ['an ebb', 'a flood', 'spring tide', 'neap tide', 'high tide', 'low tide', 'slack water'],
  ],
])('every word is kept of %s', (_, events, words) => {
  const text = shown(...events);
  expect(words.filter((each) => !text.includes(each))).toEqual([]);
});
