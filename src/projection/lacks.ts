import type { Event } from '../model/event';
import type { Sealed, ServerCopy } from '../model/references';
import { eventsOf, type SessionView } from './view';

/** Everything known to be missing. */
export const gapsOf = (view: SessionView): Event<'gap'>[] => eventsOf(view, 'gap');

/** Everything the session left on a provider's server. */
export const serverCopiesOf = (view: SessionView): { event: string; copy: ServerCopy }[] =>
  eventsOf(view, 'server.state').map(({ id, body }) => ({ event: id, copy: body }));

/** Every value that only a provider can open, and the event that carries it. */
export const sealedOf = (view: SessionView): { event: string; sealed: Sealed }[] =>
  [...view.current.values()].flatMap(({ id, sealed }) => sealed.map((each) => ({ event: id, sealed: each })));

/** The title, as last said. */
export const titleOf = (view: SessionView): string | null =>
  eventsOf(view, 'session.updated').at(-1)?.body.title ?? null;
