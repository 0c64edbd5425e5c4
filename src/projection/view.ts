import type { Kind } from '../model/bodies';
import type { Event } from '../model/event';
import { shortNumber } from '../model/ids';
import { currentOf, entryOf, isGapIn, openLedger } from '../model/ledger';

/** What a log says now: of every id the version that counts, in the order in which the ids were first written. */
export interface SessionView {
  /** All lines, as recorded. */
  readonly log: readonly Event[];
  /** The version that counts, by id, in order of first lines. */
  readonly current: ReadonlyMap<string, Event>;
  /** Kept children by parent id, in order of first lines; cycles across versions are cut. */
  readonly children: ReadonlyMap<string, readonly string[]>;
  /** Parents that remain after cycles are cut. */
  readonly parents: ReadonlyMap<string, readonly string[]>;
  /** `seq` of the first line of each id, for the numbers people see. */
  readonly first: ReadonlyMap<string, number>;
}

/** Folds a log into what it says now. */
export function viewOf(log: readonly Event[]): SessionView {
  const current = currentEvents(log);
  const parents = withoutCycles(current);
  const children = new Map<string, string[]>();
  for (const [id, above] of parents)
    for (const parent of above) {
      const list = children.get(parent);
      if (list) list.push(id);
      else children.set(parent, [id]);
    }
  const first = new Map<string, number>();
  for (const { id, seq } of log) if (!first.has(id)) first.set(id, seq);
  return { log, current, children, parents, first };
}

/** The number people see for an event: `V-0142`. */
export const numberOf = (view: SessionView, id: string): string => shortNumber(view.first.get(id) ?? 0);

/** All current events of the kinds, in order. */
export function eventsOf<K extends Kind>(view: SessionView, ...kinds: readonly K[]): Event<K>[] {
  const wanted: ReadonlySet<string> = new Set(kinds);
  return [...view.current.values()].filter((event) => wanted.has(event.kind)) as Event<K>[];
}

function currentEvents(log: readonly Event[]): Map<string, Event> {
  const byId = new Map<string, Event[]>();
  for (const event of log) {
    const lines = byId.get(event.id);
    if (lines) lines.push(event);
    else byId.set(event.id, [event]);
  }
  // most ids have one version: only the others, and what speaks of them, need the ledger
  const edits = log.filter(({ kind }) => kind === 'context.edit');
  const contested = [...byId.values()].filter((lines) => lines.length > 1).flat();
  const gaps = contested.length > 0 ? log.filter(({ kind }) => kind === 'gap') : [];
  const involved = [...new Set([...contested, ...gaps, ...edits])].sort((a, b) => a.seq - b.seq);
  const ledger = openLedger(involved.map(entryOf));
  const isGap = isGapIn(ledger);
  const current = new Map<string, Event>();
  for (const [id, lines] of byId) {
    if (ledger.retired.has(id)) continue;
    const seq = lines.length > 1 ? currentOf(ledger, id)?.seq : lines[0]?.seq;
    const event = lines.find((each) => each.seq === seq);
    if (event) current.set(id, event);
  }
  return supersede(current, isGap);
}

/** Leaves out what only a page gave once something better is there, and gaps that nobody points to any more. */
function supersede(current: Map<string, Event>, isGap: (id: string) => boolean): Map<string, Event> {
  const better = [...current.values()].some(
    ({ source, actor }) => source.form !== 'page' && source.form !== 'note' && actor.kind !== 'recorder',
  );
  for (const [id, event] of current)
    if (better && event.source.form === 'page' && /\/page\.\d+$/.test(id)) current.delete(id);
  const named = new Set([...current.values()].flatMap(({ parents }) => parents));
  for (const [id, event] of current)
    if (event.kind === 'gap' && isPlaceholder(event) && isGap(id) && !named.has(id)) current.delete(id);
  return current;
}

/** A gap that stands for a native message: it has that message's id. */
const isPlaceholder = (event: Event): boolean =>
  event.id === `${event.source.platform}:${event.native.id ?? event.native.node ?? ''}`;

/** Parents of each id; an edge that would close a cycle across versions is dropped, the later one first. */
function withoutCycles(current: ReadonlyMap<string, Event>): Map<string, readonly string[]> {
  const kept = new Map<string, readonly string[]>();
  for (const [id, event] of current)
    kept.set(
      id,
      event.parents.filter((parent) => current.has(parent)),
    );
  const state = new Map<string, 'open' | 'done'>();
  for (const start of current.keys()) if (!state.has(start)) climb(start, kept, state);
  return kept;
}

/** Walks up from an event depth first, without recursion, and cuts what leads back to where it came from. */
function climb(start: string, kept: Map<string, readonly string[]>, state: Map<string, 'open' | 'done'>): void {
  const stack: { id: string; next: number }[] = [{ id: start, next: 0 }];
  state.set(start, 'open');
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const { id } = top;
    const above = kept.get(id) ?? [];
    const parent = above[top.next];
    if (parent === undefined) {
      state.set(id, 'done');
      stack.pop();
    } else if (state.get(parent) === 'open') {
      kept.set(id, above.toSpliced(top.next, 1));
    } else {
      top.next++;
      if (!state.has(parent)) {
        state.set(parent, 'open');
        stack.push({ id: parent, next: 0 });
      }
    }
  }
}
