import { EMPTY } from '../model/chain';
import { EventShape, FORMAT_VERSION, type Observation, type RawPlace } from '../model/event';
import { bodyOwnId } from '../model/ids';
import { isByTime } from '../model/versions';
import type { Draft, DraftPlace, ExchangeHead, SessionReading } from '../providers/contract';
import { link } from './links';
import { normalise } from './normalise';

/** What a reading says, as observations, and which of them have no time but the exchange's. */
export interface Observed {
  readonly observations: readonly Observation[];
  readonly timed: ReadonlySet<string>;
}

interface Context {
  /** `<id>@<number>` */
  readonly reader: string;
  readonly head: ExchangeHead;
  /** The head's time is a clock's, and not what the payload itself states. */
  readonly byClock: boolean;
  readonly placeOf: (place: DraftPlace) => RawPlace;
}

/** Makes a reader's drafts whole: canonical, with their source and places, and parents that hold. */
export function observe({ drafts }: Pick<SessionReading, 'drafts'>, context: Context): Observed {
  const timed = drafts.filter(({ kind, at }) => context.byClock && isByTime(kind) && at.updated === null);
  return {
    observations: link(drafts.map((draft) => observation(draft, context))),
    timed: new Set(timed.map(({ id }) => id)),
  };
}

function observation(draft: Draft, { reader, head, placeOf }: Context): Observation {
  const { raw, fidelity, at, id, thread, parents, actor, kind, body, native, sealed } = draft;
  const { value: said, changed } = normalise({ id, thread, parents, actor, kind, body, native, sealed });
  const updated = at.updated ?? (isByTime(kind) ? head.at : null);
  const platform = reader.slice(0, reader.lastIndexOf('@'));
  const places = raw.length > 0 ? distinct(raw.map(placeOf)) : [placeOf('')];
  const whole = {
    v: FORMAT_VERSION,
    id: said.id,
    thread: said.thread,
    parents: said.parents,
    at: { occurred: at.occurred, updated },
    actor: said.actor,
    kind: said.kind,
    body: said.body,
    native: said.native,
    source: { platform, capture: head.capture, form: head.form, reader, raw: places },
    fidelity: fidelity ?? (changed ? 'normalised' : 'exact'),
    sealed: said.sealed,
  } as Observation; // kind and body belong together in a draft
  return isEvent(whole) ? whole : asUnknown(whole);
}

/** Each place once: members of a payload that stand beside one another lie in the same piece of its frame. */
function distinct(places: RawPlace[]): RawPlace[] {
  if (places.length < 2) return places;
  return [...new Map(places.map((place) => [JSON.stringify(place), place])).values()];
}

const RECORDED = '1970-01-01T00:00:00.000Z';

/** The same as the line it would become, as far as the schema is concerned. */
function isEvent(observation: Observation): boolean {
  const { v, id, thread, parents, actor, kind, body, native, source, fidelity, sealed } = observation;
  const { occurred, updated } = observation.at;
  const at = { occurred, updated, recorded: RECORDED };
  const { seq, prev } = EMPTY;
  const line = {
    v,
    seq,
    id,
    thread,
    parents,
    at,
    actor,
    kind,
    body,
    native,
    source,
    fidelity,
    sealed,
    revises: null,
    prev,
  };
  return EventShape.safeParse(line).success;
}

/** A draft that breaks the format must neither break the log nor be lost: it is kept as what nobody knows yet. */
function asUnknown(draft: Observation): Observation {
  const { v, id, thread, source, at, kind } = draft;
  const body = { type: String(kind), text: JSON.stringify(draft.body) ?? null };
  const parents = Array.isArray(draft.parents) ? draft.parents.filter((each) => typeof each === 'string') : [];
  const shell: Observation<'unknown'> = {
    v,
    id: typeof id === 'string' && id !== '' ? id : `${source.platform}:${bodyOwnId(body)}`,
    thread: typeof thread === 'string' && thread !== '' ? thread : 'root',
    parents,
    at: { occurred: null, updated: null },
    actor: { kind: 'provider', name: null, model: null },
    kind: 'unknown',
    body,
    native: { id: null, node: null, type: null, parent: null },
    source,
    fidelity: 'partial',
    sealed: [],
  };
  const placed = { ...shell, native: draft.native, at };
  return isEvent(placed) ? placed : shell;
}
