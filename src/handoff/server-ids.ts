import { serverCopiesOf } from '../projection/lacks';
import { eventsOf, type SessionView } from '../projection/view';

const IDLIKE = /^(?=.*\d)[\w:.~-]{8,}$/; // what is shorter, or has no number, would be found in ordinary words
const POINTERS = /\b(?:sediment|file-service):\/\/[^\s"'`)\]}<>]+/g;
const POINTER_NOTE = '[a file on the provider’s server]';
const ID_NOTE = '[id on the provider’s server]';

/** Takes the ids under which a provider's server holds things out of a text: nobody else can resolve them. */
export function withoutServerIds(view: SessionView): (text: string) => string {
  const ids = new Set([
    ...serverCopiesOf(view).map(({ copy }) => copy.id),
    ...eventsOf(view, 'session.started').flatMap(({ body }) => body.session ?? []),
  ]);
  const long = [...ids].filter((id) => IDLIKE.test(id)).sort((a, b) => b.length - a.length);
  const known = long.length > 0 ? new RegExp(long.map(escaped).join('|'), 'g') : null;
  return (text) => {
    const without = text.includes('://') ? text.replace(POINTERS, POINTER_NOTE) : text;
    return known ? without.replace(known, ID_NOTE) : without;
  };
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
