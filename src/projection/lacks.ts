import type { Event } from '../model/event';
import type { Sealed, ServerCopy } from '../model/references';
import { compareStanding, type Version, versionOf } from '../model/versions';
import { eventsOf, type SessionView } from './view';

/** Everything known to be missing. */
export const gapsOf = (view: SessionView): Event<'gap'>[] => eventsOf(view, 'gap');

/** The same, without what the site sends with no conversation at all: what is to be counted. */
export const lacksOf = (view: SessionView): Event<'gap'>[] => gapsOf(view).filter(({ body }) => body.always !== true);

/** Everything the session left on a provider's server. */
export const serverCopiesOf = (view: SessionView): { event: string; copy: ServerCopy }[] =>
  eventsOf(view, 'server.state').map(({ id, body }) => ({ event: id, copy: body }));

/** Every value that only a provider can open, and the event that carries it. */
export const sealedOf = (view: SessionView): { event: string; sealed: Sealed }[] =>
  [...view.current.values()].flatMap(({ id, sealed }) => sealed.map((each) => ({ event: id, sealed: each })));

/** The title, as last said: a reading that heard none, as streams may, takes none away. */
export function titleOf(view: SessionView): string | null {
  const last = eventsOf(view, 'session.updated').at(-1);
  if (!last || typeof last.body.title === 'string') return last?.body.title ?? null;
  let best: Version | null = null;
  let title: string | null = null;
  for (const event of view.log) {
    if (event.kind !== 'session.updated' || event.id !== last.id || typeof event.body.title !== 'string') continue;
    const version = versionOf(event);
    if (best && compareStanding(version, best) < 0) continue;
    best = version;
    title = event.body.title;
  }
  return title;
}
