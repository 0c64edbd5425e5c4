import type { PartOf } from '../../model/parts';
import { openKnown, type Known as Tracked } from './scope';
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

/** An evidence part that is known somewhere on the way from the root to here. */
export interface Known {
  readonly name: string;
  readonly part: PartOf<'evidence'>;
  /** The turn that it was found in. */
  readonly turn: string | null;
}

/** What was found on the way from the root to the message being read, by the names under which it may be cited. */
export interface Scope extends Tracked<Known> {
  /** What an address is known by: without the marks that a site puts on links of its own. */
  plain(url: string): string;
}

export const openScope = (plain: (url: string) => string = (url) => url): Scope => ({ ...openKnown<Known>(), plain });

/** The names under which a source may be met again. Addresses, ids of files and references never look alike. */
function keysOf({ url, reference, file, by }: Source, { plain }: Scope): string[] {
  const keys: string[] = [];
  if (reference) keys.push(reference);
  if (file) keys.push(file);
  if (url && by) keys.push(`${by} ${plain(url)}`);
  if (url) keys.push(plain(url));
  return keys;
}

/** The evidence parts of one event, each source once, and the names by which citations reach them. */
export interface Evidences {
  /** Adds a source unless all it says is known already. Gives the names of the parts that hold it. */
  add(source: Source, cited: boolean): readonly string[];
  /** Adds a source whatever is known of it: the same page found again has another rank, or another query. */
  found(source: Source): readonly string[];
  /** True where this turn has told of the source already, under the site's own name for it. */
  isTold(source: Source): boolean;
  /** Where a source of that name is already known: here, or on the way to here. */
  find(reference: string): Known | undefined;
  /** The same, where this turn told of it: a site may give the same names anew in each turn. */
  findNow(reference: string): Known | undefined;
  parts(): readonly PartOf<'evidence'>[];
  /** Makes the parts known to what comes below. */
  share(owner: string): void;
}

/**
 * @param flags whether the parts say if they were cited: a message knows, a tool's result does not
 * @param turn in which turn of the conversation this is, where the site names its sources turn by turn
 */
export function collectEvidence(event: string, scope: Scope, flags: boolean, turn: string | null = null): Evidences {
  let own: Map<string, Known> | null = null; // most messages have none
  let taken: Set<string> | null = null;
  const parts: PartOf<'evidence'>[] = [];

  const create = (source: Source, cited: boolean): Known => {
    taken ??= new Set();
    const id = freeId(source.reference, taken);
    taken.add(id);
    const part = evidencePart(id, source, flags ? cited : null);
    parts.push(part);
    return { name: `${event}#${id}`, part, turn };
  };

  const isSame = (known: Known, source: Source): boolean => isAt(known.part, source, scope);
  const ofThisTurn = (known: Known | undefined): Known | undefined =>
    turn !== null && known?.turn === turn ? known : undefined;
  /** What is known of a source on the way to here. A name that was given anew, to another address, is not known. */
  const above = (source: Source): Known | undefined =>
    firstOf(keysOf(source, scope), scope, (known) => isSame(known, source) || ofThisTurn(known) !== undefined);
  const ownOf = (source: Source): Known | undefined =>
    own ? firstOf(keysOf(source, scope), own, (known) => isSame(known, source)) : undefined;

  const here = (source: Source, cited: boolean): Known => {
    const mine = ownOf(source);
    if (mine) enrich(mine.part, source, flags && cited);
    const known = mine ?? create(source, cited);
    own ??= new Map();
    for (const key of keysOf(source, scope)) own.set(key, known);
    return known;
  };

  return {
    add(source, cited) {
      const known = above(source);
      if (!ownOf(source) && known && isSame(known, source) && saysAll(known.part, source)) return [known.name];
      const { name, part } = here(source, cited);
      return known && known.part !== part ? [name, known.name] : [name];
    },
    found: (source) => [here(source, false).name],
    isTold: (source) => {
      const known = source.reference === null ? undefined : (own?.get(source.reference) ?? scope.get(source.reference));
      return known !== undefined && isSame(known, source) && (turn === null || known.turn === turn);
    },
    find: (reference) => own?.get(reference) ?? scope.get(reference),
    findNow: (reference) => own?.get(reference) ?? ofThisTurn(scope.get(reference)),
    parts: () => parts,
    share(owner) {
      if (own) for (const [key, known] of own) scope.set(owner, key, known);
    },
  };
}

function firstOf(
  keys: readonly string[],
  known: Pick<Scope, 'get'>,
  isSame: (known: Known) => boolean,
): Known | undefined {
  for (const key of keys) {
    const found = known.get(key);
    if (found && isSame(found)) return found;
  }
  return undefined;
}

/** False where both say where they are, and that is not the same place. */
const isAt = (part: PartOf<'evidence'>, { url }: Source, { plain }: Scope): boolean =>
  url === null || part.url === null || plain(url) === plain(part.url);

/** The site's own name for a source, where it is the first of that name here; else a number. */
function freeId(wanted: string | null, taken: ReadonlySet<string>): string {
  if (wanted !== null && !taken.has(wanted)) return wanted;
  let id = `s${taken.size}`;
  while (taken.has(id)) id = `${id}x`;
  return id;
}

const isText = (text: string | null): text is string => text !== null;

/** What a part was told, where that is so much that looking through it again and again would take long. */
interface Told {
  readonly texts: Set<string>;
  readonly titles: Set<string>;
  /** What was replaced of it, so that it is kept once. */
  readonly replaced: Set<string>;
}

const TOLD = new WeakMap<object, Told>();

function toldOf(part: PartOf<'evidence'>): Told {
  const known = TOLD.get(part);
  if (known) return known;
  const texts = new Set(part.passages.map(({ text }) => text));
  const told = { texts, titles: new Set(asTexts(part.titles)), replaced: new Set<string>() };
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

function saysAll(part: PartOf<'evidence'>, source: Source): boolean {
  const titled = source.title === null || source.title === part.title;
  const placed = source.url === null || part.url !== null;
  return placed && titled && !source.extra && source.texts.every((text) => text === null || holds(part, text));
}

function evidencePart(id: string, source: Source, cited: boolean | null): PartOf<'evidence'> {
  const { url, title } = source;
  const passages = source.texts.filter(isText).map((text) => ({ text, origin: 'provider' as const }));
  const part: PartOf<'evidence'> = { type: 'evidence', id, url, title, passages, cited };
  describe(part, source);
  if (source.extra) part.extra = source.extra;
  return part;
}

const DETAILS = ['site', 'published', 'retrieved', 'file', 'kind', 'rank', 'query'] as const;

/** Adds what is known of a source and not yet said. */
function describe(part: PartOf<'evidence'>, source: Source): void {
  for (const key of DETAILS) if (source[key] !== null) part[key] ??= source[key];
}

/** Adds what a second mention of a source says beyond the first. */
function enrich(part: PartOf<'evidence'>, source: Source, cited: boolean): void {
  for (const text of source.texts) if (text !== null && !holds(part, text)) addPassage(part, text);
  addTitle(part, source.title);
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

/** A page may have several titles: the first stays, the others stand beside it. */
function addTitle(part: PartOf<'evidence'>, title: string | null): void {
  if (title === null || title === part.title) return;
  if (part.title === null) part.title = title;
  else if (!toldOf(part).titles.has(title)) {
    toldOf(part).titles.add(title);
    const titles = Array.isArray(part.titles) ? part.titles : [];
    titles.push(title);
    part.titles = titles;
  }
}
