import type { PartOf } from '../model/parts';

/**
 * The name of a text that somebody sent along with their words (a file's text, or a paste, which has none: an empty name);
 * null where it is their words.
 */
export function attachedName(part: PartOf<'text'>): string | null {
  if (part.of !== 'attachment') return null;
  return typeof part.name === 'string' && part.name.trim() !== '' ? part.name : '';
}
