import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Event } from '../../../src/model/event';
import { activePath } from '../../../src/projection/branches';
import { type SessionView, viewOf } from '../../../src/projection/view';
import { sessionsIn } from '../../handoff/to/sessions-in';

/** The first session of each sample, by the sample's path. */
export async function samplesIn(folder: string, paths: readonly string[]): Promise<ReadonlyMap<string, SessionView>> {
  const views = new Map<string, SessionView>();
  for (const path of paths) {
    const file = join(folder, path);
    const [view] = existsSync(file) ? await sessionsIn(file) : [];
    if (view) views.set(path, view);
  }
  return views;
}

/** One long session of several: each goes on where the one before it ended. */
export function joinedSessions(views: readonly SessionView[]): SessionView {
  const all: Event[] = [];
  let end: string | null = null;
  for (const [at, view] of views.entries()) {
    const own = new Map([...view.current.keys()].map((id) => [id, id.replace(':', `:${at}.`)]));
    const path = activePath(view);
    const [first] = path;
    const before = end;
    const parentsOf = ({ id, parents }: Event): string[] =>
      id === first?.id && before !== null ? [before] : parents.flatMap((parent) => own.get(parent) ?? []);
    for (const event of view.current.values())
      if (event.kind !== 'session.updated' && (at === 0 || event.kind !== 'session.started'))
        all.push({ ...renamed(event, own), parents: parentsOf(event), seq: all.length });
    end = own.get(path.at(-1)?.id ?? '') ?? end;
  }
  const [begin] = all;
  if (begin?.kind !== 'session.started') throw new Error('no session begins');
  const leaf: Event = {
    ...begin,
    kind: 'session.updated',
    id: 'joined',
    body: { title: 'Many', leaf: end, project: null },
  };
  return viewOf([...all, { ...leaf, seq: all.length }]);
}

/** Names of evidence and ids of calls inside of an event, as they are called in the joined session. */
function renamed(event: Event, own: ReadonlyMap<string, string>): Event {
  return JSON.parse(JSON.stringify(event), (_, value: unknown) => {
    if (typeof value !== 'string') return value;
    const cut = value.lastIndexOf('#');
    const id = own.get(cut === -1 ? value : value.slice(0, cut));
    return id === undefined ? value : `${id}${cut === -1 ? '' : value.slice(cut)}`;
  });
}
