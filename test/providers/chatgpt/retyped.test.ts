import { describe, expect, test } from 'vitest';
import { chatgptReader } from '../../../src/providers/chatgpt/read';
import { chain, conversation, head, message, node, read } from './compose';
import { begins, delta, heard, opening, readText, stream, V1, WORDS } from './streams';

/*
 * Members of another type than the site has ever given them, in every place where one is read: what they say stays
 * readable, whatever it is.
 */
type Fields = Record<string, unknown>;

const ODD = { said: ['Some odd words'] };
const shown = (value: unknown, route = 'conversation', address: string | null = null): string => {
  const reading = chatgptReader.read({
    head: { ...head, route, address },
    value,
    text: JSON.stringify(value),
    request: null,
  });
  if (reading.kind !== 'session') throw new Error(JSON.stringify(reading));
  return JSON.stringify(reading.drafts.map(({ body, actor }) => [body, actor]));
};
const tree = (sent: Fields, more: Fields = {}) => conversation(chain([sent]), 'a', more);
const says = (value: unknown, route?: string): void => expect(shown(value, route)).toContain('Some odd words');

describe('of a message', () => {
  test.each([
    'author',
    'status',
    'recipient',
    'channel',
    'end_turn',
    'weight',
    'metadata',
    'update_time',
    'create_time',
  ])('%s', (member) => says(tree(message('a', 'assistant', 'Ten.', { [member]: [ODD] }))));

  test.each(['role', 'name'])('%s of its author', (member) =>
    says(tree(message('a', 'assistant', 'Ten.', { author: { role: 'tool', [member]: ODD } }))),
  );

  test.each([
    ...['search_result_groups', 'attachments', 'search_queries', 'ada_visualizations', '_cite_metadata'],
    ...['aggregate_result', 'user_context_message_data', 'chatgpt_sdk', 'search_model_queries', 'content_references'],
    ...['citations', 'model_slug', 'thinking_effort', 'finished_duration_sec', 'has_versions'],
  ])('%s of its metadata', (member) => {
    for (const value of ['Some odd words', [['Some odd words']], { odd: ODD }])
      says(tree(message('a', 'tool', 'Ten.', { metadata: { [member]: value } })));
  });

  test.each([
    ['text', ['other']],
    ['code', ['text', 'parts', 'language']],
    ['execution_output', ['text']],
    ['thoughts', ['thoughts', 'parts']],
    ['reasoning_recap', ['content', 'parts']],
    ['tether_browsing_display', ['result', 'summary', 'assets']],
    ['tether_quote', ['url', 'domain', 'title', 'text']],
    ['sonic_webpage', ['url', 'domain', 'title', 'text', 'snippet', 'pub_date', 'crawl_date']],
    ['computer_output', ['screenshot', 'state']],
    ['citable_code_output', ['output_str', 'metadata']],
    ['system_error', ['name', 'text']],
    ['app_pairing_content', ['shared_prompt', 'workspaces', 'context_parts']],
  ])('its content of type %s: %j', (content_type, members) => {
    for (const member of members)
      says(tree(message('a', content_type === 'code' ? 'assistant' : 'tool', { content_type, [member]: [[ODD]] })));
  });

  test('a text beside its parts, a thought that is none, parts of one', () => {
    says(tree(message('a', 'user', { content_type: 'text', parts: ['Ten.'], text: 'Some odd words' })));
    for (const thought of [[ODD], { summary: ODD }, { content: [ODD] }, { chunks: [ODD] }, { finished: ODD }])
      says(tree(message('a', 'assistant', { content_type: 'thoughts', thoughts: ['Ten.', thought] })));
  });

  test.each(['messages', 'jupyter_messages', 'in_kernel_exception', 'final_expression_output', 'code'])(
    '%s of a run',
    (member) => {
      for (const value of [ODD, [ODD], [{ content: { note: 'Some odd words' }, note: 'Some odd words' }]])
        says(
          tree(
            message(
              'a',
              'tool',
              { content_type: 'execution_output', text: 'Ten.' },
              {
                metadata: { aggregate_result: { [member]: value } },
              },
            ),
          ),
        );
    },
  );

  test('that a run took too long, and what a kernel writes in lines', () => {
    const run = (aggregate_result: Fields) =>
      tree(message('a', 'tool', { content_type: 'execution_output', text: '' }, { metadata: { aggregate_result } }));
    says(run({ messages: [{ message_type: 'timeout', text: 'Some odd words' }] }));
    says(
      run({
        jupyter_messages: [{ msg_type: 'display_data', content: { data: { 'text/plain': ['Some odd', ' words'] } } }],
      }),
    );
    says(run({ in_kernel_exception: { name: 'E', traceback: 'Some odd words' } }));
  });
});

