import { closingEdges, type Edge } from '../model/cycles';
import { FORMAT_VERSION, type Observation } from '../model/event';
import { bodyOwnId } from '../model/ids';

/**
 * Makes the parents of one reading hold, whatever a site sent and a reader made of it: each parent once, an edge that
 * would close a cycle left out and named by a gap, and a parent that the reading does not give is a gap with its id
 * (known at once, where the log has that parent).
 */
export function link(observations: readonly Observation[]): Observation[] {
  const parents = new Map<string, readonly string[]>();
  for (const { id, parents: named } of observations) parents.set(id, both(parents.get(id), named));
  const closing = closingEdges(parents);
  const linked = closing.length > 0 ? observations.map((each) => withoutEdges(each, closing)) : observations;
  return [...linked.map(once), ...cycleGaps(observations, closing), ...missingParents(linked, parents)];
}

const both = (a: readonly string[] | undefined, b: readonly string[]): readonly string[] =>
  a === undefined ? b : [...new Set([...a, ...b])];

function withoutEdges(observation: Observation, closing: readonly Edge[]): Observation {
  const cut = new Set(closing.flatMap(({ child, parent }) => (child === observation.id ? [parent] : [])));
  return cut.size === 0
    ? observation
    : { ...observation, parents: observation.parents.filter((parent) => !cut.has(parent)) };
}

/** Each parent once. */
function once(observation: Observation): Observation {
  if (observation.parents.length < 2) return observation;
  const parents = [...new Set(observation.parents)];
  return parents.length === observation.parents.length ? observation : { ...observation, parents };
}

function cycleGaps(observations: readonly Observation[], closing: readonly Edge[]): Observation[] {
  if (closing.length === 0) return [];
  const byId = new Map(observations.map((each) => [each.id, each]));
  return closing.flatMap(({ child, parent }) => {
    const event = byId.get(child);
    if (!event) return [];
    const body = { what: { parent }, why: 'cycle' as const, where: 'parents', native: event.native.parent };
    return [gap(event, { id: `${child}/gap.${bodyOwnId(body)}`, parents: [child], body, native: null })];
  });
}

function missingParents(
  observations: readonly Observation[],
  given: ReadonlyMap<string, readonly string[]>,
): Observation[] {
  const missing = new Map<string, Observation>();
  for (const event of observations)
    for (const id of event.parents)
      if (!given.has(id) && !missing.has(id)) {
        const { parent } = event.native;
        const native = id === `${event.source.platform}:${parent}` ? parent : null;
        const body = { what: 'message', why: 'not-sent' as const, where: 'parents', native };
        missing.set(id, gap(event, { id, parents: [], body, native }));
      }
  return [...missing.values()];
}

function gap(
  from: Observation,
  { id, parents, body, native }: Pick<Observation<'gap'>, 'id' | 'parents' | 'body'> & { native: string | null },
): Observation<'gap'> {
  return {
    v: FORMAT_VERSION,
    id,
    thread: from.thread,
    parents,
    at: { occurred: null, updated: null },
    actor: { kind: 'provider', name: null, model: null },
    kind: 'gap',
    body,
    native: { id: native, node: null, type: null, parent: null },
    source: from.source,
    fidelity: 'derived',
    sealed: [],
  };
}
