import { element } from '../../prose/elements';
import type { Ways } from '../../prose/ways';

/** What stands in a tree for the number of a source. */
export const CITE = 'cite';

/** Files are shown where a part names them; an address that only a site knows leads nowhere from here. */
export const WAYS: Ways = {
  cite: (number) => element(CITE, { value: String(number) }),
  local: () => null,
  scope: null,
};
