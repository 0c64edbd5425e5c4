import { citedNumbers } from '../../handoff/cited';
import type { Shown } from '../../handoff/shown';
import { oncePer } from '../../lib/once-per';
import { partsOf } from '../../projection/sources';

/** Events that cite each source, by its number. */
export const citingEvents = oncePer((shown: Shown): ReadonlyMap<number, readonly string[]> => {
  const citing = new Map<number, string[]>();
  for (const event of shown.view.current.values())
    for (const number of new Set(
      partsOf(event).flatMap((part) => (part.type === 'citation' ? citedNumbers(shown, part) : [])),
    )) {
      const list = citing.get(number);
      if (list) list.push(event.id);
      else citing.set(number, [event.id]);
    }
  return citing;
});
