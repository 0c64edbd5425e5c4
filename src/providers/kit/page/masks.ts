import type { MaskRule } from '../../contract';
import { isMarkup } from './address';
import { attribute, outermost, readPage, type Test } from './tree';

const ALWAYS = new Set(['script', 'nav']);
const ROLES = new Set(['dialog', 'alertdialog', 'menu', 'navigation']);

/** Beside the conversation: settings in dialogs and menus, and the button that names the account. */
const isBeside: Test = (element) =>
  ALWAYS.has(element.tagName) ||
  ROLES.has(attribute(element, 'role') ?? '') ||
  /user-menu|accounts?-profile|profile-button/.test(attribute(element, 'data-testid') ?? '');

/**
 * Masks what of a page is never of the conversation and tells of the person: what its scripts carry (the session's token
 * above all), and its lists of other conversations. `more`: what else of a site's page is such a list.
 */
export const pageMask = (more: Test): MaskRule => ({
  rule: 'beside-the-chat',
  *find(text) {
    const page = isMarkup(text) ? readPage(text) : null;
    if (!page) return;
    yield* attributesIn(text);
    for (const element of outermost(page, (each) => isBeside(each) || more(each))) {
      const { startTag, endTag, endOffset } = element.sourceCodeLocation ?? {};
      if (startTag && endOffset !== undefined) yield [startTag.endOffset, endTag?.startOffset ?? endOffset];
    }
  },
});

/** Addresses of mail in attributes that say that they are. */
function* attributesIn(text: string): Generator<readonly [number, number]> {
  for (const { index, 0: opening, 1: address = '' } of text.matchAll(/\sdata-(?:[a-z]+-)?email=["']?([^"'\s>]+)/g))
    yield [index + opening.length - address.length, index + opening.length];
}
