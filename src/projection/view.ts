import { compareText } from '../lib/text';
import type { Kind } from '../model/bodies';
import { closingEdges } from '../model/cycles';
import { type Event, isOurs } from '../model/event';
import { pageEventId, shortNumber } from '../model/ids';
import { currentOf, editOf, entryOf, type Ledger, openLedger } from '../model/ledger';
import { rankOf } from '../model/versions';

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
  const counting = currentEvents(log);
  const joined = joinedParents(counting);
  const current = withoutPlaceholders(counting, joined);
  const parents = withoutCycles(current, joined);
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
  const ledger = openLedger(contested(log, byId).map(entryOf));
  const current = new Map<string, Event>();
  for (const [id, lines] of byId) {
    const event = currentLine(ledger, id, lines);
    if (event && !ledger.retired.has(id)) current.set(id, event);
  }
  return supersede(log, current);
}

/** Most ids have one version: only the others, what edits speak of, and gaps need the ledger. */
function contested(log: readonly Event[], byId: ReadonlyMap<string, readonly Event[]>): Event[] {
  const edits = log.filter(({ kind }) => kind === 'context.edit');
  const reread = edits
    .flatMap((event) => editOf(event) ?? [])
    .flatMap(({ action, targets }) => (action === 'reread' ? targets : []));
  const spokenOf = new Set(reread.map(([id]) => id));
  return log.filter(
    ({ id, kind }) => kind === 'context.edit' || kind === 'gap' || spokenOf.has(id) || (byId.get(id)?.length ?? 0) > 1,
  );
}

function currentLine(ledger: Ledger, id: string, lines: readonly Event[]): Event | undefined {
  if (lines.length === 1) return lines[0];
  const seq = currentOf(ledger, id)?.seq;
  return lines.find((each) => each.seq === seq);
}

/** Leaves out what only a page gave once something better is there. */
function supersede(log: readonly Event[], current: Map<string, Event>): Map<string, Event> {
  const numbered = log.some(isAbovePage) ? pageNumbered(log) : null;
  if (numbered !== null) for (const id of current.keys()) if (id.startsWith(numbered)) current.delete(id);
  return current;
}

/** Leaves out gaps that nobody points to any more. */
function withoutPlaceholders(current: Map<string, Event>, parents: Parents): Map<string, Event> {
  const named = new Set([...parents.values()].flat());
  for (const [id, event] of current) if (isPlaceholder(event) && !named.has(id)) current.delete(id);
  return current;
}

type Parents = ReadonlyMap<string, readonly string[]>;

/** Parents of each id. What names a place at which two pages join comes after the end of the older page. */
function joinedParents(current: ReadonlyMap<string, Event>): Parents {
  const joins = new Map<string, readonly string[]>();
  for (const [id, event] of current)
    if (event.kind === 'gap' && event.body.joins === true && event.parents.length > 0) joins.set(id, event.parents);
  const parents = new Map<string, readonly string[]>();
  for (const [id, event] of current) parents.set(id, joins.size > 0 ? through(joins, event.parents) : event.parents);
  return parents;
}

/** The ids, those that join pages replaced by what they lead to. */
function through(joins: Parents, ids: readonly string[]): readonly string[] {
  if (!ids.some((id) => joins.has(id))) return ids;
  const found: string[] = [];
  const open = ids.toReversed();
  const seen = new Set<string>();
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    const beyond = joins.get(id);
    if (beyond) for (const each of beyond.toReversed()) open.push(each);
    else found.push(id);
  }
  return found;
}

/** What the ids of events begin with that a page gave no message id, and that are numbered by where they stood in it. */
function pageNumbered(log: readonly Event[]): string | null {
  const started = log.find((event) => event.kind === 'session.started');
  const session = started?.kind === 'session.started' ? started.body.session : undefined;
  return started && session !== undefined ? pageEventId(started.source.platform, session, '') : null;
}

const PAGE = rankOf('message', { capture: 'page', form: 'page' });

/** True for a line that a reading above a page's left, be it only that it agrees. */
const isAbovePage = (event: Event): boolean =>
  (!isOurs(event) || editOf(event)?.action === 'confirm') && rankOf('message', event.source) > PAGE;

/** A gap that stands for a native message: it has that message's id. */
const isPlaceholder = ({ id, kind, native, source }: Event): boolean =>
  kind === 'gap' && id === `${source.platform}:${native.id ?? native.node ?? ''}`;

/** Parents of each id. An edge that would close a cycle is dropped: which one must not depend on the order of capture. */
function withoutCycles(current: ReadonlyMap<string, Event>, joined: Parents): Parents {
  const parents = new Map<string, readonly string[]>();
  for (const id of current.keys())
    parents.set(
      id,
      (joined.get(id) ?? []).filter((parent) => current.has(parent)),
    );
  const sorted = new Map([...parents].sort(([a], [b]) => compareText(a, b)));
  const cut = new Map<string, Set<string>>();
  for (const { child, parent } of closingEdges(sorted)) {
    const known = cut.get(child);
    if (known) known.add(parent);
    else cut.set(child, new Set([parent]));
  }
  for (const [child, away] of cut) parents.set(child, parents.get(child)?.filter((each) => !away.has(each)) ?? []);
  return parents;
}
