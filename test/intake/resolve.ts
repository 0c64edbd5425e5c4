import { looseText } from '../../src/lib/bytes';
import { hashIn } from '../../src/lib/hash';
import { parseJson, pointerSteps } from '../../src/lib/json';
import type { Event, RawPlace } from '../../src/model/event';
import { Frame } from '../../src/raw/frame';
import type { Kept } from './acme';

/** What a place leads to, as whoever has only the artifacts finds it. */
export function resolve(kept: Kept, place: RawPlace): unknown {
  const bytes = kept.artifacts.get(hashIn(place.artifact) ?? '');
  if (!bytes) throw new Error(`${place.artifact} is not kept`);
  if ('bytes' in place) return looseText(bytes.subarray(...place.bytes));
  let value = parseJson(looseText(bytes));
  for (const step of pointerSteps(place.pointer)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step))
      throw new Error(`${place.pointer} leads nowhere`);
    value = (value as Record<string, unknown>)[step];
  }
  return value;
}

/** The frame that an event names. */
export const frameOf = (kept: Kept, event: Event | undefined): Frame => {
  const hash = hashIn(event?.source.raw[0]?.frame ?? '') ?? '';
  return Frame.parse(parseJson(looseText(kept.artifacts.get(hash) ?? new Uint8Array())));
};
