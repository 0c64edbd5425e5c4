import type { PartOf } from '../../model/parts';
import { enrich, evidencePart, type Otherwise, otherwise, type Source, saysAll } from './evidence-part';
import { openKnown, type Known as Tracked } from './scope';

export type { Source } from './evidence-part';

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
  /** What a citation says of the site and the date of its sources, once they were added, otherwise than their parts. */
  otherwise(sources: readonly Source[]): readonly Otherwise[] | null;
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
      if (!ownOf(source) && known && isSame(known, source) && saysAll(known.part, source, cited)) return [known.name];
      const { name, part } = here(source, cited);
      return known && known.part !== part ? [name, known.name] : [name];
    },
    otherwise(sources) {
      const all = sources.flatMap((source) => {
        const parts = [ownOf(source), above(source)].flatMap((known) => (known ? [known.part] : []));
        return otherwise(source, parts) ?? [];
      });
      return all.length > 0 ? all : null;
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
