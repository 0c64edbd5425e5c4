import { eventsOf, type SessionView } from './view';

/** One agent's context inside a session. */
export interface Thread {
  readonly id: string;
  readonly name: string | null;
  readonly events: number;
}

/** All threads, `root` first, then in order of their first line. */
export function threadsOf(view: SessionView): Thread[] {
  const counts = new Map<string, number>([['root', 0]]);
  for (const { thread } of view.current.values()) counts.set(thread, (counts.get(thread) ?? 0) + 1);
  const names = new Map(eventsOf(view, 'thread.started').map(({ thread, body }) => [thread, body.name]));
  return [...counts].map(([id, events]) => ({ id, name: names.get(id) ?? null, events }));
}
