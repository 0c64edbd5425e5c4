/*
 * What a payload names as sources and as citations, counted straight from its JSON, without the readers and what they
 * are made of: so that a source which a reader loses is missed here.
 */

export type Json = Readonly<Record<string, unknown>>;

/** What was counted: sources by what they are known by, those of them that are cited, and the hits of each search. */
export interface Counted {
  readonly all: Set<string>;
  readonly cited: Set<string>;
  /** `<message> <source> <rank>` of what a tool gave. */
  readonly hits: Set<string>;
  /** What is said of each source: titles, sites, dates, passages. */
  readonly said: Map<string, Set<string>>;
  /** How many places of each message or block are a citation. */
  readonly places: Map<string, number>;
}

export const counting = (): Counted => ({
  all: new Set(),
  cited: new Set(),
  hits: new Set(),
  said: new Map(),
  places: new Map(),
});

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const list = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isJson) : []);
export const member = (value: unknown, key: string): Json => {
  const found = isJson(value) ? value[key] : null;
  return isJson(found) ? found : {};
};
export const words = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value : null;

/** A source is known by its address, without what a site adds to its links; else by a file's id, else by its title. */
export function keyOf(source: Json): string | null {
  const url = words(source.url) ?? words(source.uri);
  const title = words(source.title) ?? words(source.name);
  const file = words(source.file) ?? words(source.doc_uuid) ?? (source.type === 'file' ? words(source.id) : null);
  const plain = url?.replace(/#?:~:.*$/s, '').replace(/([?&])utm_source=chatgpt\.com&?/, '$1');
  return plain?.replace(/[?&]$/, '') ?? file ?? title;
}

/** Every dated text as an instant, so that one date written two ways is one. */
export function asDate(value: unknown): string | null {
  const text = typeof value === 'number' ? new Date(value * 1000).toISOString() : words(value);
  return text !== null && /\dT\d/.test(text) ? new Date(text).toISOString() : text;
}

const plainText = (text: string): string =>
  text
    .replace(/\ue200[^\ue201]*\ue201/g, '')
    .replace(/[\ue200-\ue2ff]/g, '')
    .trim();

export function note(counted: Counted, source: Json, isCited: boolean): string | null {
  const key = keyOf(source);
  if (key === null) return null;
  counted.all.add(key);
  if (isCited) counted.cited.add(key);
  const said = counted.said.get(key) ?? new Set<string>();
  counted.said.set(key, said);
  const texts = ['title', 'name', 'snippet', 'text', 'attribution', 'content_body', 'cited_text'].map((each) =>
    words(source[each]),
  );
  for (const text of [...texts, asDate(source.pub_date)]) if (text !== null) said.add(plainText(text));
  return key;
}

const REFERENCE_LISTS = ['items', 'fallback_items', 'sources', 'domains', 'supporting_websites', 'sub_domains'];

/** The sources of one content reference of ChatGPT: itself where it has an address or is a file, and all it lists. */
function referred(reference: Json): Json[] {
  const own = words(reference.url) !== null || reference.type === 'file' ? [reference] : [];
  const listed = REFERENCE_LISTS.flatMap((key) => list(reference[key])).flatMap((each) => [each, ...within(each)]);
  return [...own, ...listed, ...list(Object.values(member(reference, 'cite_map')))];
}

const within = (item: Json): Json[] =>
  ['supporting_websites', 'sub_domains'].flatMap((key) => list(item[key])).flatMap((each) => [each, ...within(each)]);

const named = (value: unknown): string | null =>
  words(value) ??
  (isJson(value) && typeof value.ref_index === 'number'
    ? `turn${String(value.turn_index)}${String(value.ref_type)}${value.ref_index}`
    : null);

/** Messages of a conversation of ChatGPT in order, those inside an app's state among them. */
export function chatgptMessages(conversation: Json): { readonly event: string; readonly message: Json }[] {
  const nodes = list(Object.values(member(conversation, 'mapping')));
  const sent = conversation.mapping ? nodes.flatMap(({ message }) => list([message])) : list(conversation.messages);
  return sent.flatMap((message) => {
    const state = member(message.metadata, 'chatgpt_sdk').widget_state;
    const report = member(typeof state === 'string' ? JSON.parse(state) : null, 'report_message');
    const event = String(message.id);
    return [{ event, message }, ...(report.content ? [{ event, message: report }] : [])];
  });
}

const PAGES = new Set<unknown>(['sonic_webpage', 'tether_quote', 'citable_code_output']);

/** Counts what one message of ChatGPT names. `names` grows: a later mark may name what an earlier search found. */
export function countChatgpt(counted: Counted, names: Map<string, string>, event: string, message: Json): void {
  const metadata = member(message, 'metadata');
  const isTool = member(message, 'author').role === 'tool' && !metadata.chatgpt_sdk;
  let number = 0;
  const found = (entry: Json): void => {
    const key = note(counted, entry, false);
    const index = member(entry, 'ref_id').ref_index;
    number += 1;
    const name = named(entry.ref_id);
    if (key !== null && name !== null) names.set(name, key);
    if (isTool && key !== null) counted.hits.add(`${event} ${key} ${typeof index === 'number' ? index + 1 : number}`);
  };
  for (const group of list(metadata.search_result_groups))
    for (const entry of list(group.entries)) found({ attribution: group.domain, ...entry });
  number = 0;
  for (const entry of list(member(metadata, '_cite_metadata').metadata_list)) found(entry);
  pageOf(counted, message);
  countReferences(counted, names, event, message);
}

function pageOf(counted: Counted, message: Json): void {
  const content = member(message, 'content');
  if (!PAGES.has(content.content_type)) return;
  const about = member(content, 'metadata');
  const isFile = /^file[-_]/.test(String(content.url ?? ''));
  if (content.content_type === 'citable_code_output')
    note(counted, { url: about.display_url, title: about.display_title, text: content.output_str }, false);
  else note(counted, isFile ? { ...content, url: null, file: content.url } : content, false);
}

function countReferences(counted: Counted, names: ReadonlyMap<string, string>, event: string, message: Json): void {
  const metadata = member(message, 'metadata');
  const places = new Set<string>();
  for (const reference of list(metadata.content_references)) {
    const sources = referred(reference).flatMap((each) => note(counted, each, true) ?? []);
    if (sources.length > 0) places.add(`${String(reference.start_idx)}:${String(reference.end_idx)}`);
    for (const key of markedBy(reference, names)) counted.cited.add(key);
  }
  for (const citation of list(metadata.citations))
    if (note(counted, member(citation, 'metadata'), true) !== null)
      places.add(`${String(citation.start_ix)}:${String(citation.end_ix)}`);
  if (places.size > 0) counted.places.set(event, (counted.places.get(event) ?? 0) + places.size);
}

/** The sources that the mark of a reference names. */
function markedBy({ matched_text: matched }: Json, names: ReadonlyMap<string, string>): string[] {
  const mark = /^\ue200([^\ue201]*)\ue201$/.exec(String(matched))?.[1] ?? '';
  return mark.split('\ue202').flatMap((name) => names.get(name) ?? []);
}

/** Counts what one block of Claude names. */
export function countClaude(counted: Counted, message: string, block: Json): void {
  const isSearch = block.name === 'web_search';
  list(block.content).forEach((item, at) => {
    if (item.type !== 'knowledge') return;
    const context = member(item, 'prompt_context_metadata');
    const key = note(
      counted,
      { ...item, pub_date: context.age, attribution: member(item, 'metadata').site_name },
      false,
    );
    if (key !== null) counted.hits.add(`${message} ${key} ${isSearch ? at + 1 : 'page'}`);
  });
  const citations = [...list(block.citations), ...list(member(block, 'input').md_citations)];
  for (const citation of citations) {
    const own = { ...citation, url: citation.url ?? member(citation, 'details').url };
    const keys = [own, ...list(citation.sources)].flatMap((each) => note(counted, each, true) ?? []);
    if (keys.length > 0) counted.places.set(message, (counted.places.get(message) ?? 0) + 1);
  }
}
