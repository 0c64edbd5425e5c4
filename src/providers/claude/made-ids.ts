import type { Draft } from '../contract';

/** Takes ids that are ours and not the site's out of what is said to be native. */
export function withoutMadeIds(drafts: readonly Draft[], made: ReadonlySet<string>): readonly Draft[] {
  if (made.size === 0) return drafts;
  const given = (id: string | null): string | null => (id !== null && made.has(id) ? null : id);
  return drafts.map((draft) => {
    const { id, parent } = draft.native;
    return { ...draft, native: { ...draft.native, id: given(id), parent: given(parent) } };
  });
}
