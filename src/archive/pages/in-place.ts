import type { Event } from '../../model/event';
import { partsOf } from '../../projection/sources';
import { type Beside, besideOf, isMedia } from '../../report/media';
import type { PageSession } from './context';
import { factsOf } from './facts';

/**
 * What hangs beside an event and is said where a part of it names the file, by the part's index: here are its bytes, or
 * why there are none. Each stands in one place only; what says more than that keeps a place of its own.
 */
export function inPlace(page: PageSession, event: Event): ReadonlyMap<number, Beside> {
  const found = new Map<number, Beside>();
  const open = new Set(
    page
      .outline()
      .beside.get(event.id)
      ?.map(({ id }) => id),
  );
  if (open.size === 0) return found;
  for (const [index, part] of partsOf(event).entries()) {
    const beside = isMedia(part) ? besideOf(page.view, event, part) : null;
    if (beside && open.delete(beside.id) && saysNoMore(page, beside)) found.set(index, beside);
  }
  return found;
}

const saysNoMore = ({ shown }: PageSession, beside: Beside): boolean =>
  beside.kind === 'gap' ? beside.sealed.length === 0 : factsOf(shown, beside).length === 0;

/** What hangs beside an event and has a place of its own. */
export function besidesOf(page: PageSession, event: Event): readonly Event[] {
  const all = page.outline().beside.get(event.id) ?? [];
  const placed = new Set([...inPlace(page, event).values()].map(({ id }) => id));
  return all.filter(({ id }) => !placed.has(id));
}
