import type { FileKind, Site } from '../contract';

/** How a site's files of such a pointer are asked for, or null: nobody knows. */
export const fileKindOf = ({ files }: Pick<Site, 'files'>, pointer: string): FileKind | null =>
  files?.find((kind) => kind.pointer.test(pointer)) ?? null;

/** Why the bytes behind a pointer are missing as long as nobody has asked for them. */
export function lackOf(site: Pick<Site, 'files'>, pointer: string): 'not-fetched' | 'not-asked' | 'unsupported' {
  const kind = fileKindOf(site, pointer);
  if (!kind) return 'unsupported';
  return kind.ways.length > 0 ? 'not-fetched' : (kind.why ?? 'unsupported');
}
