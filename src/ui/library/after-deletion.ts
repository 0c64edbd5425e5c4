import { t } from '../../platform/strings';
import { count, size } from '../format';
import { elementSoon } from '../session/ranges';
import type { Deleted } from './delete-dialog';

/** What was deleted, by its name, as a sentence. */
export function deletedWords({ sessions, bytes, name }: Deleted): string {
  const more = sessions.length - 1;
  return more > 0 ? t('delete_done_more', name, count(more), size(bytes)) : t('delete_done', name, size(bytes));
}

/** The links of the list that open a session as a whole. */
const listed = (): HTMLAnchorElement[] => [
  ...document.querySelectorAll<HTMLAnchorElement>('.item a[aria-describedby]'),
];

/** The listed session that is nearest to those that go: the first after them, else the last before; null where none stays. */
export function neighbourOf(gone: ReadonlySet<string>): string | null {
  const ids = listed().map(({ hash }) => hash.slice(1));
  const last = ids.findLastIndex((id) => gone.has(id));
  const stays = (id: string): boolean => !gone.has(id);
  return ids.slice(last + 1).find(stays) ?? ids.slice(0, last + 1).findLast(stays) ?? null;
}

/** Moves the focus to a listed session, where it is seen. */
export function focusOnListed(session: string | null): void {
  const find = (): HTMLElement | null => {
    const found = listed().find(({ hash }) => hash === `#${session}`);
    return found && found.checkVisibility?.() !== false ? found : null;
  };
  // what it waits for is the page itself
  if (session !== null) void elementSoon(find).then((found) => found?.focus());
}
