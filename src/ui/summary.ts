import type { GapReason } from '../model/bodies';
import { t } from '../platform/strings';
import { branchesOf, messagesIn } from '../projection/branches';
import { lacksOf } from '../projection/lacks';
import { sourcesOf } from '../projection/sources';
import { unreadIn } from '../projection/unread';
import { eventsOf, type SessionView } from '../projection/view';

/** What is kept of a session, in numbers, and what lacks. */
export interface Summary {
  readonly messages: number;
  readonly branches: number;
  readonly sources: number;
  readonly files: number;
  /** How many gaps there are of each reason, in order of first appearance. */
  readonly gaps: ReadonlyMap<GapReason, number>;
  /** Exchanges that are kept and not yet readable: gaps, too. */
  readonly unread: number;
}

/** Counts what a session holds. */
export function summaryOf(view: SessionView): Summary {
  const gaps = new Map<GapReason, number>();
  for (const { body } of lacksOf(view)) gaps.set(body.why, (gaps.get(body.why) ?? 0) + 1);
  return {
    messages: messagesIn(view).length,
    branches: branchesOf(view).length,
    sources: sourcesOf(view).sources.length,
    // a file that two branches name is one
    files: new Set(eventsOf(view, 'artifact').map(({ body }) => body.artifact)).size,
    gaps,
    unread: unreadIn(view).length,
  };
}

/** The numbers of a summary with their names, as people see them. */
export function factsOf({ messages, branches, sources, files, gaps }: Summary): [name: string, value: number][] {
  const missing = [...gaps.values()].reduce((sum, each) => sum + each, 0);
  return [
    [t('fact_messages'), messages],
    [t('fact_branches'), branches],
    [t('fact_sources'), sources],
    [t('fact_files'), files],
    [t('fact_gaps'), missing],
  ];
}
