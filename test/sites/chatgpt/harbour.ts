import { SIGNATURES, SOCKET } from './secrets';
import { type Conversation, conversation, growTree, type Message, MORNING, message, text } from './tree';

export const HARBOUR = '6a3f1c20-f140-8321-9d8e-5b1e6a1c0001';
export const PICTURE = 'file_000000006a3071f5a1b2c3d4e5f60001';
export const TABLE = 'file_000000006a3071f5a1b2c3d4e5f60002';
export const DRAWING = 'file_000000006a3071f5a1b2c3d4e5f60003';
export const LOST = 'file_000000006a3071f5a1b2c3d4e5f60004';

const id = (n: number): string => `0b5e7d10-3c2a-4f6e-9a41-${String(n).padStart(12, '0')}`;
const at = (seconds: number): number => MORNING + seconds + 0.25;
const estuary = (file: string): string =>
  `https://chatgpt.com/backend-api/estuary/content?id=${file}&ts=497216&p=fs&cid=1&sig=${SIGNATURES.estuary}&v=0`;
/** A citation marker as the site writes it: private-use characters around the kind and its arguments. */
const cite = (...refs: string[]): string => `\u{e200}cite\u{e202}${refs.join('\u{e202}')}\u{e201}`;

const almanac = {
  type: 'search_result',
  url: 'https://tides.example.org/skerry/september',
  title: 'Skerry harbour: tides in September',
  snippet: 'High water 09:42 (3.1 m), low water 15:58 (0.6 m).',
  ref_id: { turn_index: 0, ref_type: 'search', ref_index: 0 },
  pub_date: MORNING - 86_400,
  attribution: 'tides.example.org',
};
const pilot = {
  type: 'search_result',
  url: 'https://pilot.example.net/skerry?utm_source=chatgpt.com',
  title: 'Pilotage notes – Skerry bar',
  snippet: 'The bar carries 1.2 m at chart datum.',
  ref_id: { turn_index: 0, ref_type: 'search', ref_index: 1 },
  pub_date: null,
  attribution: 'pilot.example.net',
};
const groups = [
  { type: 'search_result_group', domain: 'tides.example.org', entries: [almanac] },
  { type: 'search_result_group', domain: 'pilot.example.net', entries: [pilot] },
];

const asked =
  'When can a boat drawing 1.6 m leave Skerry harbour on the 21st? The picture shows the bar, the table my log.';

const instructions: readonly Message[] = [
  message(id(1), 'system', text(''), {
    create_time: null,
    weight: 0,
    end_turn: true,
    metadata: { is_visually_hidden_from_conversation: true },
  }),
  message(
    id(2),
    'user',
    {
      content_type: 'user_editable_context',
      user_profile: 'Sails a small cutter, draws 1.6 m.',
      user_instructions: 'Give times in UTC. Say which source a number is from.',
    },
    {
      create_time: null,
      metadata: { is_visually_hidden_from_conversation: true, is_user_system_message: true },
    },
  ),
];

const question = (n: number, words: string, seconds: number): Message =>
  message(
    id(n),
    'user',
    {
      content_type: 'multimodal_text',
      parts: [
        {
          content_type: 'image_asset_pointer',
          asset_pointer: `sediment://${PICTURE}`,
          size_bytes: 68,
          width: 1,
          height: 1,
          fovea: null,
          metadata: { sanitized: true, asset_pointer_link: estuary(PICTURE) },
        },
        words,
      ],
    },
    {
      create_time: at(seconds),
      metadata: {
        attachments: [
          { id: PICTURE, name: 'Barra à marée basse.png', mime_type: 'image/png', size: 68, width: 1, height: 1 },
          { id: TABLE, name: 'log.csv', mime_type: 'text/csv', size: 60 },
          { id: LOST, name: 'old chart.pdf', mime_type: 'application/pdf', size: 40_000 },
        ],
        request_id: `req-${n}`,
        turn_exchange_id: `turn-${n}`,
      },
    },
  );

