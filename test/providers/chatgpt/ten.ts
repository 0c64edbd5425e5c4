import { mark, message } from './compose';

type Fields = Record<string, unknown>;

/** A message and the one it comes after; null: the empty root. */
export type Said = readonly [parent: string | null, message: Fields];

/** A composed conversation: everything that was said, on every branch, and where the person is. */
export interface Talk {
  readonly name: string;
  readonly said: readonly Said[];
  readonly leaf: string;
  readonly about?: Fields;
  /** A message that cites what only an older page has: there the sources are its own. */
  readonly apart?: string;
}

const chained = (...messages: readonly Fields[]): Said[] =>
  messages.map((each, i) => [i === 0 ? null : String(messages[i - 1]?.id), each]);

const user = (id: string, content: unknown, more: Fields = {}): Fields => message(id, 'user', content, more);
const answer = (id: string, content: unknown, metadata: Fields = {}): Fields =>
  message(id, 'assistant', content, {
    end_turn: true,
    channel: 'final',
    metadata: { model_slug: 'gpt-5-6', ...metadata },
  });
const call = (id: string, recipient: string, text: string): Fields =>
  message(id, 'assistant', { content_type: 'code', language: 'json', text }, { recipient, end_turn: false });
const result = (id: string, name: string, content: unknown, metadata: Fields = {}): Fields =>
  message(id, 'tool', content, { author: { role: 'tool', name, metadata: {} }, metadata });
const hidden = (id: string, role: string, content: unknown, metadata: Fields = {}): Fields =>
  message(id, role, content, {
    ...{ create_time: null, weight: 0 },
    metadata: { is_visually_hidden_from_conversation: true, ...metadata },
  });
const thoughts = (id: string, ...all: readonly [string, string][]): Fields =>
  message(id, 'assistant', {
    content_type: 'thoughts',
    thoughts: all.map(([summary, content]) => ({ summary, content, chunks: [], finished: true })),
    source_analysis_msg_id: 'x',
  });
const recap = (id: string, content: string): Fields =>
  message(id, 'assistant', { content_type: 'reasoning_recap', content }, { metadata: { finished_duration_sec: 7 } });

const hit = (n: number): Fields => ({
  ...{
    type: 'search_result',
    url: `https://tides.example/${n}`,
    title: `Tide table ${n}`,
    snippet: `Table number ${n}.`,
  },
  ref_id: { turn_index: 0, ref_type: 'search', ref_index: n },
});
const cited = (text: string, n: number): Fields => {
  const matched = mark('cite', `turn0search${n}`);
  const at = [...text].length; // the site's unit is not known: code points here
  return {
    content: `${text}${matched}`,
    metadata: {
      content_references: [
        {
          ...{ type: 'grouped_webpages', matched_text: matched, start_idx: at, end_idx: at + [...matched].length },
          items: [{ title: `Tide table ${n}`, url: `https://tides.example/${n}?utm_source=chatgpt.com` }],
        },
      ],
    },
  };
};
const citing = (id: string, text: string, n: number): Fields => {
  const { content, metadata } = cited(text, n);
  return answer(id, content, metadata as Fields);
};

