import { isObject, parseJson } from '../../lib/json';
import { asList, asObject, asObjects, asText, asTexts, asWords } from '../kit/value';
import { toolClass } from './tools';
import type { WireMessage } from './wire';

type Fields = Readonly<Record<string, unknown>>;
type ToolClass = ReturnType<typeof toolClass>;

/** What the site says was searched for, in the metadata of a call, a result or an answer. */
export function queriesOf(metadata: Fields): string[] {
  const model = asList(asObject(metadata.search_model_queries).queries);
  const asked = asObjects(metadata.search_queries).map(({ q }) => q);
  const isSearch = metadata.command === 'search' || metadata.command === 'msearch';
  const args = isSearch ? asList(metadata.args).slice(0, metadata.command === 'search' ? 1 : undefined) : [];
  return wordsOnce([...model, ...asked, ...args]);
}

const wordsOnce = (values: readonly unknown[]): string[] => [...new Set(values.flatMap((each) => asWords(each) ?? []))];

/** Members of a call's JSON under which queries stand: texts, objects with a `q`, or lists of either. */
const ASKING = ['search_query', 'query', 'queries', 'q'] as const;
/** What the newer tool is asked for besides: pages. */
const OPENING = ['open', 'click', 'find', 'screenshot'] as const;
/** The same of the older browser, which is called as a function. */
const OPENS = /^\s*(?:m?click|open|open_url|quote|quote_lines|scroll|back|find)\s*\(/;
const SEARCHES = /^\s*(m?)(?:search)\s*\(/;
const LITERAL = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/gs;

const inputOf = ({ content }: WireMessage): string => asText(content.text) ?? asTexts(content.parts).join('');

/** What a call asks for by its own words, where the site does not say it beside them. */
function askedIn(text: string): string[] {
  const value = parseJson(text);
  if (isObject(value)) return wordsOnce(ASKING.flatMap((key) => textsOf(value[key])));
  const form = SEARCHES.exec(text);
  if (!form) return [];
  const literals = Array.from(text.slice(form[0].length).matchAll(LITERAL), ([literal]) => unquoted(literal));
  return wordsOnce(form[1] ? literals : literals.slice(0, 1));
}

function textsOf(value: unknown): unknown[] {
  const all = Array.isArray(value) ? value : [value];
  return all.map((each) => (isObject(each) ? (each.q ?? each.query) : each));
}

const unquoted = (literal: string): unknown =>
  literal.startsWith('"') ? parseJson(literal) : literal.slice(1, -1).replace(/\\(.)/gs, '$1');

/** Every query of a call, to the letter; none where it searches for nothing, or does not say for what. */
export function callQueries(message: WireMessage): string[] {
  const told = queriesOf(message.metadata);
  return told.length > 0 || !SEARCHING.has(toolClass(message.recipient ?? '')) ? told : askedIn(inputOf(message));
}

const SEARCHING: ReadonlySet<ToolClass> = new Set(['search', 'file-search']);

/** What kind of tool a call is of. One tool both searches and opens pages: what it was asked for decides. */
export function callClass(message: WireMessage): ToolClass {
  const known = toolClass(message.recipient ?? '');
  if (known !== 'search') return known;
  const text = inputOf(message);
  const value = asObject(parseJson(text));
  const opens = OPENING.some((key) => asList(value[key]).length > 0) || OPENS.test(text);
  return opens && callQueries(message).length === 0 ? 'fetch' : known;
}
