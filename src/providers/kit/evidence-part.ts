import type { PartOf } from '../../model/parts';
import { asObject, asObjects, asTexts } from './value';
import { writtenAs } from './written';

/** A source as one of a site's many shapes names it. */
export interface Source {
  url: string | null;
  title: string | null;
  site: string | null;
  published: string | null;
  retrieved: string | null;
  /** The site's own name for it, such as `turn0search3`. */
  reference: string | null;
  file: string | null;
  /** What the site says it is, where that is more than a page: `news`, a picture, a product. */
  kind: string | null;
  rank: number | null;
  query: string | null;
  /** Passages as the provider gave them; blank ones are left out. */
  texts: readonly (string | null)[];
  extra: Record<string, unknown> | null;
  /** The tool that gave it, where the same address may be known from several. */
  by?: string | null;
}

/** What a citation says of one of its sources. */
export interface Otherwise {
  readonly url: string | null;
  readonly site?: string;
  readonly published?: string;
}

const isText = (text: string | null): text is string => text !== null;

/** What a part was told, where that is so much that looking through it again and again would take long. */
interface Told {
  readonly texts: Set<string>;
  /** Of each member that may be said in several ways, those that stand beside the first. */
  readonly others: ReadonlyMap<Varied, Set<string>>;
  /** What was replaced of it, so that it is kept once. */
  readonly replaced: Set<string>;
}

const TOLD = new WeakMap<object, Told>();

function toldOf(part: PartOf<'evidence'>): Told {
  const known = TOLD.get(part);
  if (known) return known;
  const texts = new Set(part.passages.map(({ text }) => text));
  const others = new Map(VARIED.map(([key, list]) => [key, new Set(asTexts(part[list]))]));
  const told = { texts, others, replaced: new Set<string>() };
  TOLD.set(part, told);
  return told;
}

/** A passage may be a piece of one of so many; of the others it may only be the same. */
const MOST_SEARCHED = 50;

function holds(part: PartOf<'evidence'>, text: string): boolean {
  const { passages } = part;
  const searched = passages.length > MOST_SEARCHED ? passages.slice(0, MOST_SEARCHED) : passages;
  return (
    searched.some((passage) => passage.text.includes(text)) || (searched !== passages && toldOf(part).texts.has(text))
  );
}

function addPassage(part: PartOf<'evidence'>, text: string): void {
  part.passages.push({ text, origin: 'provider' });
  TOLD.get(part)?.texts.add(text);
}

/**
 * False where a source says anything that its part does not: then it is evidence of its own. What a citation says of a
 * page's site and date otherwise stands with the citation: it found nothing.
 */
export function saysAll(part: PartOf<'evidence'>, source: Source, cited: boolean): boolean {
  const titled = source.title === null || source.title === part.title;
  const placed = source.url === null || part.url !== null;
  const alike = cited || [...BESIDE, 'retrieved' as const].every((key) => isSaid(part, key, source[key]));
  return placed && titled && alike && !source.extra && source.texts.every((text) => text === null || holds(part, text));
}

const BESIDE = ['site', 'published'] as const;

const isSaid = (part: PartOf<'evidence'>, key: string, value: string | null): boolean =>
  value === null || part[key] === value;

/** What a source says of its site and its date and the parts of it do not, or null. */
export function otherwise({ url, ...source }: Source, parts: readonly PartOf<'evidence'>[]): Otherwise | null {
  const says: { url: string | null; site?: string; published?: string } = { url };
  for (const key of BESIDE) {
    const value = source[key];
    const isKnown = parts.some(
      (part) =>
        isSaid(part, key, value) ||
        toldOf(part)
          .others.get(key)
          ?.has(value ?? ''),
    );
    if (value !== null && parts.length > 0 && !isKnown) says[key] = value;
  }
  return Object.keys(says).length > 1 ? says : null;
}

export function evidencePart(id: string, source: Source, cited: boolean | null): PartOf<'evidence'> {
  const { url, title } = source;
  const passages = source.texts.filter(isText).map((text) => ({ text, origin: 'provider' as const }));
  const part: PartOf<'evidence'> = { type: 'evidence', id, url, title, passages, cited };
  describe(part, source);
  if (source.extra) part.extra = source.extra;
  return part;
}

/** What a page is called, whose it is and when it was published: the first stays, what differs stands beside it. */
const VARIED = [
  ['title', 'titles'],
  ['site', 'sites'],
  ['published', 'dates'],
] as const;
type Varied = (typeof VARIED)[number][0];

const DETAILS = ['site', 'published', 'retrieved', 'file', 'kind', 'rank', 'query'] as const;

/** Adds what is known of a source and not yet said. */
function describe(part: PartOf<'evidence'>, source: Source): void {
  for (const key of DETAILS) if (source[key] !== null) part[key] ??= source[key];
}

/** Adds what a second mention of a source says beyond the first. */
export function enrich(part: PartOf<'evidence'>, source: Source, cited: boolean): void {
  for (const text of source.texts) if (text !== null && !holds(part, text)) addPassage(part, text);
  for (const [key, list] of VARIED) addOther(part, source[key], key, list);
  part.url ??= source.url;
  if (cited) part.cited = true;
  addFinding(part, source);
  describe(part, source);
  if (source.extra) addExtra(part, source.extra);
}

/** Found again: at another rank, or by another query. The first of them stays, the others stand beside it. */
function addFinding(part: PartOf<'evidence'>, { rank, query }: Source): void {
  if (rank === null || part.rank === undefined) return;
  const found = [{ rank: part.rank, query: part.query ?? null }, ...asObjects(part.foundAgain)];
  if (found.some((each) => each.rank === rank && each.query === query)) return;
  part.foundAgain = [...asObjects(part.foundAgain), { rank, query }];
}

/** The latest mention counts; what it says otherwise than those before stands beside it. */
function addExtra(part: PartOf<'evidence'>, extra: Record<string, unknown>): void {
  const before = asObject(part.extra);
  const isReplaced = ([key, value]: [string, unknown]): boolean =>
    Object.hasOwn(extra, key) && writtenAs(value) !== writtenAs(extra[key]);
  const replaced = Object.fromEntries(Object.entries(before).filter(isReplaced));
  part.extra = { ...before, ...extra };
  if (Object.keys(replaced).length === 0) return;
  const told = toldOf(part).replaced;
  const written = writtenAs(replaced) ?? '';
  const extras = Array.isArray(part.extras) ? part.extras : [];
  if (!told.has(written)) extras.push(replaced);
  told.add(written);
  part.extras = extras;
}

function addOther(part: PartOf<'evidence'>, said: string | null, key: Varied, list: string): void {
  if (said === null || said === part[key]) return;
  const told = toldOf(part).others.get(key);
  if (part[key] === null || part[key] === undefined) part[key] = said;
  else if (!told?.has(said)) {
    told?.add(said);
    const others = Array.isArray(part[list]) ? part[list] : [];
    others.push(said);
    part[list] = others;
  }
}
