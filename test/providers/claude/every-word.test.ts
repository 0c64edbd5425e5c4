import { describe, expect, test } from 'vitest';
import { claudeReader } from '../../../src/providers/claude/read';
import type { ExchangeHead, Payload } from '../../../src/providers/contract';
import { call, conversation, head, message, ROOT, result, text } from './compose';

type Fields = Record<string, unknown>;
/** Words that nothing else says, each time others. */
type Say = () => string;

const answer = (...blocks: readonly unknown[]): Fields =>
  conversation(
    [message('q', 'human', 'Please.', ROOT), { ...message('a', 'assistant', [], 'q'), content: blocks }],
    'a',
  );

const only = (more: Fields): Fields => conversation([{ ...message('m', 'human', [], ROOT), ...more }], 'm');

/** What a payload says in words that no event of its reading says. */
function missingIn(make: (say: Say) => unknown, about: Partial<ExchangeHead> = {}, request?: (say: Say) => unknown) {
  const said: string[] = [];
  const say: Say = () => {
    said.push(`ebb${said.length} flood${said.length} slack${said.length}`);
    return said.at(-1) ?? '';
  };
  const value = make(say);
  const isText = typeof value === 'string';
  const payload: Payload = {
    head: { ...head, ...about },
    value: isText ? undefined : value,
    text: isText ? value : JSON.stringify(value),
    request: request ? JSON.stringify(request(say)) : null,
  };
  const reading = claudeReader.read(payload);
  if (reading.kind !== 'session') throw new Error(JSON.stringify(reading));
  const ids = reading.drafts.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const shown = JSON.stringify(reading.drafts.map(({ raw: _, ...draft }) => draft));
  return said.filter((words) => !shown.includes(words));
}

const event = (data: Fields): string => `event: ${String(data.type)}\ndata: ${JSON.stringify(data)}\n\n`;
const started = (more: Fields = {}): string =>
  event({
    type: 'message_start',
    message: { id: 'chatcompl_1', uuid: 'a', parent_uuid: 'q', role: 'assistant', content: [], ...more },
  });
const block = (content_block: Fields): string => event({ type: 'content_block_start', index: 0, content_block });
const piece = (delta: unknown): string => event({ type: 'content_block_delta', index: 0, delta });
const ended = event({ type: 'message_delta', delta: { stop_reason: 'end_turn' } }) + event({ type: 'message_stop' });
const STREAM: Partial<ExchangeHead> = { route: 'completion', form: 'stream', capture: 'heard' };

const CONVERSATIONS: readonly (readonly [string, (say: Say) => Fields])[] = [
  ['a number that is none', (say) => only({ index: say(), truncated: say(), model: { name: say() } })],
  ['a content in no list', (say) => only({ content: { text: say(), more: say() } })],
  ['lists in lists', (say) => only({ content: [[say(), [say()]], say(), { type: 'text', text: [say()] }] })],
  ['a sender that is none', (say) => only({ sender: { role: say() }, content: [{ type: 'text', text: say() }] })],
  [
    'attachments that are none',
    (say) => only({ attachments: [say(), { extracted_content: { a: say() } }], files: say() }),
  ],
  ['a summary in pieces', (say) => only({ compaction_summary: [say(), { type: 'image', alt: say() }, [say()]] })],
  ['a helpline without a flag', (say) => answer({ type: 'text', text: say(), helpline: { number: say() } })],
  [
    'a thought with a helpline, and flags in no list',
    (say) =>
      answer({
        type: 'thinking',
        thinking: say(),
        flags: say(),
        helpline: say(),
        summaries: [[say()], { summary: [say()] }],
      }),
  ],
  [
    'a call whose every member is of another type',
    (say) =>
      answer(
        call(null, 'n', [say()], { message: { m: say() }, display_content: say(), context: say(), helpline: say() }),
      ),
  ],
  [
    'a picture with words in its source',
    (say) =>
      answer(
        result('t', 'n', [{ type: 'image', source: { type: 'url', url: 'https://a.example/p', caption: say() } }]),
      ),
  ],
  [
    'what a page shows, with more in each kind',
    (say) =>
      answer(
        ...[
          { type: 'text', text: say(), more: say() },
          { type: 'json_block', json_block: JSON.stringify({ code: say(), note: say() }), title: say() },
          { type: 'code_block', code: say(), code_block: say(), language: [say()] },
          { type: 'rich_link', link: { title: say(), url: [say()] }, is_trusted: say() },
          { type: 'rich_content', content: [{ title: say(), snippet: say() }, say(), [say()]], heading: say() },
          { type: 'table', table: [[say()]], title: say() },
        ].map((display_content, n) => result(`t${n}`, 'n', [], { display_content })),
      ),
  ],
  [
    'a run whose exit is told in words',
    (say) =>
      answer(
        call('t', 'bash_tool', { command: 'ls' }),
        result(
          't',
          'bash_tool',
          JSON.stringify({ returncode: say(), stdout: { a: say() }, stderr: [say()], more: say() }),
        ),
      ),
  ],
  [
    'details that say otherwise than their citation',
    (say) =>
      answer(
        text('Here it is.', {
          citations: [{ url: 'https://a.example', cited_text: say(), details: { cited_text: say(), more: say() } }],
        }),
      ),
  ],
  [
    'a hit with sources of its own',
    (say) => answer(result('t', 'n', [{ type: 'knowledge', title: say(), sources: [{ title: say() }] }])),
  ],
  [
    'a project with two instructions',
    (say) => ({ ...only({ text: say() }), project: { uuid: 'p', instructions: say(), prompt_template: say() } }),
  ],
  ['an input nested too deep to be kept as a value', (say) => answer(call('t', 'n', nested(say(), 1_000)))],
];