const work: readonly Message[] = [
  message(
    id(20),
    'assistant',
    {
      content_type: 'thoughts',
      thoughts: [
        {
          summary: 'Looking for the tide table',
          content: 'The draught is 1.6 m; the bar carries 1.2 m at datum, so 0.4 m of tide plus a margin is wanted.',
          chunks: [],
          finished: true,
        },
        { summary: 'Checking the bar', content: '', chunks: [], finished: true },
      ],
      source_analysis_msg_id: id(21),
    },
    { create_time: at(12), end_turn: false, metadata: { reasoning_status: 'is_reasoning' } },
  ),
  message(
    id(21),
    'assistant',
    {
      content_type: 'code',
      language: 'unknown',
      text: '{"search_query":[{"q":"Skerry harbour tides 21 September"}]}',
      response_format_name: null,
    },
    {
      create_time: at(15),
      end_turn: false,
      recipient: 'web.run',
      channel: 'commentary',
      metadata: {
        search_model_queries: { type: 'search_model_queries', queries: ['Skerry harbour tides 21 September'] },
      },
    },
  ),
  message(
    id(22),
    'tool',
    {
      content_type: 'sonic_webpage',
      url: almanac.url,
      domain: 'tides.example.org',
      title: almanac.title,
      text: 'Monday 21 September. High water 09:42 UTC, 3.1 m. Low water 15:58 UTC, 0.6 m. High water 22:10 UTC, 3.0 m.',
      snippet: almanac.snippet,
      pub_date: null,
      crawl_date: null,
      pub_timestamp: null,
      ref_id: 'turn0search0',
    },
    {
      create_time: at(17),
      name: 'web.run',
      metadata: { search_result_groups: groups, search_source: 'composer_auto' },
    },
  ),
  message(
    id(23),
    'assistant',
    {
      content_type: 'code',
      language: 'python3',
      text: "def depth(t):\n    return 1.2 + t\nprint(round(depth(0.9), 2))  # 'λ'\n",
      response_format_name: null,
    },
    { create_time: at(20), end_turn: false, recipient: 'python' },
  ),
  message(
    id(24),
    'tool',
    { content_type: 'execution_output', text: '2.1\n' },
    {
      create_time: at(21),
      name: 'python',
      metadata: {
        aggregate_result: {
          status: 'success',
          run_id: 'run-1',
          start_time: at(20),
          update_time: at(21),
          end_time: at(21),
          code: 'print(round(depth(0.9), 2))',
          final_expression_output: null,
          in_kernel_exception: null,
          system_exception: null,
          messages: [{ message_type: 'stream', sender: 'server', time: at(21), stream_name: 'stdout', text: '2.1\n' }],
          jupyter_messages: [],
          timeout_triggered: null,
        },
      },
    },
  ),
  message(
    id(25),
    'assistant',
    { content_type: 'reasoning_recap', content: 'Thought for 11s' },
    { create_time: at(23), metadata: { reasoning_status: 'reasoning_ended', finished_duration_sec: 11 } },
  ),
];

function answer(n: number, before: string, after: string, seconds: number): Message {
  const marker = cite('turn0search0', 'turn0search1');
  const said = `${before}${marker}${after}`;
  const item = {
    title: almanac.title,
    url: almanac.url,
    pub_date: almanac.pub_date,
    snippet: almanac.snippet,
    attribution: almanac.attribution,
  };
  return message(id(n), 'assistant', text(said), {
    create_time: at(seconds),
    channel: 'final',
    metadata: {
      model_slug: 'gpt-5-6-thinking',
      finish_details: { type: 'stop', stop_tokens: [200_002] },
      is_complete: true,
      safe_urls: [almanac.url, pilot.url],
      content_references: [
        {
          matched_text: marker,
          start_idx: [...before].length,
          end_idx: [...before, ...marker].length,
          type: 'grouped_webpages',
          alt: `([tides.example.org](${almanac.url}))`,
          prompt_text: null,
          items: [
            {
              ...item,
              refs: [almanac.ref_id],
              supporting_websites: [{ title: pilot.title, url: pilot.url, snippet: pilot.snippet, pub_date: null }],
              hue: null,
              attribution_segments: null,
            },
          ],
          fallback_items: null,
          status: 'done',
          error: null,
        },
        {
          matched_text: ' ',
          start_idx: [...said].length,
          end_idx: [...said].length,
          type: 'sources_footnote',
          alt: null,
          sources: [{ title: almanac.title, url: almanac.url, attribution: almanac.attribution }],
          has_images: false,
        },
      ],
      search_result_groups: groups,
    },
  });
}

