import { deeperThan, isObject, MAX_DEPTH, parseJson } from '../../lib/json';
import { asList, asText, asWords, isBlank } from '../kit/value';
import { wordsIn, writtenAs } from '../kit/written';

type Fields = Readonly<Record<string, unknown>>;

/** A block as it grows: what its beginning said, and what came since. */
export interface Growing {
  fields: Fields;
  readonly text: Pieces;
  readonly thinking: Pieces;
  readonly signature: Pieces;
  /** Pieces of JSON: a call's input, or a result's whole list. */
  readonly json: string[];
  readonly summaries: unknown[];
  readonly flags: unknown[];
  readonly citations: Citation[];
  /** What members said that an update said otherwise. */
  readonly earlier: Fields[];
}

/** Pieces of a text, and how long they are together: a place in it counts UTF-16 units, as the page does. */
interface Pieces {
  readonly all: string[];
  length: number;
}

interface Citation {
  readonly fields: Fields;
  readonly start: number | null;
  end: number | null;
}

/** A block begins: usually empty, but what it holds already is kept. */
export function beginBlock(fields: Fields): Growing {
  return {
    fields,
    text: pieces(fields.text),
    thinking: pieces(fields.thinking),
    signature: pieces(fields.signature),
    json: [],
    summaries: [...asList(fields.summaries)],
    flags: [...asList(fields.flags)],
    citations: asList(fields.citations).map((each) => ({ fields: asCitation(each), start: null, end: null })),
    earlier: [],
  };
}

/** A block, where something else stands in its place; null for nothing. */
export function asBlock(value: unknown): Fields | null {
  if (isObject(value)) return value;
  if (typeof value === 'string') return value === '' ? null : { type: 'text', text: value };
  return isBlank(value) ? null : { text: value };
}

/** A citation that is a text alone is what it cites. */
const asCitation = (value: unknown): Fields =>
  isObject(value) ? value : typeof value === 'string' ? { cited_text: value } : isBlank(value) ? {} : { value };

function pieces(value: unknown): Pieces {
  const text = asText(value) ?? '';
  return { all: text === '' ? [] : [text], length: text.length };
}

function append(to: Pieces, value: unknown): boolean {
  if (typeof value !== 'string') return false;
  to.all.push(value);
  to.length += value.length;
  return true;
}

type Delta = (block: Growing, delta: Fields) => boolean;

const update: Delta = (block, { type: _, ...said }) => {
  const changed = Object.entries(said).filter(([key, value]) => isOther(block.fields[key], value));
  const earlier = changed.flatMap(([key]) => (wordsIn(block.fields[key]).length > 0 ? [[key, block.fields[key]]] : []));
  if (earlier.length > 0) block.earlier.push(Object.fromEntries(earlier));
  block.fields = { ...block.fields, ...said };
  return true;
};

const isOther = (one: unknown, other: unknown): boolean =>
  other !== undefined && !isBlank(one) && writtenAs(one) !== writtenAs(other);

/** What each kind of piece does to its block; false where it holds nothing that the kind should. */
const DELTAS: ReadonlyMap<unknown, Delta> = new Map<unknown, Delta>([
  ['text_delta', ({ text }, delta) => append(text, delta.text)],
  ['thinking_delta', ({ thinking }, delta) => append(thinking, delta.thinking)],
  ['signature_delta', ({ signature }, delta) => append(signature, delta.signature)],
  [
    'input_json_delta',
    ({ json }, { partial_json: piece }) => {
      if (typeof piece === 'string') json.push(piece);
      return typeof piece === 'string';
    },
  ],
  [
    'thinking_summary_delta',
    ({ summaries }, { summary }) => {
      summaries.push(typeof summary === 'string' ? { summary } : summary);
      return summary !== undefined;
    },
  ],
  ['thinking_cut_off_delta', (block, { cut_off }) => update(block, { cut_off })],
  ['tool_use_block_update_delta', update],
  ['tool_result_block_update_delta', update],
  [
    'flag_delta',
    (block, { flag, helpline }) => {
      block.flags.push(flag);
      return flag !== undefined && (helpline === undefined || helpline === null || update(block, { helpline }));
    },
  ],
  [
    'citation_start_delta',
    ({ citations, text }, { citation }) => {
      citations.push({ fields: asCitation(citation), start: text.length, end: null });
      return citation !== undefined;
    },
  ],
  [
    'citation_end_delta',
    ({ citations, text }, { citation_uuid: uuid }) => {
      const open = citations.findLast(
        ({ fields, start, end }) => start !== null && end === null && fields.uuid === uuid,
      );
      if (open) open.end = text.length;
      return open !== undefined;
    },
  ],
]);