export const TEN: readonly Talk[] = [
  {
    name: 'plain questions',
    said: chained(
      user('q1', 'When is slack water?'),
      answer('a1', 'At ten.'),
      user('q2', 'Thanks.'),
      answer('a2', 'Welcome.'),
    ),
    leaf: 'a2',
  },
  {
    name: 'edits and answers anew',
    said: [
      [null, user('q1', 'First wording')],
      ['q1', answer('a1', 'To the first')],
      [null, user('q1-b', 'Second wording')],
      ['q1-b', answer('a1-b', 'To the second')],
      ['q1-b', answer('a1-c', 'To the second, anew')],
      ['a1-c', user('q2', 'And then?')],
      ['q2', answer('a2', 'Ebb.')],
      ['q2', answer('a2-b', 'Flood.')],
    ],
    leaf: 'a2-b',
  },
  {
    name: 'a program that runs',
    said: chained(
      user('q1', 'Count the days.'),
      call('c1', 'python', 'print(3)\n# no more'),
      result(
        'r1',
        'python',
        { content_type: 'execution_output', text: '3\n' },
        {
          aggregate_result: {
            status: 'success',
            code: 'print(3)',
            messages: [{ message_type: 'stream', text: '3\n', stream_name: 'stdout' }],
          },
        },
      ),
      answer('a1', 'Three days, see [the file](sandbox:/mnt/data/days.csv).'),
      user('q2', 'And weeks?'),
      call('c2', 'python', '1/0'),
      result('r2', 'python', { content_type: 'system_error', name: 'tool_error', text: 'ZeroDivisionError' }),
      answer('a2', 'None.'),
    ),
    leaf: 'a2',
  },
  {
    name: 'thinking',
    said: chained(
      user('q1', 'Think first.'),
      thoughts('t1', ['A plan', 'Look at the moon.'], ['', 'Only words'], ['Only a heading', '']),
      recap('p1', 'Thought for 7s'),
      answer('a1', 'The moon pulls.'),
      user('q2', 'Really?'),
      thoughts('t2'),
      answer('a2', 'Really.', { thinking_effort: 'extended' }),
    ),
    leaf: 'a2',
  },
  {
    name: 'search with citations',
    said: chained(
      user('q1', 'Look it up.'),
      call('c1', 'web.run', '{"search_query":[{"q":"tide tables"}]}'),
      result('r1', 'web.run', 'Found.', {
        search_result_groups: [{ domain: 'tides.example', entries: [0, 1, 2].map(hit) }],
      }),
      citing('a1', 'High at ten 🌊 ', 1),
      user('q2', 'And tomorrow?'),
      citing('a2', 'At eleven. ', 2),
    ),
    leaf: 'a2',
    apart: 'a2',
  },
  {
    name: 'a canvas',
    said: chained(
      user('q1', 'Write it down.'),
      call('c1', 'canmore.create_textdoc', '{"name":"tides","type":"document","content":"High at ten."}'),
      result('r1', 'canmore.create_textdoc', 'Done.', { canvas: { textdoc_id: 'd1', version: 1, title: 'Tides' } }),
      answer('a1', 'It is written.'),
      user('q2', 'Change it.'),
      call(
        'c2',
        'canmore.update_textdoc',
        '{"updates":[{"pattern":".*","multiple":false,"replacement":"High at eleven."}]}',
      ),
      result('r2', 'canmore.update_textdoc', 'Done.', { canvas: { textdoc_id: 'd1', version: 2, title: 'Tides' } }),
      answer('a2', 'Changed.'),
    ),
    leaf: 'a2',
  },
  {
    name: 'pictures',
    said: chained(
      user(
        'q1',
        {
          content_type: 'multimodal_text',
          parts: [
            { content_type: 'image_asset_pointer', asset_pointer: 'sediment://file_1', width: 8, height: 8 },
            'What is this?',
          ],
        },
        {
          metadata: { attachments: [{ id: 'file_1', name: 'barra.png', mime_type: 'image/png', size: 64 }] },
        },
      ),
      answer('a1', 'A buoy.'),
      user('q2', 'Draw one.'),
      call('c1', 't2uay3k.sj1i4kz', '{"prompt":"a buoy"}'),
      result('r1', 't2uay3k.sj1i4kz', {
        content_type: 'multimodal_text',
        parts: [
          {
            content_type: 'image_asset_pointer',
            asset_pointer: 'sediment://file_2',
            width: 9,
            height: 9,
            metadata: { dalle: { prompt: 'a red buoy', gen_id: 'g' } },
          },
        ],
      }),
    ),
    leaf: 'r1',
  },
  {
    name: 'voice',
    said: chained(
      user('q1', {
        content_type: 'multimodal_text',
        parts: [
          { content_type: 'audio_transcription', text: 'How deep is it?', direction: 'in' },
          {
            content_type: 'real_time_user_audio_video_asset_pointer',
            frames_asset_pointers: [],
            audio_asset_pointer: { asset_pointer: 'sediment://file_3', format: 'wav', size_bytes: 9 },
          },
        ],
      }),
      answer('a1', {
        content_type: 'multimodal_text',
        parts: [
          { content_type: 'audio_transcription', text: 'Two fathoms.', direction: 'out' },
          { content_type: 'audio_asset_pointer', asset_pointer: 'sediment://file_4', format: 'wav', size_bytes: 9 },
        ],
      }),
      user('q2', 'In metres?'),
      answer('a2', 'Not quite four.'),
    ),
    leaf: 'a2',
  },
  {
    name: 'research',
    said: chained(
      user('q1', 'Study the tides.', { metadata: { system_hints: ['plugin:connector_openai_deep_research'] } }),
      call('c1', 'api_tool.call_tool', '{"path":"deep_research/start","args":{}}'),
      result('r1', 'api_tool.call_tool', 'Started.', {
        chatgpt_sdk: {
          html_asset_pointer: 'internal://deep-research',
          widget_state: JSON.stringify({
            status: 'completed',
            report_message: answer('rep', 'The tides follow the moon 【1†source】.', {
              citations: [
                {
                  start_ix: 26,
                  end_ix: 36,
                  metadata: { type: 'webpage', title: 'Moon', url: 'https://moon.example/' },
                },
              ],
            }),
          }),
          tool_response_metadata: { async_task_conversation_id: 'c-hidden' },
        },
      }),
      answer('a1', 'The report is ready.'),
    ),
    leaf: 'a1',
    about: { gizmo_id: `g-p-${'0'.repeat(32)}`, gizmo_type: 'snorlax' },
  },
  {
    name: 'deep hidden messages in every script',
    said: chained(
      hidden('s1', 'system', ''),
      hidden(
        's2',
        'user',
        { content_type: 'user_editable_context', user_profile: 'A sailor 🧜‍♀️', user_instructions: 'Be brief.' },
        { is_user_system_message: true },
      ),
      hidden('s3', 'system', { content_type: 'model_editable_context', model_set_context: '1. Sails at night.' }),
      user('q1', 'מתי הגאות? 𝔗𝔦𝔡𝔢 🌊'),
      hidden('d1', 'developer', 'Keep to the tables.'),
      answer('a1', '潮は十時です。 𝒜𝓉 𝓉ℯ𝓃.'),
      user('q2', 'Ευχαριστώ'),
      result('x1', 'new_tool', { content_type: 'brand_new', inside: { words: 'Readable words' } }),
      answer('a2', 'Παρακαλώ 👩‍🚒'),
    ),
    leaf: 'a2',
  },
];
