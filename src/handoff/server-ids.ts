import { serverCopiesOf } from '../projection/lacks';
import { eventsOf, type SessionView } from '../projection/view';

const IDLIKE = /^(?=.*\d)[\w:.~-]{8,}$/; // what is shorter, or has no number, would be found in ordinary words
const TOKEN = /[\w:.~-]{8,}/g;
const POINTERS = /\b(?:sediment|file-service):\/\/[^\s"'`)\]}<>]+/g;
const POINTER_NOTE = '[a file on the provider’s server]';
const ID_NOTE = '[id on the provider’s server]';

/**
 * Takes the ids under which a provider's server holds things out of a text: nobody else can resolve them. An id is found
 * where it stands by itself, however many there are, at the cost of reading the text once.
 */
export function withoutServerIds(view: SessionView): (text: string) => string {
  const ids = new Set(
    [
      ...serverCopiesOf(view).map(({ copy }) => copy.id),
      ...eventsOf(view, 'session.started').map(({ body }) => body.session),
    ].filter((id) => typeof id === 'string' && IDLIKE.test(id)),
  );
  const withoutId = (word: string): string => {
    if (ids.has(word)) return ID_NOTE;
    let end = word.length;
    while (end > 0 && ':.~-'.includes(word[end - 1] ?? '')) end--;
    if (ids.has(word.slice(0, end))) return ID_NOTE + word.slice(end);
    return word.replace(/[^:.~]+/g, (part) => (ids.has(part) ? ID_NOTE : part));
  };
  return (text) => {
    const without = text.includes('://') ? text.replace(POINTERS, POINTER_NOTE) : text;
    return ids.size > 0 ? without.replace(TOKEN, withoutId) : without;
  };
}
