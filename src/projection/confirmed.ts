import type { Event } from '../model/event';
import { editOf } from '../model/ledger';
import { contentHash } from '../model/versions';
import type { SessionView } from './view';

/** Whether a read that was asked for has agreed with what was heard in the page, where its scripts could have forged it. */
export function confirmedIn(view: SessionView): (event: Event) => boolean {
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
  return (event) => agreed.get(event.id)?.has(contentHash(event)) ?? false;
}
