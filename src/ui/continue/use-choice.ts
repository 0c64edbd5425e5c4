import { useMemo, useState } from 'preact/hooks';
import { type Choice, pickableIn } from '../../handoff/choice';
import { pathTo } from '../../projection/branches';
import type { SessionView } from '../../projection/view';

/** What the person ticked of a list; null: all of it, and whatever comes to it. */
export type Ticked<T> = readonly T[] | null;

/** Ways to change a choice. Each takes what is chosen by then: what is pressed may have been drawn before. */
export interface Choosing {
  readonly choice: Choice;
  readonly branch: (leaf: string | null) => void;
  readonly budget: (budget: number | null) => void;
  readonly agents: (change: (before: Ticked<string>) => Ticked<string>) => void;
  readonly sources: (change: (before: Ticked<number>) => Ticked<number>) => void;
  readonly files: (change: (before: Ticked<string>) => Ticked<string>) => void;
}

/**
 * What the person picks to hand over: everything at first. It is of this visit to the page alone. A branch that goes on
 * meanwhile is followed.
 */
export function useChoice(view: SessionView | null): Choosing {
  const [chosen, choose] = useState<Choice>({});
  const asked = chosen.leaf ?? null;
  const leaf = useMemo(() => (asked === null || !view ? asked : endOf(view, asked)), [view, asked]);
  return useMemo(
    () => ({
      choice: leaf === asked ? chosen : { ...chosen, leaf },
      branch: (leaf) => choose((before) => ({ ...before, leaf })),
      budget: (budget) => choose((before) => ({ ...before, budget })),
      agents: (change) => choose((before) => ({ ...before, agents: change(before.agents ?? null) })),
      sources: (change) => choose((before) => ({ ...before, sources: change(before.sources ?? null) })),
      files: (change) => choose((before) => ({ ...before, files: change(before.files ?? null) })),
    }),
    [chosen, asked, leaf],
  );
}

/** The end of the branch that an event is on; null: it is the one the person was on. */
function endOf(view: SessionView, id: string): string | null {
  const { branches } = pickableIn(view);
  const end =
    branches.find(({ leaf }) => leaf === id) ??
    branches.find(({ leaf }) => pathTo(view, leaf).some((event) => event.id === id));
  return end?.active ? null : (end?.leaf ?? id);
}
