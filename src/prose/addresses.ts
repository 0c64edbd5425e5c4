/**
 * An address outside the archive that a link may lead to: http, https and mailto, written without anything that could end
 * a link in Markdown or HTML; null for every other scheme.
 */
export function outsideAddress(address: string): string | null {
  if (!/^(?:https?:\/\/|mailto:)[^\s]/i.test(address) || !URL.canParse(address)) return null;
  const { protocol, href } = new URL(address);
  if (protocol !== 'http:' && protocol !== 'https:' && protocol !== 'mailto:') return null;
  return href.replace(/[<>"'`\\\s^{|}\p{Cc}\p{Cf}]/gu, (character) =>
    encodeURIComponent(character).replaceAll("'", '%27'),
  );
}

/** The host of an outside address, for a person to see where it leads. */
export const hostOf = (address: string): string => new URL(address).host || address.replace(/^mailto:/i, '');
