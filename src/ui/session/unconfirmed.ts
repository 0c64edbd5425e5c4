import { type Event, isOurs } from '../../model/event';
import { editOf } from '../../model/ledger';
import { contentHash } from '../../model/versions';
import type { SessionView } from '../../projection/view';

/** Ids of what was only heard in the page, where its scripts could have forged it, and no asked read has agreed to yet. */
export function unconfirmedIn(view: SessionView): ReadonlySet<string> {
  const agreed = new Map<string, Set<string>>();
  for (const event of view.log) {
    const edit = editOf(event);
    if (edit?.action !== 'confirm' || edit.source.capture !== 'asked') continue;
    for (const [id, hash] of edit.targets) agreed.set(id, (agreed.get(id) ?? new Set()).add(hash));
  }
  const isAgreed = (event: Event): boolean => {
    const hashes = agreed.get(event.id);
    return hashes?.has(contentHash(event)) ?? false;
  };
  const open = [...view.current.values()].filter((event) => event.source.capture === 'heard' && !isOurs(event));
  return new Set(open.filter((event) => !isAgreed(event)).map(({ id }) => id));
}
