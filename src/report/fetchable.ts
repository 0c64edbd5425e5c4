import { member } from '../lib/json';
import { isOurs } from '../model/event';
import { gapsOf } from '../projection/lacks';
import type { SessionView } from '../projection/view';
import { siteById } from '../providers/sites';

/** How many of the things that a session lacks are files that its site has a way for: they can be asked for again. */
export function fetchableIn(view: SessionView, site: string): number {
  const kinds = siteById(site)?.files ?? [];
  return gapsOf(view).filter((gap) => {
    const pointer = isOurs(gap) ? null : member(gap.body.what, 'pointer');
    const kind = typeof pointer === 'string' ? kinds.find((each) => each.pointer.test(pointer)) : undefined;
    return kind !== undefined && kind.ways.length > 0;
  }).length;
}
