import { isObject } from '../lib/json';
import { oncePer } from '../lib/once-per';
import type { Event } from '../model/event';
import { type Part, type PartOf, partsIn } from '../model/parts';
import type { SessionView } from './view';

/** One numbered source of a session: what one or more pieces of evidence name. */
export interface NumberedSource {
  /** From 1, in order of first appearance; unique in the session. */
  readonly number: number;
  readonly url: string | null;
  readonly title: string | null;
  readonly site: string | null;
  readonly published: string | null;
  /** When it was read for the session: as the site says, else when the event that first brought it happened. */
  readonly accessed: string | null;
  /** What the site says it is, where that is more than a page (`news`); the site's id of a file. */
  readonly kind: string | null;
  readonly file: string | null;
  /** `<event id>#<evidence id>` of all evidence behind it. */
  readonly evidence: readonly string[];
  readonly passages: readonly { readonly text: string; readonly origin: string }[];
  /** The searches that found it, each once, as far as the site says by which query and as which of its hits. */
  readonly found: readonly Finding[];
  readonly cited: boolean;
  /** The event that first brought it. */
  readonly event: string;
}

export interface Finding {
  readonly query: string | null;
  /** From 1. */
  readonly rank: number | null;
}

/**
 * The parts of an event, whatever its kind. Kinds whose body need not have any may carry something else by that name,
 * in a log that others wrote: then they have none.
 */
export function partsOf(event: Event): readonly Part[] {
  switch (event.kind) {
    case 'message':
    case 'reasoning':
    case 'tool.result':
    case 'agent.message':
      return event.body.parts;
    case 'compaction':
      return event.body.summary ?? [];
    default:
      return 'parts' in event.body ? partsIn(event.body.parts) : [];
  }
}

interface Growing {
  url: string | null;
  title: string | null;
  site: string | null;
  published: string | null;
  retrieved: string | null;
  occurred: string | null;
  kind: string | null;
  file: string | null;
  evidence: string[];
  passages: Map<string, { text: string; origin: string }>;
  found: Map<string, Finding>;
  cited: boolean;
  event: string;
}

export interface NumberedSources {
  readonly sources: readonly NumberedSource[];
  /** The number of a source by `<event id>#<evidence id>`. */
  readonly numberOf: ReadonlyMap<string, number>;
}

/** All sources of a session, numbered. Evidence with the same address is one source; `cited` keeps what was only retrieved apart. */
export const sourcesOf = oncePer((view: SessionView): NumberedSources => {
  const byKey = new Map<string, Growing>();
  const cited = new Set<string>();
  for (const event of view.current.values()) for (const part of partsOf(event)) collect(byKey, cited, event, part);
  const numberOf = new Map<string, number>();
  const sources = [...byKey.values()].map((source, index) => {
    for (const each of source.evidence) numberOf.set(each, index + 1);
    const { passages, found, retrieved, occurred, ...rest } = source;
    const isCited = source.cited || source.evidence.some((each) => cited.has(each));
    const accessed = retrieved ?? occurred;
    const lists = { passages: [...passages.values()], found: tellingOf([...found.values()]) };
    return { ...rest, ...lists, accessed, number: index + 1, cited: isCited };
  });
  return { sources, numberOf };
});

function collect(byKey: Map<string, Growing>, cited: Set<string>, event: Event, part: Part): void {
  if (part.type === 'citation') {
    for (const each of part.evidence) cited.add(each);
    if (Array.isArray(part.says)) for (const each of part.says) addSaid(byKey, each);
  } else if (part.type === 'evidence') collectEvidence(byKey, event, part);
}

/** Whose a page is and when it was published, as a citation says where what found the page did not. */
function addSaid(byKey: ReadonlyMap<string, Growing>, said: unknown): void {
  if (!isObject(said) || typeof said.url !== 'string') return;
  const source = byKey.get(said.url);
  if (!source) return;
  source.site ??= textOrNull(said.site);
  source.published ??= textOrNull(said.published);
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

function collectEvidence(byKey: Map<string, Growing>, event: Event, part: PartOf<'evidence'>): void {
  const name = `${event.id}#${part.id}`;
  const key = part.url ?? name;
  const known: Growing = byKey.get(key) ?? {
    url: part.url,
    title: null,
    site: null,
    published: null,
    retrieved: null,
    occurred: null,
    kind: null,
    file: null,
    evidence: [],
    passages: new Map<string, { text: string; origin: string }>(),
    found: new Map<string, Finding>(),
    cited: false,
    event: event.id,
  };
  known.title ??= textOrNull(part.title);
  known.site ??= textOrNull(part.site);
  known.published ??= textOrNull(part.published);
  known.retrieved ??= textOrNull(part.retrieved);
  known.occurred ??= event.at.occurred;
  known.kind ??= textOrNull(part.kind);
  known.file ??= textOrNull(part.file);
  known.cited ||= part.cited === true;
  known.evidence.push(name);
  for (const { text, origin } of part.passages) known.passages.set(`${origin}\n${text}`, { text, origin });
  for (const each of [part, ...(Array.isArray(part.foundAgain) ? part.foundAgain : [])]) addFinding(known, each);
  byKey.set(key, known);
}

/** A hit of a search that is not named may be the same as one of a search that is: told once. */
function tellingOf(found: readonly Finding[]): Finding[] {
  const named = new Set(found.flatMap(({ query, rank }) => (query === null ? [] : [rank])));
  return found.filter(({ query, rank }) => query !== null || !named.has(rank));
}

function addFinding({ found }: Growing, said: unknown): void {
  if (!isObject(said)) return;
  const query = textOrNull(said.query);
  const rank = typeof said.rank === 'number' && Number.isSafeInteger(said.rank) ? said.rank : null;
  if (query !== null || rank !== null) found.set(`${rank} ${query}`, { query, rank });
}
