import { member } from '../lib/json';
import { isOurs } from '../model/event';
import { gapsOf } from '../projection/lacks';
import type { SessionView } from '../projection/view';
import { siteById } from '../providers/sites';

/** The ids of the gaps of a session that are files which its site has a way for: they can be asked for again. */
export function fetchableIn(view: SessionView, site: string): ReadonlySet<string> {
  const kinds = siteById(site)?.files ?? [];
  const found = gapsOf(view).filter((gap) => {
    const pointer = isOurs(gap) ? null : member(gap.body.what, 'pointer');
    const kind = typeof pointer === 'string' ? kinds.find((each) => each.pointer.test(pointer)) : undefined;
    return kind !== undefined && kind.ways.length > 0;
  });
  return new Set(found.map(({ id }) => id));
}
