import ipaddr from 'ipaddr.js';

/** Why an address is not asked for: it is none, or leads where a cited page cannot be. */
export type RefusedAddress = 'no-address' | 'other-scheme' | 'credentials' | 'other-port' | 'not-public';

export type PageAddress =
  | { readonly ok: true; readonly url: URL }
  | { readonly ok: false; readonly because: RefusedAddress };

/**
 * The address of a page that anybody may ask for, or why it is none: http or https at its own port, without a name and a
 * word for it, on a public host. A payload may name any address, and we stand inside of a person's network: a router, a
 * printer or a service of a cloud must not be asked, however its address is written. (The parser of addresses knows all
 * ways of writing a number; what is left of them is compared with the registries' ranges.) What a public name leads to
 * is not known here.
 */
export function pageAddress(text: string): PageAddress {
  const url = parsed(text);
  if (url === null) return { ok: false, because: 'no-address' };
  const because = refusalOf(url);
  return because === null ? { ok: true, url } : { ok: false, because };
}

function refusalOf({ protocol, username, password, port, hostname }: URL): RefusedAddress | null {
  if (protocol !== 'http:' && protocol !== 'https:') return 'other-scheme';
  if (username !== '' || password !== '') return 'credentials';
  if (port !== '') return 'other-port';
  return isPublic(hostname) ? null : 'not-public';
}

/** Names that mean something only where one is: RFC 6761, 6762, 7686, 8375, 9476 and what networks at home are given. */
const LOCAL = new Set([
  ...['localhost', 'local', 'internal', 'onion', 'alt', 'arpa', 'invalid'],
  ...['lan', 'home', 'corp', 'intranet', 'private', 'localdomain', 'domain', 'workgroup'],
]);

/** What `URL` makes of a number, however it was written; that it is none is known at once, of thousands of names. */
const NUMBER = /:|^[\d.]+$/;

function isPublic(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (NUMBER.test(host)) return ipaddr.isValid(host) && isPublicNumber(host);
  const labels = host.replace(/\.$/, '').split('.');
  const last = labels.at(-1) ?? '';
  return labels.length > 1 && !labels.includes('') && !LOCAL.has(last);
}

/** Of IPv6 only what is given out (2000::/3), and nothing that another number is hidden in. */
function isPublicNumber(host: string): boolean {
  const address = ipaddr.parse(host);
  if (address.range() !== 'unicast') return false;
  return !(address instanceof ipaddr.IPv6) || ((address.parts[0] ?? 0) & 0xe000) === 0x2000;
}

// not `canParse`: on some versions of Node it says no to a name with an accent that `URL` itself takes
function parsed(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null; // it is no address
  }
}
