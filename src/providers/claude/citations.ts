import type { Part } from '../../model/parts';
import { beyond, shown } from '../kit/beyond';
import type { Evidences, Source } from '../kit/evidence';
import { fromCodePoints } from '../kit/offsets';
import { asNumber, asObject, asObjects, asWords, isBlank, said } from '../kit/value';
import { metadataBeyond, sourceOf } from './sources';

type Fields = Readonly<Record<string, unknown>>;

/** A citation with its place in a text as that was sent (UTF-16), or without one. */
export interface Cited {
  readonly start: number | null;
  readonly end: number | null;
  /** Made for this place alone: `range` and `in` are set where the text goes. */
  readonly part: Part;
  readonly unit: 'utf16' | 'codepoint';
}

const SHOWN = shown({
  text: ['title', 'url', 'origin_tool_name'],
  number: ['start_index', 'end_index'],
  objects: ['sources'],
  object: ['metadata', 'details'],
  any: ['uuid', 'encrypted_index'],
});

/** What a text cites, each source of it evidence; `sources` of a citation may be several. */
export function citationsIn(text: string, list: unknown, evidences: Evidences): Cited[] {
  const citations = asObjects(list);
  if (citations.length === 0) return [];
  const { unit, toUnits } = counting(text, citations);
  return citations.map((citation) => {
    const sources = sourcesOf(citation);
    const names = sources.flatMap((source) => evidences.add(source, true));
    const start = asNumber(citation.start_index);
    const end = asNumber(citation.end_index);
    const [first] = sources;
    const tool = asWords(citation.origin_tool_name);
    const urls = [...new Set(sources.flatMap(({ url }) => url ?? []))];
    const part: Part = {
      type: 'citation',
      range: null,
      evidence: [...new Set(names)],
      url: asWords(citation.url) ?? first?.url ?? null,
      title: asWords(citation.title) ?? first?.title ?? null,
      ...said({
        urls: urls.length > 1 ? urls : null,
        tool,
        citedText: passageOf(citation, sources),
        says: evidences.otherwise(sources),
        native: said({ id: asWords(citation.uuid), start, end }),
        more: moreOf(citation, sources),
      }),
    };
    return { start: start === null ? null : toUnits(start), end: end === null ? null : toUnits(end), part, unit };
  });
}

/**
 * In what the site counts is not known; its page counts UTF-16. Places that this would put in the middle of a character,
 * none of them beyond the text's characters, are counted in characters.
 */
function counting(text: string, citations: readonly Fields[]) {
  const same = { unit: 'utf16' as const, toUnits: (offset: number) => offset };
  if (!/[\ud800-\udbff]/.test(text)) return same;
  const places = citations.flatMap(({ start_index, end_index }) => [asNumber(start_index), asNumber(end_index)]);
  const known = places.filter((place) => place !== null);
  const splits = known.some((place) => /^[\udc00-\udfff]/.test(text.slice(place, place + 1)));
  const characters = Array.from(text).length;
  if (!splits || known.some((place) => place > characters)) return same;
  return { unit: 'codepoint' as const, toUnits: fromCodePoints(text) };
}

/** The words that a citation leans on: its own, else what its only source gives. */
function passageOf(citation: Fields, [source, ...others]: readonly Source[]): string | null {
  const own = asWords(citation.cited_text) ?? asWords(asObject(citation.details).cited_text);
  return own ?? (others.length === 0 ? (source?.texts.find((text) => text !== null) ?? null) : null);
}

const DETAILS = shown({ text: ['type'] });

/** What a citation says beyond its part and its sources; its description is its own source's, where it is one. */
function moreOf(citation: Fields, sources: readonly Source[]): Record<string, unknown> | null {
  const { metadata, sources: listed } = citation;
  const isOwn = sources.length > asObjects(listed).length;
  const more = {
    ...beyond(citation, SHOWN),
    ...said({ details: detailsBeyond(citation), metadata: isOwn ? null : metadataBeyond(metadata) }),
  };
  return isBlank(more) ? null : more;
}

/** Details say again what the citation says, or instead of it. */
function detailsBeyond(citation: Fields): Record<string, unknown> | null {
  const isShown = ([key, value]: [string, unknown]): boolean =>
    (key === 'url' || key === 'cited_text') && asWords(value) !== null && (asWords(citation[key]) ?? value) === value;
  const members = Object.entries(asObject(citation.details)).filter((member) => !isShown(member));
  return beyond(Object.fromEntries(members), DETAILS);
}

/** The sources that a citation names: those of its list, and itself where the list does not say as much. */
function sourcesOf(citation: Fields): Source[] {
  const tool = asWords(citation.origin_tool_name);
  const listed = asObjects(citation.sources).map((source) => sourceOf(source, tool));
  const details = asObject(citation.details);
  const url = asWords(citation.url) ?? asWords(details.url);
  const cited_text = asWords(citation.cited_text) ?? details.cited_text;
  const itself = sourceOf({ ...citation, sources: null, url, cited_text }, tool);
  const isListed = listed.some(({ url }) => url !== null && url === itself.url);
  const own = itself.url === null && itself.title === null ? [] : [itself];
  return isListed ? listed : [...own, ...listed];
}
