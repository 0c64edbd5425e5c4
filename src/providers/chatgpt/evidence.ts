import type { PartOf } from '../../model/parts';
import { asObject, asTexts, said } from '../kit/value';

/** A source as one of the site's many shapes names it. */
export interface Source {
  readonly url: string | null;
  readonly title: string | null;
  readonly site?: string | null;
  readonly published?: string | null;
  readonly retrieved?: string | null;
  /** The site's own name for it, such as `turn0search3`. */
  readonly reference?: string | null;
  readonly file?: string | null;
  readonly rank?: number | null;
  readonly query?: string | null;
  /** Passages as the provider gave them; blank ones are left out. */
  readonly texts: readonly (string | null)[];
  readonly extra?: Record<string, unknown> | null;
}

/** An evidence part that is known somewhere on the way from the root to here. */
interface Known {
  readonly name: string;
  readonly part: PartOf<'evidence'>;
}

/** What was found on the way from the root to the message being read, by the names under which it may be cited. */
export interface Scope {
  get(key: string): Known | undefined;
  set(owner: string, key: string, known: Known): void;
  /** Forgets what a node had added, when all below it is read. */
  leave(owner: string): void;
}

export function openScope(): Scope {
  const stacks = new Map<string, Known[]>();
  const added = new Map<string, string[]>();
  return {
    get: (key) => stacks.get(key)?.at(-1),
    set(owner, key, known) {
      const stack = stacks.get(key);
      if (stack) stack.push(known);
      else stacks.set(key, [known]);
      const keys = added.get(owner);
      if (keys) keys.push(key);
      else added.set(owner, [key]);
    },
    leave(owner) {
      for (const key of added.get(owner) ?? []) stacks.get(key)?.pop();
      added.delete(owner);
    },
  };
}

/** The same page, whether or not the site marked the link as its own. */
const plainUrl = (url: string): string => url.replace(/([?&])utm_source=chatgpt\.com(&|$)/, '$1').replace(/[?&]$/, '');

const keysOf = ({ url, reference, file }: Source): string[] => [
  ...(reference ? [`reference:${reference}`] : []),
  ...(file ? [`file:${file}`] : []),
  ...(url ? [`url:${plainUrl(url)}`] : []),
];

/** The evidence parts of one event, each source once, and the names by which citations reach them. */
export interface Evidences {
  /** Adds a source unless all it says is known already. Gives the names of the parts that hold it. */
  add(source: Source, cited: boolean): readonly string[];
  /** Where a source of that name is already known: here, or on the way to here. */
  find(reference: string): Known | undefined;
  parts(): readonly PartOf<'evidence'>[];
  /** Makes the parts known to what comes below. */
  share(owner: string): void;
}

/** @param flags whether the parts say if they were cited: a message knows, a tool's result does not */
export function collectEvidence(event: string, scope: Scope, flags: boolean): Evidences {
  const own = new Map<string, Known>();
  const parts: PartOf<'evidence'>[] = [];
  const ids = new Set<string>();

  const create = (source: Source, cited: boolean): Known => {
    const id = freeId(source.reference ?? null, ids);
    const part = evidencePart(id, source, flags ? cited : null);
    parts.push(part);
    return { name: `${event}#${id}`, part };
  };

  return {
    add(source, cited) {
      const keys = keysOf(source);
      const mine = keys.map((key) => own.get(key)).find((each) => each !== undefined);
      const known = keys.map((key) => scope.get(key)).find((each) => each !== undefined);
      if (!mine && known && saysAll(known.part, source)) return [known.name];
      const here = mine ?? create(source, cited);
      if (mine) enrich(mine.part, source, flags && cited);
      for (const key of keys) own.set(key, here);
      return known && known.part !== here.part ? [here.name, known.name] : [here.name];
    },
    find: (reference) => own.get(`reference:${reference}`) ?? scope.get(`reference:${reference}`),
    parts: () => parts,
    share(owner) {
      for (const [key, known] of own) scope.set(owner, key, known);
    },
  };
}

function freeId(wanted: string | null, ids: Set<string>): string {
  let id = wanted !== null && !ids.has(wanted) ? wanted : `s${ids.size}`;
  while (ids.has(id)) id = `${id}x`;
  ids.add(id);
  return id;
}

const texts = (source: Source): string[] => source.texts.filter((text): text is string => !!text && text.trim() !== '');

const holds = ({ passages }: PartOf<'evidence'>, text: string): boolean =>
  passages.some((passage) => passage.text.includes(text));

function saysAll(part: PartOf<'evidence'>, source: Source): boolean {
  const titled = source.title === null || source.title === part.title;
  return titled && !source.extra && texts(source).every((text) => holds(part, text));
}

function evidencePart(id: string, source: Source, cited: boolean | null): PartOf<'evidence'> {
  const { url, title, site, published, retrieved, file, rank, query, extra } = source;
  return {
    type: 'evidence',
    id,
    url,
    title,
    passages: texts(source).map((text) => ({ text, origin: 'provider' as const })),
    cited,
    ...said({ site, published, retrieved, file, rank, query, extra }),
  };
}

/** Adds what a second mention of a source says beyond the first. */
function enrich(part: PartOf<'evidence'>, source: Source, cited: boolean): void {
  for (const text of texts(source)) if (!holds(part, text)) part.passages.push({ text, origin: 'provider' });
  addTitle(part, source.title);
  if (cited) part.cited = true;
  const { site, published, retrieved, rank, query, extra } = source;
  for (const [key, value] of Object.entries(said({ site, published, retrieved, rank, query }))) part[key] ??= value;
  if (extra) part.extra = { ...asObject(part.extra), ...extra };
}

/** A page may have several titles: the first stays, the others stand beside it. */
function addTitle(part: PartOf<'evidence'>, title: string | null): void {
  if (title === null || title === part.title) return;
  if (part.title === null) part.title = title;
  else part.titles = [...new Set([...asTexts(part.titles), title])];
}
