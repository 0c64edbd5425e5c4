// Browsers differ in what else they let stand in a host, and write it differently.
const HOST = /^[a-z0-9._:[\]-]*$/;

/**
 * An address outside the archive that a link may lead to: http, https and mailto, written without anything that could end
 * a link in Markdown or HTML; null for every other scheme.
 */
export function outsideAddress(address: string): string | null {
  const url = /^(?:https?:\/\/|mailto:)[^\s]/i.test(address) ? parsed(address) : null;
  if (url === null || !HOST.test(url.host)) return null;
  const { protocol, href } = url;
  if (protocol !== 'http:' && protocol !== 'https:' && protocol !== 'mailto:') return null;
  return href.replace(/[<>"'`\\\s^{|}\p{Cc}\p{Cf}]/gu, (character) =>
    encodeURIComponent(character).replaceAll("'", '%27'),
  );
}

// not `canParse`: on some versions of Node it says no to a name with an accent that `URL` itself takes
function parsed(address: string): URL | null {
  try {
    return new URL(address);
  } catch {
    return null; // it is no address
  }
}

/** The host of an outside address, for a person to see where it leads. */
export const hostOf = (address: string): string => new URL(address).host || address.replace(/^mailto:/i, '');