describe('of what a message cites', () => {
  const cites = (metadata: Fields) => tree(message('a', 'assistant', 'Ten.', { metadata }));

  test('entries and members of a hit', () => {
    const groups = (...all: unknown[]) => cites({ search_result_groups: all });
    const hit = { url: 'https://page.example', title: 'A page' };
    says(groups({ entries: [hit], note: 'Some odd words' }));
    says(groups({ entries: [hit, 'Some odd words'] }));
    for (const member of ['title', 'snippet', 'text', 'attribution', 'pub_date', 'supporting_websites'])
      says(groups({ entries: [{ ...hit, [member]: ODD }] }));
  });

  test('members and sources of a reference', () => {
    const refers = (reference: Fields) => cites({ content_references: [{ type: 'grouped_webpages', ...reference }] });
    for (const member of ['items', 'fallback_items', 'sources', 'images', 'alt', 'error', 'cite_map'])
      says(refers({ [member]: ['Some odd words'] }));
    says(refers({ items: [{ snippet: 'Some odd words' }] })); // it names no source
    says(refers({ images: [{ title: 'Some odd words' }] }));
  });

  test('a citation that names no source', () => {
    for (const citation of [
      { invalid_reason: 'Some odd words' },
      { metadata: { extra: { evidence_text: 'Some odd words' } } },
      { metadata: 'Some odd words' },
      { start_ix: ODD },
    ])
      says(cites({ citations: [citation], content_references: [{ type: 'hidden', matched_text: 'x' }] }));
  });

  test('members of pictures, sounds and attachments', () => {
    const part = (fields: Fields) => tree(message('a', 'user', { content_type: 'multimodal_text', parts: [fields] }));
    const picture = { content_type: 'image_asset_pointer', asset_pointer: 'sediment://file_1' };
    for (const member of ['width', 'size_bytes', 'metadata', 'format']) says(part({ ...picture, [member]: [ODD] }));
    for (const member of ['id', 'name', 'mime_type', 'size'])
      says(cites({ attachments: [{ id: 'file-1', [member]: ODD }] }));
  });
});

