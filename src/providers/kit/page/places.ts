import { utf8Length } from '../../../lib/bytes';
import type { DraftPlace } from '../../contract';
import type { PageElement } from './tree';

/** Where elements of a page stand, in bytes of its text: reads the text once. One without a place stands for the page. */
export function placesOf(text: string, elements: readonly PageElement[]): ReadonlyMap<PageElement, DraftPlace> {
  const offsets = new Set<number>();
  for (const { sourceCodeLocation: at } of elements) if (at) offsets.add(at.startOffset).add(at.endOffset);
  const bytes = new Map<number, number>();
  let before = 0;
  let sum = 0;
  for (const offset of [...offsets].sort((a, b) => a - b)) {
    sum += utf8Length(text, before, offset);
    bytes.set(offset, sum);
    before = offset;
  }
  return new Map(
    elements.map((element) => {
      const { startOffset = 0, endOffset = 0 } = element.sourceCodeLocation ?? {};
      const [from = 0, to = 0] = [bytes.get(startOffset), bytes.get(endOffset)];
      return [element, from < to ? [from, to] : ''] as const;
    }),
  );
}
