import type { MaskRule } from '../../contract';
import { isMarkup } from './address';
import { outermost, readPage, type Test } from './tree';

const ALWAYS = new Set(['script', 'nav']);

/**
 * Masks what of a page is never of the conversation and tells of the person: what its scripts carry (the session's token
 * above all), and its lists of other conversations. `more`: what else of a site's page is such a list.
 */
export const pageMask = (more: Test): MaskRule => ({
  rule: 'beside-the-chat',
  *find(text) {
    const page = isMarkup(text) ? readPage(text) : null;
    if (!page) return;
    for (const element of outermost(page, (each) => ALWAYS.has(each.tagName) || more(each))) {
      const { startTag, endTag, endOffset } = element.sourceCodeLocation ?? {};
      if (startTag && endOffset !== undefined) yield [startTag.endOffset, endTag?.startOffset ?? endOffset];
    }
  },
});
