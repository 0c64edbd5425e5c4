import { useMemo, useState } from 'preact/hooks';
import type { Choice } from '../../handoff/choice';

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

/** What the person picks to hand over: everything at first. It is of this visit to the page alone. */
export function useChoice(): Choosing {
  const [choice, choose] = useState<Choice>({});
  return useMemo(
    () => ({
      choice,
      branch: (leaf) => choose((before) => ({ ...before, leaf })),
      budget: (budget) => choose((before) => ({ ...before, budget })),
      agents: (change) => choose((before) => ({ ...before, agents: change(before.agents ?? null) })),
      sources: (change) => choose((before) => ({ ...before, sources: change(before.sources ?? null) })),
      files: (change) => choose((before) => ({ ...before, files: change(before.files ?? null) })),
    }),
    [choice],
  );
}
