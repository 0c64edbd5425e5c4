import type { Event } from '../model/event';
import { activePath, branchesOf, inChain, messageOf, pathTo } from '../projection/branches';
import { threadsOf } from '../projection/threads';
import { numberOf, type SessionView } from '../projection/view';
import { filesOf } from '../report/files';

/**
 * What the person picked to hand over. Whatever is absent or null is everything: of a default choice every text is what it
 * would be without one.
 */
export interface Choice {
  /** The last event of the branch; null: the branch the person was on. */
  readonly leaf?: string | null;
  /** Threads of other agents, by id. */
  readonly agents?: readonly string[] | null;
  /** Sources, by number. */
  readonly sources?: readonly number[] | null;
  /** Files, by bare hash. */
  readonly files?: readonly string[] | null;
  /** How many tokens there is room for; null: no limit. */
  readonly budget?: number | null;
}

/** Says of each thing whether it goes along. */
export interface Chosen {
  readonly agent: (thread: string) => boolean;
  /** What an agent did, or told another. */
  readonly event: (event: Event) => boolean;
  readonly source: (number: number | undefined) => boolean;
  readonly file: (hash: string | null) => boolean;
}

/** A choice as questions. What belongs to no agent, is no numbered source or has no bytes was not to be picked: it stays. */
export function chosenIn(view: SessionView, { agents, sources, files }: Choice = {}): Chosen {
  const among = <T>(list: readonly T[] | null | undefined): ((one: T) => boolean) => {
    if (!list) return () => true;
    const set = new Set(list);
    return (one) => set.has(one);
  };
  const [isAmong, source, file] = [among(agents), among(sources), among(files)];
  const agent = (thread: string): boolean => thread === 'root' || isAmong(thread);
  const threads = agents ? threadsOf(view).filter(({ id }) => id !== 'root') : [];
  return {
    agent,
    event(event) {
      if (event.thread !== 'root' || event.kind !== 'agent.message') return agent(event.thread);
      const { author } = event.body;
      return agent(threads.find(({ id, name }) => id === author || name === author)?.id ?? 'root');
    },
    source: (number) => number === undefined || source(number),
    file: (hash) => hash === null || file(hash),
  };
}

/** The branch that was chosen, first event first; the one the person was on where none was, or where there is no such event. */
export function chosenPath(view: SessionView, choice: Choice = {}): Event[] {
  const leaf = choice.leaf ?? null;
  return leaf === null || !view.current.has(leaf) ? activePath(view) : pathTo(view, leaf);
}

/** A branch by what a person calls it: the id of an event on it, or its number (`V-0042`); null where there is none. */
export function branchNamed(view: SessionView, name: string): string | null {
  const asked = /^V-0*(\d{1,12})$/i.exec(name)?.[1];
  const event = [...view.current.values()].find(
    ({ id }) => id === name || (asked !== undefined && view.first.get(id) === Number(asked)),
  );
  return event && inChain(view, event) ? messageOf(view, event.id) : null;
}

/** What there is to pick from: branches by their last event and its number, agents, and files that have bytes. Sources: `shownOf`. */
export interface Pickable {
  readonly branches: readonly { readonly leaf: string; readonly number: string; readonly active: boolean }[];
  readonly agents: readonly { readonly id: string; readonly name: string | null }[];
  readonly files: readonly { readonly hash: string; readonly name: string | null }[];
}

export function pickableIn(view: SessionView): Pickable {
  return {
    branches: branchesOf(view).map(({ leaf, active }) => ({ leaf, number: numberOf(view, leaf), active })),
    agents: threadsOf(view).filter(({ id }) => id !== 'root'),
    files: filesOf(view).flatMap(({ hash, name }) => (hash === null ? [] : [{ hash, name }])),
  };
}
