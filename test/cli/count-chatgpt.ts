/*
 * What a payload of ChatGPT says of sources, counted from the description of its shapes alone, with none of the reader's
 * code: a source is an address (without the mark of the site's own links), else a file's id, else a title.
 */

type Fields = Record<string, unknown>;

/** Sources that were found or cited, by what they are known by. */
export interface Counted {
  readonly found: Set<string>;
  readonly cited: Set<string>;
  /** How many sources the results of tools name, each result by itself. */
  hits: number;
}

export const nothing = (): Counted => ({ found: new Set(), cited: new Set(), hits: 0 });

const object = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});
const objects = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(object) : []);
const word = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null);

const address = (url: string): string => url.replace(/([?&])utm_source=chatgpt\.com&?/, '$1').replace(/[?&]$/, '');
function keyOf({ type, url, id, title, name }: Fields): string | null {
  const where = word(url);
  if (where !== null) return address(where);
  return (type === 'file' ? word(id) : null) ?? word(title) ?? word(name);
}
const add = (set: Set<string>, source: Fields): void => {
  const key = keyOf(source);
  if (key !== null) set.add(key);
};

const LISTS = ['items', 'fallback_items', 'sources', 'domains'];
const UNDER = ['supporting_websites', 'sub_domains'];

/** Every source that a reference names, and what supports it. */
function addReference(cited: Set<string>, reference: Fields): void {
  if (reference.type === 'hidden' || reference.type === 'alt_text') return;
  if (word(reference.url) !== null || reference.type === 'file') add(cited, reference);
  const listed = LISTS.flatMap((list) => objects(reference[list]));
  const supporting = listed.flatMap((each) => UNDER.flatMap((list) => objects(each[list])));
  const mapped = Object.values(object(reference.cite_map)).map(object);
  for (const each of [...listed, ...supporting, ...mapped]) add(cited, each);
}

/** Counts a message: hits, pages, what it cites; and the report inside an app. */
export function countMessage(message: Fields, counted: Counted): void {
  const metadata = object(message.metadata);
  const here = new Set<string>();
  for (const group of objects(metadata.search_result_groups)) for (const hit of objects(group.entries)) add(here, hit);
  for (const hit of objects(object(metadata._cite_metadata).metadata_list)) add(here, hit);
  const page = pageOf(object(message.content));
  if (page) add(here, page);
  if (object(message.author).role === 'tool') counted.hits += here.size;
  for (const key of here) counted.found.add(key);
  for (const reference of objects(metadata.content_references)) addReference(counted.cited, reference);
  for (const citation of objects(metadata.citations)) add(counted.cited, object(citation.metadata));
  const { widget_state: state } = object(metadata.chatgpt_sdk);
  const report = typeof state === 'string' ? object(JSON.parse(state)).report_message : null;
  if (report) countMessage(object(report), counted);
}

/** A page or a document that is all of a message. Of a file, its id stands in the place of an address. */
function pageOf(content: Fields): Fields | null {
  const { content_type: type } = content;
  if (type === 'sonic_webpage' || type === 'tether_quote') return content;
  const { display_url: url, display_title: title } = object(content.metadata);
  return type === 'citable_code_output' ? { url, title } : null;
}

/** Counts a conversation as a tree or as a page of turns, or a list of such. */
export function countRead(value: unknown): Counted {
  const counted = nothing();
  for (const one of Array.isArray(value) ? value : [value]) {
    const body = object(object(one)._response ?? one);
    const nodes = Object.values(object(body.mapping)).map((node) => object(object(node).message));
    for (const message of [...nodes, ...objects(body.messages)]) countMessage(message, counted);
  }
  return counted;
}

/**
 * Counts an event stream without putting its messages together: a hit is an object that says it is one, wherever it is put;
 * what is put under references or citations is cited.
 */
export function countStream(text: string): Counted {
  const counted = nothing();
  for (const line of text.split(/\r?\n/)) {
    const data = /^data: ?(.*)$/.exec(line)?.[1] ?? '';
    if (data.startsWith('{')) visit(JSON.parse(data), '', counted);
  }
  return counted;
}

function visit(value: unknown, path: string, counted: Counted): void {
  if (Array.isArray(value)) for (const each of value) visit(each, path, counted);
  if (Array.isArray(value) || typeof value !== 'object' || value === null) return;
  const fields = object(value);
  const here = word(fields.p) ?? path;
  if (fields.type === 'search_result') {
    add(counted.found, fields);
    counted.hits++;
  } else if (/content_references|citations/.test(here) && word(fields.url) !== null) add(counted.cited, fields);
  for (const [key, each] of Object.entries(fields)) visit(each, `${here}/${key}`, counted);
}
