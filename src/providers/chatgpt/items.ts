import { parseJson } from '../../lib/json';
import type { Part } from '../../model/parts';
import { beyond, shown } from '../kit/beyond';
import type { Evidences, Source } from '../kit/evidence';
import { fromCodePoints } from '../kit/offsets';
import { asList, asNumber, asObject, asText, asWords, said } from '../kit/value';
import { type Files, webImages } from './files';
import { type Mark, marksIn, oldMarksIn, type Place, wordsOf } from './marks';
import { citedPassage, citedSource, named, referenceRest, referenceSources } from './sources';

type Fields = Readonly<Record<string, unknown>>;

export interface CiteContext {
  readonly metadata: Fields;
  readonly evidences: Evidences;
  readonly files: Files;
  /** Told of each source that a mark names and nothing sent explains. */
  readonly unresolved: (reference: string) => void;
  /** A tool's text: marks are its own names for sources, and stay readable. */
  readonly names: boolean;
  /** A model's own text: marks of the older kind are marks there, though nothing sent explains them. */
  readonly spoken: boolean;
}

/** Something that stands at a place of a text: what to put there, and the parts it becomes. */
export interface Item {
  readonly place: Place | null;
  /** What stands there is a mark. Only marks are ever taken out of a text. */
  readonly mark: boolean;
  readonly put: string;
  readonly parts: readonly Part[];
}

const IN_WORDS: ReadonlySet<string | null> = new Set(['entity', 'alt_text']);
const SILENT: ReadonlySet<string | null> = new Set(['hidden', 'alt_text']);

/** What a content reference becomes; `citation` is the entry of `citations` for the same place, where there is one. */
export function referenceItem(
  reference: Fields,
  citation: Fields | null,
  at: { readonly place: Place | null; readonly mark: boolean },
  context: CiteContext,
): Item {
  const type = asText(reference.type);
  const words = IN_WORDS.has(type) ? (asWords(reference.alt) ?? asWords(reference.name) ?? '') : '';
  const item = { ...at, put: at.mark ? words : '' };
  if (SILENT.has(type)) return { ...item, parts: quietParts(reference, at.place && item.put ? item.put : null) };
  const images = webImages(asList(reference.images), context.files);
  return { ...item, parts: [...images, ...referenceParts(reference, citation, at.place, images.length, context)] };
}

/** What a reference says that shows nothing itself, beyond the words that stand in the text. */
function quietParts(reference: Fields, put: string | null): Part[] {
  const words = asWords(reference.alt);
  const alt = words === put ? null : words;
  const rest = referenceRest(reference);
  return rest === null && alt === null
    ? []
    : [{ type: 'json', value: rest ?? {}, ...said({ of: reference.type, alt }) }];
}

function referenceParts(
  reference: Fields,
  citation: Fields | null,
  place: Place | null,
  images: number,
  context: CiteContext,
): Part[] {
  const matched = asText(reference.matched_text) ?? '';
  const native = nativeOf(place, reference.start_idx, reference.end_idx, matched);
  const alt = asWords(reference.alt);
  const rest = referenceRest(reference);
  const details = { ...said({ alt, of: reference.type, native, more: rest }), ...citedExtra(citation) };
  const extra = citation ? citedSource(asObject(citation.metadata)) : null;
  const referred = namedAlone(referenceSources(reference), matched);
  const sources = [...referred, ...(extra ? [extra] : [])];
  if (sources.length > 0) {
    const evidence = sources.flatMap((source) => context.evidences.add(source, true));
    const citedText = citedPassage(citation, referred);
    const about = { ...said({ citedText, says: context.evidences.otherwise(sources) }), ...details };
    return [citationPart(sources, [...evidence, ...namedBy(matched, context)], about)];
  }
  if (rest !== null || reference.type === 'entity')
    return [{ type: 'json', value: rest ?? {}, ...said({ of: reference.type, alt, native }) }];
  const [mark] = marksIn(matched);
  // without a source of its own: the mark may name one that a search had found
  const parts = mark && images === 0 ? markParts(mark, details, context) : [];
  return parts.length > 0 || alt === null
    ? parts
    : [{ type: 'json', value: {}, ...said({ of: reference.type, alt, native }) }];
}

/** What a mark names and a search of this turn had found, whether or not the reference repeats it. */
const namedBy = (matched: string, { evidences }: CiteContext): string[] =>
  (marksIn(matched)[0]?.args ?? []).flatMap((name) => evidences.findNow(name)?.name ?? []);

/** The only source of a mark that names one source has that name. */
function namedAlone(sources: Source[], matched: string): Source[] {
  const [source, ...others] = sources;
  const [name, ...more] = (marksIn(matched)[0]?.args ?? []).filter((each) => REFERENCE.test(each));
  const isAlone = others.length === 0 && more.length === 0;
  return source && name && isAlone && source.reference === null ? [named(source, name)] : sources;
}

/** The site's own numbers for a place, and the mark that stood there. */
function nativeOf(place: Place | null, start: unknown, end: unknown, matched: string): Record<string, unknown> {
  const mark = marksIn(matched)[0]?.args ?? (matched.startsWith('【') ? [matched.slice(1, -1)] : null);
  return said({ start: asNumber(start), end: asNumber(end), unit: place?.unit, mark });
}

const CITATION = shown({ number: ['start_ix', 'end_ix'], text: ['citation_format_type'], object: ['metadata'] });

