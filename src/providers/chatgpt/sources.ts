import { siteTime } from '../../lib/time';
import { beyond, shown } from '../kit/beyond';
import type { Source } from '../kit/evidence';
import { asList, asObject, asObjects, asText, asWords, isBlank, said } from '../kit/value';
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

const NAME = /^turn\d+([a-z_]+?)(\d+)$/;
/** What a search's own hits and pages are named by; any other word says what kind of thing it is. */
const PLAIN: ReadonlySet<string> = new Set(['search', 'view', 'fetch', 'file']);

/** `news` of `turn0news26`, and which of them it is: null where that says no more than that a search found it. */
function kindOf(reference: string | null): string | null {
  const kind = NAME.exec(reference ?? '')?.[1];
  return kind === undefined || PLAIN.has(kind) ? null : kind;
}

/** Which of its search's hits a name is of, from 1; null for a page that was opened. */
export function rankOf(reference: string | null): number | null {
  const [, kind, index] = NAME.exec(reference ?? '') ?? [];
  return kind === undefined || kind === 'view' || kind === 'fetch' ? null : Number(index) + 1;
}

/** Gives a source a name that the site has for it. */
export const named = (source: Source, reference: string): Source =>
  Object.assign(source, { reference, kind: kindOf(reference) });

/** The page's own address: without the mark that the site puts on every link it shows. */
const unmarked = (url: string): string =>
  url.includes('utm_source=chatgpt.com')
    ? url.replace(/([?&])utm_source=chatgpt\.com(?:&|(?=#|$))/, '$1').replace(/[?&](?=#|$)/, '')
    : url;

function urlOf({ url }: Fields): string | null {
  const address = asWords(url);
  return address === null ? null : unmarked(address);
}

/** The same page, whichever words of it a link points at. */
export const samePage = (url: string): string => unmarked(url).replace(/#?:~:.*$/s, '');

/** One source from an entry of any of the site's lists. */
export function sourceOf(entry: Fields): Source {
  const reference = referenceOf(entry.ref_id) ?? referenceOf(asList(entry.refs)[0]);
  return {
    url: urlOf(entry),
    title: asWords(entry.title) ?? asWords(entry.name),
    site: asWords(entry.attribution) ?? asWords(entry.domain),
    published: published(entry.pub_date),
    retrieved: null,
    reference,
    file: null,
    kind: kindOf(reference),
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

/** Files are named by an id, as `id` or in the place of an address. */
export const fileOf = ({ type, id }: Fields): string | null => (type === 'file' ? asWords(id) : null);

/** The one of a list of queries; null where there are none or several: which of them found a hit is not said. */
export const onlyOf = (queries: readonly (string | null)[]): string | null =>
  queries.length === 1 ? (queries[0] ?? null) : null;

/** What `citations` says of a source. */
export function citedSource(metadata: Fields): Source | null {
  const source = Object.assign(sourceOf(metadata), { file: fileOf(metadata), extra: beyond(metadata, CITED) });
  return source.url || source.title || source.file ? source : null;
}

const CITED = shown({ ...SHAPES, object: ['extra'], text: [...SHAPES.text, 'source'] });

/** No passage is longer: what is, is the whole page, and stands with the evidence. */
const LONGEST_PASSAGE = 4000;

/**
 * The passage that a citation leans on: its own text, else the snippet of the only source that its reference names. Null
 * where neither is there: then all of the evidence has to do.
 */
export function citedPassage(citation: Fields | null, sources: readonly Source[]): string | null {
  const about = asObject(citation?.metadata);
  const words = clean(asObject(about.extra).evidence_text);
  const [source, ...others] = sources;
  const given = [
    words !== null && /\S\s+\S/.test(words) ? words : null, // mostly it is no more than “source”
    clean(about.text),
    others.length === 0 ? (source?.texts.find((text) => text !== null) ?? null) : null,
  ];
  return given.find((text) => text !== null && text.length <= LONGEST_PASSAGE) ?? null;
}

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
