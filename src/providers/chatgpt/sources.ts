import { siteTime } from '../../lib/time';
import { beyond, shown } from '../kit/beyond';
import type { Source } from '../kit/evidence';
import { asList, asNumber, asObject, asObjects, asText, asWords, isBlank, said } from '../kit/value';
import { withoutMarks } from './marks';

type Fields = Readonly<Record<string, unknown>>;

/** Looks of a source, not what it says; and addresses that change from read to read. */
const LOOKS = ['hue', 'icon_type', 'thumbnail_url', 'thumbnail_size', 'attributions_debug', 'safe_urls', 'type'];
const SHAPES = {
  scalar: ['pub_date'],
  any: [...LOOKS, 'refs', 'ref_id', 'evidence_text', 'matched_text', 'start_idx', 'end_idx', 'alt', 'invalid'],
  text: ['title', 'name', 'url', 'snippet', 'text', 'attribution', 'domain', 'id'],
  objects: ['supporting_websites', 'sub_domains'],
} as const;
const USED = shown(SHAPES);

/** When a page was published: epoch seconds or a whole ISO time as a time; a mere day, or words, as they are. */
export const published = (value: unknown): string | null =>
  (typeof value === 'string' && !/^[^T]*\dT[^T]*(?:Z|[+-]\d\d:?\d\d)$/.test(value) ? null : siteTime(value)) ??
  asWords(value);

/** `turn0search3`, as the marks in texts name a source. */
function referenceOf(value: unknown): string | null {
  if (typeof value === 'string') return value || null;
  const { turn_index: turn, ref_type: type, ref_index: index } = asObject(value);
  return typeof turn === 'number' && typeof type === 'string' && typeof index === 'number'
    ? `turn${turn}${type}${index}`
    : null;
}

/** One source from an entry of any of the site's lists. */
export function sourceOf(entry: Fields): Source {
  return {
    url: asWords(entry.url),
    title: asWords(entry.title) ?? asWords(entry.name),
    site: asWords(entry.attribution) ?? asWords(entry.domain),
    published: published(entry.pub_date),
    retrieved: null,
    reference: referenceOf(entry.ref_id) ?? referenceOf(asList(entry.refs)[0]),
    file: null,
    rank: null,
    query: null,
    texts: [clean(entry.snippet), clean(entry.text)],
    extra: beyond(entry, USED),
  };
}

const clean = (value: unknown): string | null => {
  const text = asWords(value);
  return text === null ? null : withoutMarks(text);
};

/** The hits of a search, in the site's order, as tool messages and answers carry them. */
export function searchHits(metadata: Fields, query: string | null): Source[] {
  const hits: Source[] = [];
  for (const group of asObjects(metadata.search_result_groups))
    for (const entry of asObjects(group.entries)) {
      const source = sourceOf(entry);
      const given = asNumber(asObject(entry.ref_id).ref_index);
      source.site ??= asWords(group.domain);
      source.rank = (given ?? hits.length) + 1;
      source.query = query;
      hits.push(source);
    }
  return hits;
}

/** What the older browser tool says of the pages it found or opened. */
export const browserHits = (metadata: Fields, query: string | null): Source[] =>
  asObjects(asObject(metadata._cite_metadata).metadata_list).map((entry, i) =>
    Object.assign(sourceOf(entry), { rank: i + 1, query, file: fileOf(entry) }),
  );

/** Files are named by an id, as `id` or in the place of an address. */
const fileOf = ({ type, id }: Fields): string | null => (type === 'file' ? asWords(id) : null);

/** What was searched for: null where it was nothing or more than one thing. */
export function queryOf(metadata: Fields): string | null {
  const queries = queriesOf(metadata);
  return queries.length === 1 ? (queries[0] ?? null) : null;
}

export function queriesOf(metadata: Fields): string[] {
  const model = asList(asObject(metadata.search_model_queries).queries);
  const asked = asObjects(metadata.search_queries).map(({ q }) => q);
  const browser = metadata.command === 'search' ? asList(metadata.args).slice(0, 1) : [];
  const queries = [...model, ...asked, ...browser].flatMap((each) => asWords(each) ?? []);
  return [...new Set(queries)];
}

/** What `citations` says of a source. */
export function citedSource(metadata: Fields): Source | null {
  const source = Object.assign(sourceOf(metadata), { file: fileOf(metadata), extra: beyond(metadata, CITED) });
  return source.url || source.title || source.file ? source : null;
}

const CITED = shown({ ...SHAPES, object: ['extra'], text: [...SHAPES.text, 'source'] });

/** Every source that a content reference names: itself, its items, what supports them. None is left out. */
export function referenceSources(reference: Fields): Source[] {
  const sources: Source[] = [];
  if (asWords(reference.url) !== null || reference.type === 'file') sources.push(itself(reference));
  const add = (entries: readonly Fields[]): void => {
    for (const entry of entries) {
      if (!isUnnamed(entry)) sources.push(sourceOf(entry));
      if (entry.supporting_websites) add(asObjects(entry.supporting_websites));
      if (entry.sub_domains) add(asObjects(entry.sub_domains));
    }
  };
  for (const key of LISTS) if (reference[key]) add(asObjects(reference[key]));
  if (reference.cite_map) add(asObjects(Object.values(asObject(reference.cite_map))));
  return sources;
}

/** An entry that names no source. */
const isUnnamed = ({ url, title }: Fields): boolean => asWords(url) === null && asWords(title) === null;

const LISTS = ['items', 'fallback_items', 'sources', 'domains'] as const;

/** A reference that is its own source. Its other members stay with the citation. */
const itself = (reference: Fields): Source =>
  Object.assign(sourceOf(reference), {
    extra: null,
    file: reference.type === 'file' ? asWords(reference.id) : null,
  });

const SOURCED = {
  any: [
    'matched_text',
    'start_idx',
    'end_idx',
    'type',
    'safe_urls',
    'refs',
    'invalid',
    'status',
    'has_images',
    'style',
  ].concat(['icon_type', 'attributions_debug', 'hue', 'thumbnail_url']),
  text: ['alt', 'error'],
  objects: ['items', 'fallback_items', 'sources', 'domains', 'images'],
  object: ['cite_map'],
};
const REFERENCE = shown(SOURCED);
const OWN = ['title', 'name', 'url', 'snippet', 'attribution', 'id'];
const SOURCE = shown({ ...SOURCED, scalar: ['pub_date'], text: [...SOURCED.text, ...OWN] });

/** What a reference says beyond its sources and its place, or null. */
export function referenceRest(reference: Fields): Record<string, unknown> | null {
  const isSource = asWords(reference.url) !== null || reference.type === 'file';
  const rest = beyond(reference, isSource ? SOURCE : REFERENCE);
  const error = asText(reference.error);
  const unnamed = LISTS.flatMap((key) => (reference[key] ? asObjects(reference[key]).filter(isUnnamed) : []));
  const more = said({ error: error || null, unnamed: unnamed.every((each) => isBlank(each)) ? null : unnamed });
  return Object.keys(more).length > 0 ? { ...rest, ...more } : rest;
}