const nested = (words: string, levels: number): unknown => {
  let value: unknown = words;
  for (let level = 0; level < levels; level++) value = [value];
  return value;
};

describe('every readable word stands in an event', () => {
  test.each(CONVERSATIONS)('%s', (_, make) => expect(missingIn(make)).toEqual([]));

  test('an input that nests deeper than any log keeps is a text', () => {
    const deep = answer(call('t', 'n', nested('ebb', 1_000)));
    const reading = claudeReader.read({ head, value: deep, text: JSON.stringify(deep), request: null });
    const drafts = reading.kind === 'session' ? reading.drafts : [];
    const body = drafts.find(({ kind }) => kind === 'tool.call')?.body;
    expect(body).toMatchObject({ inputText: JSON.stringify(nested('ebb', 1_000)) });
    expect(body).not.toHaveProperty('input');
  });

  test('of a piece beside what it does to its block', () => {
    const make = (say: Say): string =>
      started({ stop_details: { why: say() } }) +
      block({ type: 'text', text: '' }) +
      piece({ type: 'text_delta', text: say(), note: say() }) +
      piece({ type: 'thinking_delta', thinking: say(), note: { a: say() } }) +
      piece({ type: 'citation_start_delta', citation: { uuid: 'c', title: say() }, note: say() }) +
      piece({ type: 'citation_end_delta', citation_uuid: 'c', note: say() }) +
      piece({ type: 'flag_delta', flag: say(), note: say() }) +
      piece({ type: 'signature_delta', signature: 'x', note: say() }) +
      piece({ type: 'thinking_cut_off_delta', cut_off: true, note: say() }) +
      piece({ type: 'thinking_summary_delta', summary: say(), note: say() }) +
      piece({ type: 'input_json_delta', partial_json: '', note: say() }) +
      event({ type: 'message_delta', delta: { stop_reason: 'end_turn', stop_details: { why: say() } } }) +
      ended;
    expect(missingIn(make, STREAM)).toEqual([]);
  });

  test('of a limit that was not reached', () => {
    const within = (more: Fields) => event({ type: 'message_limit', message_limit: { type: 'within_limit', ...more } });
    const make = (say: Say): string =>
      started() +
      block({ type: 'text', text: say() }) +
      within({ message: say(), windows: { '5h': { note: say() } } }) +
      ended;
    expect(missingIn(make, STREAM)).toEqual([]);
    const plain = started() + block({ type: 'text', text: 'High.' }) + within({ resetsAt: 1, remaining: 2 }) + ended;
    const reading = claudeReader.read({ head: { ...head, ...STREAM }, value: undefined, text: plain, request: null });
    expect(reading.kind === 'session' && reading.drafts.some(({ kind }) => kind === 'notice')).toBe(false);
  });

  test('of what the page asked for', () => {
    const make = (say: Say): string => started() + block({ type: 'text', text: say() }) + ended;
    const request = (say: Say) => ({
      prompt: [{ type: 'text', text: say() }, say()],
      personalized_styles: [{ name: say(), note: say() }, say()],
      custom_system_prompt: say(),
      attachments: [say()],
    });
    expect(missingIn(make, STREAM, request)).toEqual([]);
    expect(missingIn(make, STREAM, (say) => say())).toEqual([]);
  });

  test('of a project, its documents, and a chat of Claude Design', () => {
    const project = (say: Say): Fields => ({
      uuid: 'p',
      name: { a: say() },
      prompt_template: say(),
      instructions: say(),
      goals: [say()],
      docs: [{ filename: say(), content: say(), note: say() }, say(), { content: { a: say() } }],
    });
    expect(missingIn(project, { route: 'project', form: 'export' })).toEqual([]);
    const design = (say: Say): Fields => ({
      uuid: 'd',
      title: say(),
      project: { uuid: 'p', name: say(), note: say() },
      messages: [
        { uuid: 'a', role: 'user', note: say(), content: { role: 'user', content: say(), attachments: [say()] } },
        { uuid: 'b', role: 'user', content: [{ type: 'text', text: say() }, say()] },
        say(),
      ],
    });
    expect(missingIn(design, { form: 'export' })).toEqual([]);
  });

  test('of an agent session: around its events, beside its messages, in what asks and ends', () => {
    const at = (n: number, payload: unknown, more: Fields = {}): Fields => ({
      event_id: `e${n}`,
      sequence_num: n,
      payload,
      ...more,
    });
    const page = (say: Say): Fields => ({
      data: [
        at(
          1,
          { type: 'user', message: { content: say(), note: say() }, tool_use_result: { stdout: say() } },
          { title: say() },
        ),
        at(2, { type: 'assistant', message: { content: { type: 'text', text: say() }, stop_details: { a: say() } } }),
        at(3, { type: 'assistant', message: { content: [say()] }, error: say() }),
        at(4, { type: 'result', subtype: 'success', result: say(), permission_denials: [{ tool: say() }] }),
        at(5, { type: 'result', subtype: 'error_max_turns', errors: [say()], more: say() }),
        at(6, { type: 'control_request', request: { subtype: 'can_use_tool', description: say() }, note: say() }),
        at(7, { type: 'control_request', request: say() }),
        at(8, { type: 'control_response', response: { response: { behavior: 'allow', updatedInput: { a: say() } } } }),
        at(9, { type: 'rate_limit_event', info: { note: say() } }),
        at(10, say()),
        at(11, null, { text: say() }),
        at(12, { type: 'system', subtype: 'status', text: say() }),
        at(12, { type: 'system', subtype: 'status', text: say() }),
        say(),
      ],
      note: say(),
    });
    expect(missingIn(page, { route: 'agent-events' })).toEqual([]);
  });
});

