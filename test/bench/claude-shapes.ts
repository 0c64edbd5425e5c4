import { base64 } from '../../src/lib/bytes';
import { call, conversation, message, result, text, thinking } from '../providers/claude/compose';
import { dice, prose } from './compose';

type Fields = Record<string, unknown>;

/** A large payload of Claude's, as the site or its export would send it. */
export interface ClaudeShape {
  readonly what: string;
  readonly route: string;
  readonly form: 'read' | 'export' | 'stream';
  readonly make: () => string;
  /** The most that reading may cost, as a multiple of parsing. None: it is measured and not judged. */
  readonly most?: number;
}

const id = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** Messages in a row, each what `contentOf` says of its number. */
function chain(
  count: number,
  contentOf: (n: number) => string | readonly Fields[],
  more: (n: number) => Fields = () => ({}),
): string {
  const messages = Array.from({ length: count }, (_, n) =>
    message(id(n), n % 2 ? 'assistant' : 'human', contentOf(n), n ? id(n - 1) : null, { index: n, ...more(n) }),
  );
  return JSON.stringify(conversation(messages, id(count - 1)));
}

const read = (what: string, make: () => string, most?: number): ClaudeShape => ({
  what,
  route: 'conversation',
  form: 'read',
  make,
  ...(most === undefined ? {} : { most }),
});

const words = (seed: number, length: number): string => prose(dice(seed), length);

/** What looks like a sealed value, or a picture of a kind that nobody knows. */
function base64Noise(seed: number, bytes: number): string {
  const roll = dice(seed + 1);
  return base64(Uint8Array.from({ length: bytes }, () => roll(256)));
}

const page = (n: number, length: number): Fields => ({
  type: 'knowledge',
  title: `Page ${n}`,
  url: `https://pages.example/${n}`,
  text: words(n, length),
  is_missing: false,
  metadata: { type: 'webpage_metadata', site_domain: 'pages.example', site_name: 'Pages', favicon_url: null },
  prompt_context_metadata: { url: `https://pages.example/${n}`, age: '2 days' },
});

const citation = (n: number, of: number): Fields => ({
  uuid: id(of * 1000 + n),
  start_index: n * 20,
  end_index: n * 20 + 15,
  title: `Page ${n}`,
  url: `https://pages.example/${n}`,
  metadata: { type: 'webpage_metadata', site_domain: 'pages.example', site_name: 'Pages' },
  origin_tool_name: 'web_search',
  sources: [{ title: `Page ${n}`, url: `https://pages.example/${n}`, content_body: words(n, 200), source: 'Pages' }],
});

const event = (data: Fields): string => `event: ${String(data.type)}\ndata: ${JSON.stringify(data)}\n\n`;

const start = event({
  type: 'message_start',
  message: { id: 'chatcompl_1', uuid: id(2), parent_uuid: id(1), role: 'assistant', type: 'message', content: [] },
});
const end = event({ type: 'message_delta', delta: { stop_reason: 'end_turn' } }) + event({ type: 'message_stop' });

function streamed(content_block: Fields, deltas: readonly Fields[]): string {
  const pieces = deltas.map((delta) => event({ type: 'content_block_delta', index: 0, delta }));
  const begun = event({ type: 'content_block_start', index: 0, content_block });
  return start + begun + pieces.join('') + event({ type: 'content_block_stop', index: 0 }) + end;
}

const stream = (what: string, make: () => string, most?: number): ClaudeShape => ({
  ...read(what, make, most),
  route: 'completion',
  form: 'stream',
});

const pieces = (of: string, length: number): string[] => of.match(new RegExp(`[^]{1,${length}}`, 'gu')) ?? [];

