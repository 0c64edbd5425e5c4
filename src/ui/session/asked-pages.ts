import { oncePer } from '../../lib/once-per';
import { pageOf } from '../../model/ids';
import { pageAddress } from '../../pages/address';
import type { NumberedSource } from '../../projection/sources';

/** A page that sources name, and whether it can be asked for. */
export interface AskedPage {
  /** The address, without what only names a place in it. */
  readonly url: string;
  readonly title: string | null;
  readonly cited: boolean;
  /** The match pattern of its host; null: an address that is never asked for. */
  readonly pattern: string | null;
  readonly host: string;
}

/** The pages that sources name, each once, in their order. */
export const askedPages = oncePer((sources: readonly NumberedSource[]): readonly AskedPage[] => {
  const pages = new Map<string, AskedPage>();
  for (const { url, title, cited } of sources) {
    if (url === null) continue;
    const address = pageOf(url);
    const known = pages.get(address);
    if (known) pages.set(address, { ...known, title: known.title ?? title, cited: known.cited || cited });
    else pages.set(address, { url: address, title, cited, ...placeOf(address) });
  }
  return [...pages.values()];
});

function placeOf(address: string): Pick<AskedPage, 'pattern' | 'host'> {
  const allowed = pageAddress(address);
  if (!allowed.ok) return { pattern: null, host: address };
  const { protocol, hostname } = allowed.url;
  return { pattern: `${protocol}//${hostname}/*`, host: `${protocol === 'http:' ? 'http://' : ''}${hostname}` };
}

/** The patterns of some pages, each once. */
export const patternsOf = (pages: readonly AskedPage[]): string[] => [
  ...new Set(pages.flatMap(({ pattern }) => pattern ?? [])),
];
