import { isObject, parseJson } from '../../lib/json';
import type { StreamEvent } from '../kit/stream';
import { asList, asObject, asText, asWords, said } from '../kit/value';
import { wordsIn, writtenAs } from '../kit/written';
import {
  asBlock,
  beginBlock,
  besideDelta,
  endBlock,
  type Growing,
  growBlock,
  typeOfDelta,
  wholeBlock,
} from './stream-blocks';

type Fields = Readonly<Record<string, unknown>>;

/** From the first byte to the end of what says something. */
export type Stretch = readonly [from: number, to: number];

/** An answer as a read of the conversation has it, put together from the pieces it was streamed in. */
export interface Answer {
  readonly message: Fields;
  readonly whole: Stretch;
  /** Where each block of `message.content` stands. */
  readonly blocks: readonly Stretch[];
  /** The server said that this is all of it. */
  readonly complete: boolean;
}

/** What a stream says beside the answer's own words. */
export interface Aside {
  readonly type: string | null;
  readonly data: unknown;
  readonly stretch: Stretch;
  /** The answer it came with, by number, or null where none had begun. */
  readonly answer: number | null;
}

export interface Streamed {
  readonly answers: readonly Answer[];
  readonly asides: readonly Aside[];
}

interface Open {
  /** What the site says of the message itself. */
  readonly start: Fields;
  end: Fields;
  complete: boolean;
  whole: Stretch;
  readonly blocks: Block[];
  /** The latest block of a number. */
  readonly at: Map<unknown, Block>;
}

interface Block {
  readonly growing: Growing;
  stretch: Stretch;
}

interface State {
  readonly answers: Open[];
  readonly asides: Aside[];
}

type Step = (state: State, data: Fields, stretch: Stretch) => boolean;

/** Events that say nothing of the session: that the line is alive, and how fast the server was. */
const SILENT: ReadonlySet<string> = new Set(['ping', 'conversation_ready', 'cache_performance']);

/** What each event does. False: it holds nothing that such an event should, and is told as it is. */
const STEPS: ReadonlyMap<string, Step> = new Map<string, Step>([
  [
    'message_start',
    ({ answers }, { message, discarded_parent_message_uuid: discarded }, stretch) => {
      if (!isObject(message)) return false;
      const begun = open({ ...message, discarded_parent_message_uuid: discarded }, stretch);
      for (const [index, fields] of contentIn(message.content)) addBlock(begun, index, fields, stretch);
      answers.push(begun);
      return true;
    },
  ],
  [
    'content_block_start',
    (state, { index, content_block: block }, stretch) => {
      const fields = typeof block === 'string' || isObject(block) ? asBlock(block) : null;
      if (fields === null) return false;
      addBlock(current(state, stretch), index, fields, stretch);
      return true;
    },
  ],
  [
    'content_block_delta',
    (state, { index, delta }, stretch) => {
      const block = blockFor(state, index, asObject(delta), stretch);
      if (block === null || !growBlock(block.growing, asObject(delta))) return false;
      const rest = besideDelta(asObject(delta));
      if (rest) tell(state, 'content_block_delta.more', rest, stretch);
      return reach(block, stretch);
    },
  ],
  [
    'content_block_stop',
    ({ answers }, data, stretch) => {
      const block = answers.at(-1)?.at.get(data.index);
      if (block) endBlock(block.growing, data);
      return block !== undefined && reach(block, stretch);
    },
  ],
  [
    'message_delta',
    (state, { delta, usage }, stretch) => {
      const answer = current(state, stretch);
      if (isObject(delta)) {
        answer.end = { ...answer.end, ...delta };
        for (const [, block] of contentIn(delta.content)) addBlock(answer, null, block, stretch);
      }
      if (isObject(usage)) tell(state, 'usage', usage, stretch);
      return isObject(delta);
    },
  ],
  [
    'message_stop',
    (state, _, stretch) => {
      current(state, stretch).complete = true;
      return true;
    },
  ],
  ['completion', oldPiece],
]);

/** Puts together what a stream of this site says. Never throws; what came before a cut is kept. */
export function assemble(events: readonly StreamEvent[]): Streamed {
  const state: State = { answers: [], asides: [] };
  for (const event of events) step(state, event);
  return { answers: state.answers.map(finish), asides: state.asides };
}

function step(state: State, { name, data: text, from, to, finished }: StreamEvent): void {
  const data = parseJson(text);
  if (data === undefined && (!finished || text === '[DONE]')) return; // cut off in the middle of a word
  const type = asText(asObject(data).type) ?? name;
  const known = isObject(data) && type !== null;
  if (known && SILENT.has(type) && wordsIn(data).length === 0) return;
  if (known && STEPS.get(type)?.(state, data, [from, to])) {
    extend(state.answers.at(-1), to);
    tellRest(state, type, data, [from, to]);
  } else tell(state, type, data ?? text, [from, to]);
}

/** Members that the steps read. */
const READ: ReadonlySet<string> = new Set([
  ...['type', 'message', 'discarded_parent_message_uuid', 'index', 'content_block', 'delta', 'usage', 'stop_timestamp'],
  ...['buffered_input', 'completion', 'stop_reason', 'id', 'log_id', 'model'],
]);

