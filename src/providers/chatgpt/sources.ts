import { siteTime } from '../../lib/time';
import type { Source } from '../kit/evidence';
import { asList, asNumber, asObject, asObjects, asText, asWords, remaining, said } from '../kit/value';
import { withoutMarks } from './marks';

type Fields = Readonly<Record<string, unknown>>;

/** Looks of a source, not what it says; and addresses that change from read to read. */
const LOOKS = ['hue', 'icon_type', 'thumbnail_url', 'thumbnail_size', 'attributions_debug', 'safe_urls', 'type'];
const USED = new Set([
  ...LOOKS,
  ...['title', 'name', 'url', 'snippet', 'text', 'pub_date', 'attribution', 'refs', 'ref_id', 'domain', 'id'],
  ...['supporting_websites', 'sub_domains', 'evidence_text', 'matched_text', 'start_idx', 'end_idx', 'alt', 'invalid'],
]);

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
    extra: remaining(entry, USED),
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
  const source = Object.assign(sourceOf(metadata), { file: fileOf(metadata), extra: remaining(metadata, CITED) });
  return source.url || source.title || source.file ? source : null;
}

const CITED = new Set([...USED, 'extra', 'source']);

/** Every source that a content reference names: itself, its items, what supports them. None is left out. */
export function referenceSources(reference: Fields): Source[] {
  const sources: Source[] = [];
  if (asWords(reference.url) !== null || reference.type === 'file') sources.push(itself(reference));
  const add = (entries: readonly Fields[]): void => {
    for (const entry of entries) {
      if (asWords(entry.url) !== null || asWords(entry.title) !== null) sources.push(sourceOf(entry));
      if (entry.supporting_websites) add(asObjects(entry.supporting_websites));
      if (entry.sub_domains) add(asObjects(entry.sub_domains));
    }
  };
  for (const key of LISTS) if (reference[key]) add(asObjects(reference[key]));
  if (reference.cite_map) add(asObjects(Object.values(asObject(reference.cite_map))));
  return sources;
}

const LISTS = ['items', 'fallback_items', 'sources', 'domains'] as const;

/** A reference that is its own source. Its other members stay with the citation. */
const itself = (reference: Fields): Source =>
  Object.assign(sourceOf(reference), {
    extra: null,
    file: reference.type === 'file' ? asWords(reference.id) : null,
  });

const SOURCED = new Set([
  ...['matched_text', 'start_idx', 'end_idx', 'type', 'alt', 'safe_urls', 'refs', 'invalid', 'status', 'error'],
  ...['items', 'fallback_items', 'sources', 'domains', 'cite_map', 'images', 'has_images', 'style', 'icon_type'],
  ...['attributions_debug', 'hue', 'thumbnail_url'],
]);
const OWN = ['title', 'name', 'url', 'snippet', 'pub_date', 'attribution', 'id'];

/** What a reference says beyond its sources and its place, or null. */
export function referenceRest(reference: Fields): Record<string, unknown> | null {
  const isSource = asWords(reference.url) !== null || reference.type === 'file';
  const rest = remaining(reference, isSource ? new Set([...SOURCED, ...OWN]) : SOURCED);
  const error = asText(reference.error);
  return error ? { ...rest, ...said({ error }) } : rest;
}
