import type { Event } from '../../model/event';
import { editOf } from '../../model/ledger';
import { contentHash } from '../../model/versions';
import type { SessionView } from '../../projection/view';

/**
 * What a reader has to know of where an event was read, or null. What was heard on a page could have been forged by a
 * script of that page, until a read that we asked for ourselves agreed with it.
 */
export function trustIn(view: SessionView): (event: Event) => string | null {
  const agreed = new Map<string, Set<string>>();
  for (const event of view.log) {
    const edit = event.source.capture === 'asked' ? editOf(event) : null;
    if (edit?.action !== 'confirm') continue;
    for (const [id, hash] of edit.targets) {
      const known = agreed.get(id);
      if (known) known.add(hash);
      else agreed.set(id, new Set([hash]));
    }
  }
  return (event) => {
    const { actor, source, id } = event;
    if (actor.kind === 'recorder') return null;
    if (source.form === 'page' || source.form === 'cut') return 'read in part';
    if (source.capture !== 'heard') return null;
    const hashes = agreed.get(id);
    return hashes?.has(contentHash(event)) ? null : 'heard, not confirmed';
  };
}
