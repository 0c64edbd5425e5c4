import type { Route, Site } from '../contract';

const PATTERN = /^(https?):\/\/(\*\.)?([^/]+)\/\*$/;

/** True if an address belongs to a site: its scheme, its host and, other than a match pattern, its port. */
export function isAt(site: Pick<Site, 'origins' | 'ports'>, { protocol, hostname, port }: URL): boolean {
  const portIsOurs = site.ports ? site.ports.some((each) => String(each) === port) : port === '';
  return (
    portIsOurs &&
    site.origins.some((pattern) => {
      const [, scheme, wild, host = ''] = PATTERN.exec(pattern) ?? [];
      const hostIsOurs = hostname === host || (wild !== undefined && hostname.endsWith(`.${host}`));
      return protocol === `${scheme}:` && hostIsOurs;
    })
  );
}

/** The site's first origin: of a file that does not say where it is from. */
export const firstOrigin = ({ origins }: Pick<Site, 'origins'>): string => new URL(origins[0].replace('*', '')).origin;

/** The site's route of that name, if a request of this method and address goes there; else null. */
export function routeOf(
  site: Pick<Site, 'routes'>,
  { route, method, address }: { readonly route: string; readonly method: string; readonly address: URL },
): Route | null {
  const found = site.routes.find(({ name }) => name === route);
  return found?.method === method && found.path.test(address.pathname) ? found : null;
}

/** The conversation that a request of a route is for, as its path names it; null where it does not. */
export function conversationIn({ path }: Pick<Route, 'path'>, { pathname }: URL): string | null {
  try {
    return decodeURIComponent(path.exec(pathname)?.[1] ?? '') || null;
  } catch {
    return null; // not an id that any site gives
  }
}

/** The conversation that an exchange is of: the one that its own address names, else the one that the page shows. */
export function conversationOf(
  site: Pick<Site, 'routes' | 'conversation'>,
  { route, address, page }: { readonly route: string; readonly address: string; readonly page: string },
): string | null {
  const known = site.routes.find(({ name }) => name === route);
  const read = addressOf(address);
  const shown = addressOf(page);
  return (known && read && conversationIn(known, read)) ?? (shown && site.conversation(shown));
}

/** The address that a text is, or null. */
export function addressOf(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null; // no address is an answer here
  }
}

/** True for an address on a host of the site's files: https, at its own port, without a name and a word for it. */
export function isOnFileHost({ fileHosts }: Pick<Site, 'fileHosts'>, address: URL): boolean {
  const [first, ...others] = fileHosts;
  if (first === undefined || address.username !== '' || address.password !== '') return false;
  return isAt({ origins: [first, ...others] }, address);
}
