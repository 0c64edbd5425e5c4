import { type Counted, nothing } from './count-chatgpt';

/*
 * What a payload of Claude says of sources, counted from the description of its shapes alone, with none of the reader's
 * code: a source is an address, else a document's id, else a title.
 */

type Fields = Record<string, unknown>;

const object = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});
const objects = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(object) : []);
const word = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null);

function add(set: Set<string>, { url, uri, doc_uuid: id, title }: Fields): void {
  const key = word(url) ?? word(uri) ?? word(id) ?? word(title);
  if (key !== null) set.add(key);
}

/** What a citation names: itself, by its own address or the one in its details, and every source of its list. */
function addCitation(cited: Set<string>, citation: Fields): void {
  const url = word(citation.url) ?? word(object(citation.details).url);
  add(cited, { url, title: citation.title });
  for (const source of objects(citation.sources)) add(cited, source);
}

/** Counts a block of a message, of whatever type it is. A report cites in the document that it writes. */
export function countBlock(block: Fields, counted: Counted): void {
  if (block.type === 'tool_result') addResult(objects(block.content), counted);
  for (const list of [block.citations, object(block.input).md_citations])
    for (const citation of objects(list)) addCitation(counted.cited, citation);
}

function addResult(items: readonly Fields[], counted: Counted): void {
  const here = new Set<string>();
  for (const item of items) if (item.type === 'knowledge' || word(item.doc_uuid) !== null) add(here, item);
  counted.hits += here.size;
  for (const key of here) counted.found.add(key);
}

/** Counts a conversation, or a list of them. */
export function countRead(value: unknown): Counted {
  const counted = nothing();
  for (const one of Array.isArray(value) ? value : [value])
    for (const message of objects(object(object(one)._response ?? one).chat_messages))
      for (const block of objects(message.content)) countBlock(block, counted);
  return counted;
}

/** Counts an event stream: the pieces of a result's list put together, and each citation where it begins. */
export function countStream(text: string): Counted {
  const counted = nothing();
  const pieces = new Map<unknown, string>();
  for (const line of text.split(/\r?\n/)) {
    const data = /^data: ?(.*)$/.exec(line)?.[1] ?? '';
    const event = data.startsWith('{') ? object(JSON.parse(data)) : {};
    const { type, partial_json: piece, citation } = object(event.delta);
    if (type === 'input_json_delta') pieces.set(event.index, `${pieces.get(event.index) ?? ''}${String(piece)}`);
    if (type === 'citation_start_delta') addCitation(counted.cited, object(citation));
  }
  for (const whole of pieces.values())
    if (whole.startsWith('[')) countBlock({ type: 'tool_result', content: JSON.parse(whole) }, counted);
  return counted;
}
