import { extentOf, momentInWords, spanInWords } from '../lib/time';
import type { Event } from '../model/event';
import type { SessionView } from '../projection/view';

/** What stands where nobody said when a file was packed. */
const NEVER = '1970-01-01T00:00:00.000Z';

/** When a session was held, as the site says, from its first event to its last; null where it says nothing. */
export const heldIn = (view: SessionView): { readonly first: string; readonly last: string } | null =>
  extentOf([...view.current.values()].flatMap(({ at }) => at.occurred ?? []));

/** When a chat began, in words: the same in every place that says it. */
export function beganWords(view: SessionView, to: 'minute' | 'second' = 'minute'): string {
  const held = heldIn(view);
  return held === null ? 'the site did not say when' : momentInWords(held.first, to);
}

/**
 * When a session was recorded, under its label. The lines of a session that was read from a file carry no time of a
 * clock: what was given with the file, else the newest time the file states, else none at all.
 */
export function recordedFact(
  view: SessionView,
  moments: readonly string[] = view.log.flatMap(({ at, source }) => (source.capture === 'user' ? [] : at.recorded)),
): { readonly label: string; readonly value: string } {
  const span = spanInWords(moments.filter((moment) => moment !== NEVER));
  if (!isOfFile(view.log)) return { label: 'Recorded', value: span ?? 'not known' };
  return {
    label: 'Packed from a file',
    value:
      span === null
        ? 'at a time that is not known'
        : `its lines bear the time ${span} (given by whoever packed it, or else the newest that the file states)`,
  };
}

const isOfFile = (log: readonly Event[]): boolean => {
  const read = log.filter(({ actor }) => actor.kind !== 'recorder' && actor.kind !== 'user');
  const told = read.length > 0 ? read : log;
  return told.length > 0 && told.every(({ source }) => source.capture === 'file');
};

/** The moment a session is listed under: when it began, else when it was recorded; null where neither is known. */
export function momentOf(view: SessionView): string | null {
  const recorded = view.log[0]?.at.recorded ?? NEVER;
  return heldIn(view)?.first ?? (recorded === NEVER ? null : recorded);
}
