import { hashIn } from '../lib/hash';
import type { Event } from '../model/event';
import { namesIn } from '../model/named';
import { type GetMany, rawOrder } from './raw-pack';

/**
 * Every artifact that a session needs, by bare hash: its raw in the order of the pack, then what bodies and sealed values
 * name. A file that was fetched is both, and stands where people find it.
 */
export async function sessionArtifacts(
  events: readonly Event[],
  containers: readonly { readonly frame: string }[],
  get: GetMany,
): Promise<{ raw: string[]; named: string[] }> {
  const frames = containers.map(({ frame }) => frame);
  const files = new Set(events.map((event) => (event.kind === 'artifact' ? hashIn(event.body.artifact) : null)));
  const raw = (await rawOrder(events, frames, get)).filter((hash) => !files.has(hash));
  const packed = new Set(raw);
  const named = new Set(events.flatMap(({ body, sealed }) => namesIn([body, sealed])));
  return { raw, named: [...named].filter((hash) => !packed.has(hash)) };
}