/** What an event says in words beside what its step reads. */
function tellRest(state: State, type: string, data: Fields, stretch: Stretch): void {
  const rest = Object.entries(data).filter(([key, value]) => !READ.has(key) && wordsIn(value).length > 0);
  if (rest.length > 0) tell(state, `${type}.more`, { type, ...Object.fromEntries(rest) }, stretch);
}

function extend(answer: Open | undefined, to: number): void {
  if (answer) answer.whole = [answer.whole[0], Math.max(answer.whole[1], to)];
}

function tell({ asides, answers }: State, type: string | null, data: unknown, stretch: Stretch): void {
  asides.push({ type, data, stretch, answer: answers.length > 0 ? answers.length - 1 : null });
}

const open = (start: Fields, whole: Stretch): Open => ({
  start,
  end: {},
  complete: false,
  whole,
  blocks: [],
  at: new Map(),
});

/** The answer at hand. One whose beginning was not heard begins here. */
function current({ answers }: State, stretch: Stretch): Open {
  const last = answers.at(-1);
  if (last) return last;
  const begun = open({}, stretch);
  answers.push(begun);
  return begun;
}

function addBlock(answer: Open, index: unknown, fields: Fields, stretch: Stretch): Block {
  const block = { growing: beginBlock(fields), stretch };
  answer.blocks.push(block);
  answer.at.set(index, block);
  return block;
}

/** Blocks that come with the message itself, by their numbers; what is no list is the one there is. */
const contentIn = (content: unknown): (readonly [number, Fields])[] =>
  (Array.isArray(content) ? asList(content) : [content]).flatMap((each, index) => {
    const fields = asBlock(each);
    return fields ? [[index, fields] as const] : [];
  });

/** The block of a number, or a new one for a piece whose beginning was not heard. */
function blockFor(state: State, index: unknown, delta: Fields, stretch: Stretch): Block | null {
  const known = state.answers.at(-1)?.at.get(index);
  if (known) return known;
  const type = typeOfDelta(delta);
  return type === null ? null : addBlock(current(state, stretch), index, { type }, stretch);
}

function reach(block: Block, [from, to]: Stretch): true {
  block.stretch = [Math.min(block.stretch[0], from), Math.max(block.stretch[1], to)];
  return true;
}

/** A piece of an answer as the site streamed until 2024: text alone, the message named by the completion's id. */
function oldPiece(state: State, data: Fields, stretch: Stretch): boolean {
  if (typeof data.completion !== 'string') return false;
  const answer = state.answers.at(-1) ?? open({ id: data.id ?? data.log_id, model: data.model }, stretch);
  if (state.answers.length === 0) state.answers.push(answer);
  const block = answer.blocks[0] ?? addBlock(answer, 0, { type: 'text' }, stretch);
  growBlock(block.growing, { type: 'text_delta', text: data.completion });
  const reason = asWords(data.stop_reason);
  if (reason !== null) {
    answer.end = { stop_reason: reason };
    answer.complete = true;
  }
  return reach(block, stretch);
}

/** Ids of the request and of the server's own traces say nothing of the session. */
const OF_THE_SERVER: ReadonlySet<string> = new Set(['id', 'type', 'role', 'content', 'trace_id', 'request_id']);

function finish({ start, end, complete, whole, blocks }: Open): Answer {
  const isStated = ([key, value]: [string, unknown]): boolean =>
    !OF_THE_SERVER.has(key) || (key !== 'content' && wordsIn(value).length > 0);
  const isReplaced = ([key, value]: [string, unknown]): boolean =>
    Object.hasOwn(end, key) && wordsIn(value).length > 0 && writtenAs(value) !== writtenAs(end[key]);
  const replaced = Object.entries(start).filter(isReplaced);
  const started = replaced.length > 0 ? Object.fromEntries(replaced) : null;
  const stated = Object.entries(said({ ...start, ...end, started })).filter(isStated);
  const { parent_uuid: parent, ...rest } = Object.fromEntries(stated);
  const message = {
    ...rest,
    uuid: asWords(start.uuid) ?? asWords(start.id),
    sender: 'assistant',
    parent_message_uuid: asWords(parent) ?? asWords(rest.parent_message_uuid),
    content: blocks.map(({ growing }) => wholeBlock(growing)),
    truncated: !complete,
  };
  return { message, whole, blocks: blocks.map(({ stretch }) => stretch), complete };
}

/** Events by which a stream tells whose it is. */
const TELLING: ReadonlyMap<string | null, (data: Fields) => boolean> = new Map<
  string | null,
  (data: Fields) => boolean
>([
  ['message_start', ({ message }) => isOurStart(asObject(message))],
  ['completion', ({ id, completion }) => typeof completion === 'string' && isCompletion(id)],
  ['conversation_ready', () => true],
  ['message_limit', () => true],
]);

/** True if a stream is of this site, and not of the provider's API or of another chat. */
export function isOurs(events: readonly StreamEvent[]): boolean {
  for (const { name, data: text } of events.slice(0, 20)) {
    const data = asObject(parseJson(text));
    const tells = TELLING.get(asText(data.type) ?? name);
    if (tells) return tells(data);
  }
  return false;
}

const isCompletion = (id: unknown): boolean => asText(id)?.startsWith('chatcompl_') ?? false;

/** The API's messages have the id alone; those of the chat have their place in a conversation. */
const isOurStart = ({ id, uuid, parent_uuid: parent }: Fields): boolean =>
  asWords(uuid) !== null || asWords(parent) !== null || isCompletion(id);