export const claudeShapes: readonly ClaudeShape[] = [
  read('messages of 3 KB', () => chain(5_000, (n) => words(n, 3_000))),
  read('20,000 messages of a line', () => chain(20_000, (n) => words(n, 60))),
  read('one message of 10 MB', () => chain(2, (n) => (n ? words(1, 10_000_000) : 'Write a lot.'))),
  read('one message of 20,000 blocks', () =>
    chain(2, (n) => (n ? Array.from({ length: 20_000 }, (_, i) => text(words(i, 200))) : 'Write.')),
  ),
  read('answers that thought, with signatures', () =>
    chain(2_000, (n) =>
      n % 2
        ? [
            thinking(words(n, 2_000), { signature: base64Noise(n, 1_200), summaries: [{ summary: words(n, 80) }] }),
            text(words(n, 1_500)),
          ]
        : words(n, 300),
    ),
  ),
  read('results of 400 pages each', () =>
    chain(100, (n) =>
      n % 2
        ? [
            call(`t${n}`, 'web_search', { query: words(n, 30) }),
            result(
              `t${n}`,
              'web_search',
              Array.from({ length: 400 }, (_, i) => page(n * 400 + i, 300)),
            ),
          ]
        : 'Look.',
    ),
  ),
  read('one result of 20,000 pages', () =>
    chain(2, (n) =>
      n
        ? [
            call('t', 'web_search', { query: 'all' }),
            result(
              't',
              'web_search',
              Array.from({ length: 20_000 }, (_, i) => page(i, 200)),
            ),
          ]
        : 'Look.',
    ),
  ),
  read('answers of 200 citations', () =>
    chain(100, (n) =>
      n % 2 ? [text(words(n, 5_000), { citations: Array.from({ length: 200 }, (_, i) => citation(i, n)) })] : 'Cite.',
    ),
  ),
  read('programs and what they wrote', () =>
    chain(1_000, (n) =>
      n % 2
        ? [
            call(`t${n}`, 'bash_tool', { command: words(n, 400), description: words(n, 30) }),
            result(`t${n}`, 'bash_tool', JSON.stringify({ returncode: 0, stdout: words(n, 8_000), stderr: '' })),
          ]
        : words(n, 100),
    ),
  ),
  read('tools with inputs of a thousand members', () =>
    chain(100, (n) =>
      n % 2
        ? [
            call(`t${n}`, 'rows:write', {
              rows: Array.from({ length: 1_000 }, (_, i) => ({
                id: i,
                at: 12.5,
                name: words(i, 30),
                tags: ['a', 'b'],
              })),
            }),
            result(`t${n}`, 'rows:write', 'Done.'),
          ]
        : 'Write.',
    ),
  ),
  read('a document rewritten 100 times', () =>
    chain(200, (n) =>
      n % 2
        ? [
            call(`t${n}`, 'artifacts', {
              command: n === 1 ? 'create' : 'rewrite',
              id: 'doc',
              type: 'text/markdown',
              title: 'Tides',
              content: words(n, 60_000),
              version_uuid: id(n),
            }),
            result(`t${n}`, 'artifacts', 'OK'),
          ]
        : 'Again.',
    ),
  ),
  read('pictures inside of results', () =>
    chain(40, (n) =>
      n % 2
        ? [
            call(`t${n}`, 'chart', {}),
            result(`t${n}`, 'chart', [
              { type: 'image', source: { type: 'base64', media_type: 'image/png', data: base64Noise(n, 300_000) } },
            ]),
          ]
        : 'Draw.',
    ),
  ),
  read('numbers of twenty digits', () =>
    chain(2_000, (n) =>
      n % 2
        ? [call(`t${n}`, 'rows:write', { id: 12345678901234, at: `${n}12345678901234567890`, text: words(n, 3_000) })]
        : words(n, 300),
    ),
  ),
  read('files and pasted texts', () =>
    chain(
      1_000,
      (n) => words(n, 200),
      (n) => ({
        attachments: [
          { id: id(n), file_name: 'n.txt', file_type: 'txt', file_size: 9_000, extracted_content: words(n, 9_000) },
        ],
        files: [{ file_kind: 'image', file_uuid: id(n), file_name: 'a.png' }],
        files_v2: [{ file_kind: 'image', file_uuid: id(n), file_name: 'a.png' }],
      }),
    ),
  ),
  {
    ...read('an export with its texts twice', () =>
      chain(
        4_000,
        (n) => words(n, 2_000),
        (n) => ({ text: words(n, 2_000) }),
      ),
    ),
    route: 'export',
    form: 'export',
  },
  { ...read('6,000 events of an agent', agentEvents), route: 'agent-events' },
  stream('100,000 pieces of a text', () =>
    streamed(
      { type: 'text', text: '' },
      pieces(words(1, 600_000), 6).map((each) => ({ type: 'text_delta', text: each })),
    ),
  ),
  stream('100,000 pieces of an input', () =>
    streamed(
      { type: 'tool_use', id: 't', name: 'create_file', input: {} },
      pieces(JSON.stringify({ path: '/a', file_text: words(1, 600_000) }), 6).map((partial_json) => ({
        type: 'input_json_delta',
        partial_json,
      })),
    ),
  ),
  stream('a result of 5 MB in long pieces', () =>
    streamed(
      { type: 'tool_result', tool_use_id: 't', name: 'web_search', content: [] },
      pieces(JSON.stringify(Array.from({ length: 8_000 }, (_, i) => page(i, 400))), 4_000).map((partial_json) => ({
        type: 'input_json_delta',
        partial_json,
      })),
    ),
  ),
];

function agentEvents(): string {
  const said = (n: number): Fields =>
    n % 2
      ? {
          type: 'assistant',
          message: {
            role: 'assistant',
            model: 'm',
            content: [text(words(n, 600)), call(`t${n}`, 'Bash', { command: words(n, 200) })],
          },
        }
      : { type: 'user', message: { role: 'user', content: [result(`t${n - 1}`, 'Bash', words(n, 1_200))] } };
  const data = Array.from({ length: 6_000 }, (_, n) => ({
    event_id: id(n),
    sequence_num: n,
    event_type: n % 2 ? 'assistant' : 'user',
    source: 'worker',
    created_at: '2026-07-01T10:00:00Z',
    payload: { session_id: 'cse_1', parent_tool_use_id: null, uuid: id(n), ...said(n) },
  }));
  return JSON.stringify({ data, resume_cursor: null });
}