describe('of a conversation', () => {
  test.each([
    'title',
    'gizmo_id',
    'default_model_slug',
    'current_node',
    'moderation_results',
    'async_status',
    'create_time',
  ])('%s', (member) => says(tree(message('a', 'user', 'When?'), { [member]: [[ODD]] })));

  test('its nodes: what stands beside a message, and in a node without one', () => {
    const at = (more: Fields) => conversation({ a: node('a', null, [], message('a', 'user', 'When?')), ...more }, 'a');
    says(at({ a: { ...node('a', null, [], message('a', 'user', 'When?')), note: 'Some odd words' } }));
    says(at({ b: { ...node('b', 'a', [], null), note: 'Some odd words' } }));
    says(at({ b: 'Some odd words' }));
    expect(shown(at({ b: 7, c: node('c', 'a', [], null) }))).toBe(shown(at({ c: node('c', 'a', [], null) })));
  });

  test('a page of it: beside its messages', () => {
    const page = { messages: [message('a', 'user', 'When?')], page_info: { has_previous_page: false } };
    says({ ...page, title: 'T', page_info: { note: 'Some odd words' } }, 'turns');
    says({ ...page, note: 'Some odd words' }, 'older-turns');
    says(tree(message('b', 'user', 'When?'), { messages: [message('a', 'user', 'Some odd words')] }));
  });

  test('a snapshot of it: a node that comes twice with other words, and one that the list alone holds', () => {
    const twice = (words: string) => ({ id: 'a', message: message('a', 'user', words), parent: null, children: [] });
    const list = [twice('When?'), twice('When?'), twice('Some odd words'), { id: 'z', note: 'Some odd words' }];
    says({ linear_conversation: list, backing_conversation_id: 'c-1' }, 'share');
    expect(shown({ linear_conversation: [twice('When?'), twice('When?')] }, 'share').split('When?')).toHaveLength(2);
    const mapping = chain([message('a', 'user', 'When?')]);
    const { drafts } = read({ mapping, linear_conversation: list.slice(2), backing_conversation_id: 'c-1' });
    expect(drafts.map(({ id }) => id)).toContain('chatgpt:a');
    const alone = { id: 'y', message: message('y', 'user', 'Some odd words'), parent: 'a', children: [] };
    const both = read({ mapping, linear_conversation: [alone], backing_conversation_id: 'c-1' }).drafts;
    expect(both.find(({ id }) => id === 'chatgpt:y')).toMatchObject({
      parents: ['chatgpt:a'],
      raw: ['/linear_conversation/0/message'],
    });
  });
});

describe('of what came over the socket', () => {
  const frame = (encoded_item: unknown, more: Fields = {}) => ({
    topic_id: 't-1',
    payload: {
      type: 'conversation-turn-stream',
      payload: { conversation_id: 'c-1', encoded_item, ...more },
    },
  });
  const begun = frame(V1 + begins(opening('a')));
  const socket = (...frames: object[]): string => {
    const reading = readText([begun, ...frames].map((each) => JSON.stringify(each)).join('\n'), null, 'socket');
    return JSON.stringify(reading.kind === 'session' && reading.drafts.map(({ body }) => body));
  };

  test.each([
    ['beside the piece of a stream', frame('', { note: 'Some odd words' })],
    ['around it', { ...frame(''), note: 'Some odd words' }],
    ['in its place', frame({ note: 'Some odd words' })],
    ['a piece that is no stream', frame('Some odd words')],
    ['a frame of no turn', { payload: { type: 'conversation-update', payload: { conversation_id: 'c-1', n: ODD } } }],
  ])('%s', (_, odd) => expect(socket(odd)).toContain('Some odd words'));

  test('two pieces of one name: the same is one, others are two', () => {
    const piece = (words: string) => frame(delta({ p: WORDS, o: 'append', v: words }), { stream_item_id: 's-1' });
    expect(socket(piece('Ten. '), piece('Ten. '), piece('Not eleven.'))).toContain('"Ten. Not eleven."');
  });
});

test('of a request: messages that are none, or have no id', () => {
  const request = { messages: ['Some odd words', { content: { parts: ['Words of nobody'] } }], conversation_id: 'c-1' };
  const { drafts } = heard(stream(begins(opening('a'))), request);
  expect(drafts).toContainEqual(
    expect.objectContaining({ body: { type: 'request', text: 'Some odd words\nWords of nobody' } }),
  );
});

test('a draft of the older encoding that another text followed', () => {
  const grown = (words: string) =>
    `data: ${JSON.stringify({ message: { ...opening('a'), content: { parts: [words] } } })}\n\n`;
  const { drafts } = heard(`${grown('Some')}${grown('Some odd words')}${grown('Withdrawn.')}data: [DONE]\n\n`);
  expect(drafts.filter(({ kind }) => kind === 'unknown').map(({ body }) => body)).toMatchObject([
    { type: 'version', text: 'Some odd words' },
  ]);
});