function citedExtra(citation: Fields | null): Record<string, unknown> {
  const extra = said(asObject(asObject(citation?.metadata).extra));
  const about = Object.keys(extra).length > 0 ? extra : null;
  return said({ form: asWords(citation?.citation_format_type), about, cited: citation && beyond(citation, CITATION) });
}

function citationPart(
  sources: readonly { url: string | null; title: string | null }[],
  evidence: readonly string[],
  details: Record<string, unknown>,
): Part {
  const urls = new Set<string>();
  for (const { url } of sources) if (url !== null) urls.add(url);
  const [url = null] = urls;
  const title = sources.find((source) => source.title !== null)?.title ?? null;
  const names = evidence.length > 1 ? [...new Set(evidence)] : [...evidence];
  const part: Part = { type: 'citation', range: null, evidence: names, url, title };
  if (urls.size > 1) part.urls = [...urls];
  return Object.assign(part, details);
}

/**
 * Citations that no reference repeats: their offsets, in either unit, say where their mark stands. Where they do not,
 * and as many marks are left as citations, both lists go in order. Marks that still remain are taken out and told.
 */
export function citationItems(
  text: string,
  citations: readonly Fields[],
  taken: ReadonlySet<number>,
  context: CiteContext,
): Item[] {
  const marks = [...oldMarksIn(text), ...marksIn(text)].filter(({ start }) => !taken.has(start));
  const free = new Map(marks.map((mark) => [mark.start, mark]));
  const toUnits = fromCodePoints(text);
  const claim = (start: number | null): Mark | null => {
    const mark = start === null ? undefined : (free.get(start) ?? free.get(toUnits(start)));
    if (mark) free.delete(mark.start);
    return mark ?? null;
  };
  const claimed = citations.map((citation) => ({ citation, mark: claim(asNumber(citation.start_ix)) }));
  const old = [...free.values()].filter(({ start }) => text[start] === '【');
  const homeless = claimed.filter(({ citation, mark }) => !mark && citedSource(asObject(citation.metadata)) !== null);
  const inOrder = homeless.length === old.length;
  const items = claimed.map(({ citation, mark }) => {
    const left = mark || !inOrder ? null : (old[homeless.findIndex((each) => each.citation === citation)] ?? null);
    return citationItem(citation, mark ?? left, context);
  });
  return inOrder ? items : [...items, ...old.map((mark) => dangling(mark, context))];
}

function citationItem(citation: Fields, mark: Mark | null, context: CiteContext): Item {
  const place: Place | null = mark ? { start: mark.start, end: mark.end, unit: 'utf16' } : null;
  const source = citedSource(asObject(citation.metadata));
  const native = said({ start: asNumber(citation.start_ix), end: asNumber(citation.end_ix), mark: mark?.args });
  const citedText = source && citedPassage(citation, [source]);
  const parts = source
    ? [
        citationPart([source], context.evidences.add(source, true), {
          ...said({ citedText, says: context.evidences.otherwise([source]) }),
          native,
          ...citedExtra(citation),
        }),
      ]
    : unsourced(citation);
  return { place, mark: true, put: '', parts };
}

/** A citation that names no source: mostly it says no more than where a mark stands. */
function unsourced(citation: Fields): Part[] {
  const value = { ...citedExtra(citation), ...said({ metadata: beyond(asObject(citation.metadata), MARKING) }) };
  return 'about' in value || 'cited' in value || 'metadata' in value ? [{ type: 'json', value, of: 'citation' }] : [];
}

const MARKING = shown({ any: ['extra', 'type'] });

function dangling(mark: Mark, context: CiteContext): Item {
  context.unresolved(mark.args[0] ?? '');
  const parts = [citationPart([], [], { native: { mark: mark.args } })];
  return { place: { start: mark.start, end: mark.end, unit: 'utf16' }, mark: true, put: '', parts };
}

/** A mark that nothing explains. */
export function bareItem(mark: Mark, context: CiteContext): Item {
  const place: Place = { start: mark.start, end: mark.end, unit: 'utf16' };
  const [kind, ...args] = mark.args;
  const isPersons = !context.spoken && !context.names;
  // whatever a person wrote are words, but for bare names of sources
  if (isPersons && wordsOf(mark).length > 0) return { place, mark: true, put: mark.args.join(' '), parts: [] };
  if (context.names) return { place, mark: true, put: `[${args.join(', ')}]`, parts: [] };
  const word = kind === 'entity' ? asText(asList(parseJson(args[0] ?? ''))[1]) : null;
  return { place, mark: true, put: word ?? '', parts: markParts(mark, { native: { mark: mark.args } }, context) };
}

const REFERENCE = /^turn\d+[a-z_]+\d+$/;

/** What a mark says by itself: the sources it names, where a search had found them, and its other words. */
function markParts({ args }: Mark, details: Record<string, unknown>, context: CiteContext): Part[] {
  const [kind = '', ...rest] = args;
  const names = rest.filter((each) => REFERENCE.test(each));
  const words = rest.filter((each) => !REFERENCE.test(each) && each !== '');
  const known = names.map((name) => ({ name, known: context.evidences.find(name) }));
  for (const each of known) if (!each.known) context.unresolved(each.name);
  const value = words.map((each) => parseJson(each) ?? each);
  const parts: Part[] = words.length > 0 ? [{ type: 'json', value, of: kind }] : [];
  if (names.length === 0) return parts;
  const found = known.flatMap((each) => each.known ?? []);
  const evidence = found.map(({ name }) => name);
  return [
    ...parts,
    citationPart(
      found.map(({ part }) => part),
      evidence,
      details,
    ),
  ];
}