/** Members that each kind of piece is read for; an update takes all of them. */
const READ: ReadonlyMap<unknown, ReadonlySet<string>> = new Map([
  ['text_delta', new Set(['text'])],
  ['thinking_delta', new Set(['thinking'])],
  ['signature_delta', new Set(['signature'])],
  ['input_json_delta', new Set(['partial_json'])],
  ['thinking_summary_delta', new Set(['summary'])],
  ['thinking_cut_off_delta', new Set(['cut_off'])],
  ['flag_delta', new Set(['flag', 'helpline'])],
  ['citation_start_delta', new Set(['citation'])],
  ['citation_end_delta', new Set(['citation_uuid'])],
]);

/** What a piece says in words beside what it does to its block, or null. */
export function besideDelta(delta: Fields): Fields | null {
  const read = READ.get(delta.type);
  let rest: Fields | null = null;
  for (const key in delta)
    if (read && key !== 'type' && !read.has(key) && wordsIn(delta[key]).length > 0)
      rest = { ...(rest ?? {}), [key]: delta[key] };
  return rest;
}

/** Adds a piece to its block. False: nobody knows what this piece means, and the block is as it was. */
export const growBlock = (block: Growing, delta: Fields): boolean => DELTAS.get(delta.type)?.(block, delta) ?? false;

/** The type of block that a piece belongs to whose beginning was not heard. */
export function typeOfDelta({ type }: Fields): string | null {
  if (type === 'text_delta' || type === 'citation_start_delta') return 'text';
  if (type === 'thinking_delta' || type === 'thinking_summary_delta') return 'thinking';
  return type === 'input_json_delta' ? 'tool_use' : null;
}

/** A block ends: the site says when, and sometimes once more what a tool was given. */
export function endBlock(block: Growing, { stop_timestamp, buffered_input: buffered }: Fields): void {
  if (stop_timestamp !== undefined) update(block, { stop_timestamp });
  if (typeof buffered !== 'string') return;
  const given = block.json.join('');
  if (asWords(given) === null) block.json.push(buffered);
  else if (isOther(parseJson(buffered) ?? buffered, parseJson(given) ?? given))
    update(block, { buffered_input: buffered });
}

/** The block as a read of the conversation has it. A citation that nothing closed ends where its text does. */
export function wholeBlock(block: Growing): Fields {
  const { fields, text, citations, summaries, flags } = block;
  const whole: Record<string, unknown> = { ...fields, ...fromJson(block) };
  if (text.all.length > 0) whole.text = text.all.join('');
  if (block.thinking.all.length > 0) whole.thinking = block.thinking.all.join('');
  if (block.signature.all.length > 0) whole.signature = block.signature.all.join('');
  if (summaries.length > 0) whole.summaries = summaries;
  if (flags.length > 0) whole.flags = flags;
  if (block.earlier.length > 0) whole.earlier = block.earlier;
  if (citations.length > 0)
    whole.citations = citations.map((each) =>
      each.start === null
        ? each.fields
        : { ...each.fields, start_index: each.start, end_index: each.end ?? text.length },
    );
  return whole;
}

/** What came as JSON in pieces; where it was cut off, its text. */
function fromJson({ json, fields }: Growing): Fields {
  const text = json.join('');
  if (asWords(text) === null) return {};
  const value = parseJson(text);
  if (fields.type !== 'tool_result') {
    const input = value === undefined || deeperThan(value, MAX_DEPTH - 20) ? text : value;
    return { input, ...(isOther(fields.input, input) ? { started_input: fields.input } : {}) };
  }
  const content = Array.isArray(value) ? value : [value ?? { type: 'text', text }];
  const before = Array.isArray(fields.content) ? fields.content : [asBlock(fields.content)].filter((each) => each);
  return { content: isOther(before, content) ? [...before, ...content] : content };
}
