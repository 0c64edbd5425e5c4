import { type Counted, countClaude, isJson, type Json, list, member, note, words } from './payload-sources';

/** The JSON of each event of a stream, in order. */
const eventsOf = (stream: string): Json[] =>
  stream.split('\n').flatMap((line) => {
    const data = /^data: ?(\{.*)$/.exec(line)?.[1];
    return data === undefined ? [] : list([JSON.parse(data)]);
  });

/** Counts what a stream of ChatGPT names: hits wherever they stand, and what is put into an answer's references. */
export function countChatgptStream(counted: Counted, stream: string): void {
  for (const event of eventsOf(stream)) visit(counted, event, false);
}

function visit(counted: Counted, value: unknown, inReferences: boolean): void {
  if (Array.isArray(value)) for (const each of value) visit(counted, each, inReferences);
  if (!isJson(value)) return;
  const isHit = value.type === 'search_result';
  if (isHit || (inReferences && words(value.url) !== null)) note(counted, value, !isHit);
  const within = inReferences || String(value.p ?? '').includes('content_references');
  for (const [key, each] of Object.entries(value)) visit(counted, each, within || key === 'content_references');
}

/** Counts what a stream of Claude names: results come in pieces of JSON, citations as they begin. */
export function countClaudeStream(counted: Counted, stream: string): void {
  const events = eventsOf(stream);
  const start = events.find(({ type }) => type === 'message_start');
  const message = String(member(start, 'message').uuid);
  for (const { type, index, content_block: block } of events)
    if (type === 'content_block_start' && isJson(block) && block.type === 'tool_result')
      countClaude(counted, message, { ...block, content: contentOf(events, index) });
  const citations = events.flatMap(({ delta }) => list([member(delta, 'citation')])).filter(({ uuid }) => uuid);
  if (citations.length > 0) countClaude(counted, message, { citations });
}

function contentOf(events: readonly Json[], index: unknown): unknown {
  const deltas = events.filter((event) => event.index === index).map(({ delta }) => member({ delta }, 'delta'));
  const pieces = deltas.filter(({ type }) => type === 'input_json_delta').map((each) => String(each.partial_json));
  return pieces.length > 0 ? JSON.parse(pieces.join('')) : null;
}
