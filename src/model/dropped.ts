import { sha256Hex } from '../lib/hash';
import { canonical } from '../lib/json';
import type { Observation } from './event';
import { FORMAT_VERSION } from './event';
import { sessionEventId } from './ids';

/** Of what bytes are let go, and what is said of it. */
export interface Dropped {
  /** What it was, in words or by its name; never something that holds a hash. */
  readonly what: unknown;
  /** The event that spoke of it, or null. */
  readonly where: string | null;
  /** Bare hashes. */
  readonly hashes: readonly string[];
}

/** The recorder's gap for bytes that the person let go of: every `sha256:…` in it may be missing from then on. */
export function droppedGap(
  { site, native }: { readonly site: string; readonly native: string },
  { what, where, hashes }: Dropped,
): Observation<'gap'> {
  const artifacts = hashes.map((hash) => ({ artifact: `sha256:${hash}` }));
  return {
    v: FORMAT_VERSION,
    id: sessionEventId(site, native, 'gap', `dropped.${sha256Hex(canonical([...hashes].sort())).slice(0, 16)}`),
    thread: 'root',
    parents: [],
    at: { occurred: null, updated: null },
    actor: { kind: 'recorder', name: null, model: null },
    kind: 'gap',
    body: { what, why: 'dropped', where, native: null, dropped: artifacts },
    native: { id: null, node: null, type: null, parent: null },
    source: { platform: site, capture: 'user', form: 'note', reader: `${site}@1`, raw: [] },
    fidelity: 'exact',
    sealed: [],
  };
}
