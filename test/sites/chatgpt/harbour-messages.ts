import { SIGNATURES } from './secrets';
import { type Message, MORNING, message, text } from './tree';

export const PICTURE = 'file_000000006a3071f5a1b2c3d4e5f60001';
export const TABLE = 'file_000000006a3071f5a1b2c3d4e5f60002';
export const DRAWING = 'file_000000006a3071f5a1b2c3d4e5f60003';
export const LOST = 'file_000000006a3071f5a1b2c3d4e5f60004';

export const id = (n: number): string => `0b5e7d10-3c2a-4f6e-9a41-${String(n).padStart(12, '0')}`;
export const at = (seconds: number): number => MORNING + seconds + 0.25;
const estuary = (file: string): string =>
  `https://chatgpt.com/backend-api/estuary/content?id=${file}&ts=497216&p=fs&cid=1&sig=${SIGNATURES.estuary}&v=0`;
export const almanac = {
  type: 'search_result',
  url: 'https://tides.example.org/skerry/september',
  title: 'Skerry harbour: tides in September',
  snippet: 'High water 09:42 (3.1 m), low water 15:58 (0.6 m).',
  ref_id: { turn_index: 0, ref_type: 'search', ref_index: 0 },
  pub_date: MORNING - 86_400,
  attribution: 'tides.example.org',
};
export const pilot = {
  type: 'search_result',
  url: 'https://pilot.example.net/skerry?utm_source=chatgpt.com',
  title: 'Pilotage notes – Skerry bar',
  snippet: 'The bar carries 1.2 m at chart datum.',
  ref_id: { turn_index: 0, ref_type: 'search', ref_index: 1 },
  pub_date: null,
  attribution: 'pilot.example.net',
};
export const groups = [
  { type: 'search_result_group', domain: 'tides.example.org', entries: [almanac] },
  { type: 'search_result_group', domain: 'pilot.example.net', entries: [pilot] },
];

export const asked =
  'When can a boat drawing 1.6 m leave Skerry harbour on the 21st? The picture shows the bar, the table my log.';

export const instructions: readonly Message[] = [
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

export const question = (n: number, words: string, seconds: number): Message =>
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

export const work: readonly Message[] = [
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
