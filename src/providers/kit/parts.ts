import type { Part } from '../../model/parts';

/** Puts lists of parts in a row: `in`, the place of the text that a part stands in, goes with them. */
export const joinParts = (...lists: readonly (readonly Part[])[]): Part[] => joinLists(lists);

/** The same of any number of lists. */
export function joinLists(lists: readonly (readonly Part[])[]): Part[] {
  const joined: Part[] = [];
  for (const list of lists) {
    const before = joined.length;
    for (const part of list) joined.push(typeof part.in === 'number' ? { ...part, in: part.in + before } : part);
  }
  return joined;
}