describe('what an agent session says twice', () => {
  const read = (data: readonly unknown[], address: string | null = null) => {
    const value = { data, resume_cursor: 'c-2' };
    return claudeReader.read({
      head: { ...head, route: 'agent-events', address },
      value,
      text: JSON.stringify(value),
      request: null,
    });
  };
  const said = { event_id: 'e1', payload: { type: 'assistant', message: { content: [text('All of it is done.')] } } };

  test('the end of a run repeats the last message: that is not told again', () => {
    const reading = read([
      said,
      { event_id: 'e2', payload: { type: 'result', subtype: 'success', result: 'All of it is done.', num_turns: 2 } },
    ]);
    const usage = reading.kind === 'session' ? reading.drafts.find(({ kind }) => kind === 'usage') : null;
    expect(usage?.body).toMatchObject({ of: 'run', num_turns: 2 });
    expect(usage?.body).not.toHaveProperty('more');
  });

  test('a page as full as was asked for, with a cursor, has others after it: a gap says so', () => {
    const gaps = (address: string): unknown[] => {
      const reading = read([said], address);
      return reading.kind === 'session' ? reading.drafts.filter(({ kind }) => kind === 'gap') : [];
    };
    const address = 'https://claude.ai/v1/code/sessions/cse_1/events?limit=';
    expect(gaps(`${address}500`)).toEqual([]);
    expect(gaps(`${address}1`)).toMatchObject([{ body: { what: { events: { after: 'c-2' } }, why: 'not-asked' } }]);
  });

  test('one without events is no session that became empty', () =>
    expect(read([])).toEqual({ kind: 'drift', because: 'empty', at: ['/data'] }));
});