const drawing: readonly Message[] = [
  message(
    id(41),
    'assistant',
    {
      content_type: 'code',
      language: 'json',
      text: '{"prompt":"a chart of a bar","size":"1024x1024"}',
      response_format_name: null,
    },
    { create_time: at(190), end_turn: false, recipient: 't2uay3k.sj1i4kz' },
  ),
  message(
    id(42),
    'tool',
    {
      content_type: 'multimodal_text',
      parts: [
        {
          content_type: 'image_asset_pointer',
          asset_pointer: `sediment://${DRAWING}#page=1`,
          size_bytes: 68,
          width: 1,
          height: 1,
          fovea: null,
          metadata: {
            dalle: null,
            generation: {
              gen_id: 'gen-1',
              gen_size: 'xlimage',
              seed: null,
              parent_gen_id: null,
              height: 1,
              width: 1,
              transparent_background: false,
              serialization_title: 'A chart',
            },
            watermarked_asset_pointer: null,
            asset_pointer_link: `https://files.oaiusercontent.com/${DRAWING}?se=2026-09-21T09%3A00Z&sig=${SIGNATURES.picture}`,
          },
        },
      ],
    },
    { create_time: at(205), name: 't2uay3k.sj1i4kz', metadata: { image_gen_title: 'A chart of the bar' } },
  ),
  message(
    id(43),
    'tool',
    { content_type: 'text', parts: [''] },
    {
      create_time: at(206),
      name: 'api_tool.call_tool',
      metadata: {
        chatgpt_sdk: {
          html_asset_pointer: 'internal://tide-widget',
          widget_state: '{"day":"2026-09-21"}',
          tool_response_metadata: {
            websocket_url: `wss://ws.chatgpt.com/topic?token=${SOCKET}`,
            'openai/asyncStatus': 'done',
          },
        },
      },
    },
  ),
  message(
    id(44),
    'assistant',
    { content_type: 'tide_ribbon', caption: 'High water at 09:42 and 22:10', rows: [{ at: '09:42', metres: 3.1 }] },
    { create_time: at(207), end_turn: false },
  ),
];

/**
 * A conversation with everything the tree can hold: hidden instructions, an edited question, two answers to it, reasoning,
 * a search, code, an unknown kind of content, pictures, files, citations, and links that carry signatures.
 */
export function harbour(): Conversation {
  const tree = growTree();
  const root = tree.add('client-created-root', null, null);
  const top = tree.chain(root, ...instructions);
  const first = tree.chain(top, question(10, asked.replace('1.6', '1.4'), 5));
  tree.chain(first, answer(11, 'With 1.4 m of draught, from 07:10 to 12:20 UTC ', '.', 9));
  const edited = tree.chain(top, question(12, asked, 11));
  const worked = tree.chain(edited, ...work);
  tree.chain(worked, answer(30, 'Between 07:40 and 11:50 UTC 🌊 ', ', with half a metre to spare.', 25));
  const second = tree.chain(
    worked,
    answer(31, 'Leave **between 07:40 and 11:50 UTC** 🌊; high water is 09:42, 3.1 m ', '. On the bar: 2.1 m.', 60),
  );
  const follow = tree.chain(
    second,
    message(id(40), 'user', text('Draw it, and give me the table.'), { create_time: at(180) }),
  );
  const drawn = tree.chain(follow, ...drawing);
  const leaf = tree.chain(
    drawn,
    message(
      id(45),
      'assistant',
      text(
        `Here it is: [tides.csv](sandbox:/mnt/data/tides.csv). For an hour it is also at https://chatgpt.com/backend-api/estuary/content?id=${TABLE}&sig=${SIGNATURES.link}.`,
        `\n\n| UTC | m |\n|---|---|\n| 09:42 | 3.1 |\n| 15:58 | 0.6 |`,
      ),
      { create_time: at(220), channel: 'final', metadata: { model_slug: 'gpt-5-6-thinking', is_complete: true } },
    ),
  );
  return conversation(HARBOUR, 'Tides at Skerry harbour 🌊 <b>&amp;', tree, leaf);
}
