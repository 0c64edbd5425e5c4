import { codeIn } from '../kit/page/code';
import type { Look, Put } from '../kit/page/put';
import {
  anyOf,
  attribute,
  classed,
  first,
  hasClass,
  having,
  isElement,
  type PageElement,
  wordsIn,
} from '../kit/page/tree';
import { isCount } from '../kit/page/versions';

export const isBubble = having('data-testid', 'user-message');

/** The bar of buttons below a message, and the words for readers aloud above it. */
const isChrome = anyOf(having('data-message-action-bar'), isCount);

/** How Claude's page differs from any other. Attributes as the pages of 2025 and 2026 have them. */
export const look: Look = {
  base: 'https://claude.ai',
  left: isChrome,
  put(element) {
    if (element.tagName === 'a') return hasClass(element, 'group/tag') ? [citationOf(element)] : null;
    if (isCodeFrame(element)) return [{ kind: 'code', ...codeIn(element) }];
    const test = attribute(element, 'data-testid');
    if (test === 'file-thumbnail') return [fileOf(element)];
    return test?.includes('.') ? pictureOf(element, test) : null;
  },
  file: (address) => /\/files\/([\w-]+)\//.exec(address)?.[1] ?? null,
};

/** Around a block of code with its label and the button that copies it. */
const isCodeFrame = (element: PageElement): boolean =>
  hasClass(element, 'group/copy') && first(element, ({ tagName }) => tagName === 'pre') !== null;

function citationOf(element: PageElement): Put {
  const href = attribute(element, 'href');
  return { kind: 'citation', url: /^https?:/i.test(href ?? '') ? href : null, title: wordsIn(element) };
}

function fileOf(element: PageElement): Put {
  const heading = first(element, ({ tagName }) => tagName === 'h3');
  return { kind: 'media', type: 'file', source: null, name: wordsIn(heading ?? element) };
}

/** A picture of what was uploaded: a button around it, named as the file. */
function pictureOf(element: PageElement, name: string): readonly Put[] | null {
  const button = element.childNodes.find(isElement);
  const picture = button && first(element, ({ tagName }) => tagName === 'img');
  if (!picture || attribute(picture, 'alt') !== name) return null;
  const type = /\.(?:png|jpe?g|gif|webp|avif|heic|bmp)$/i.test(name) ? 'image' : 'file';
  return [{ kind: 'media', type, source: attribute(picture, 'src'), name }];
}

/** What a card of something that the model made says of it. */
export interface Card {
  readonly title: string | null;
  /** Its kind, in the words of the page's language. */
  readonly label: string | null;
}

export const isCard = anyOf(classed('group/artifact-block'), classed('artifact-block-cell'));

export function cardOf(element: PageElement): Card {
  const title = first(element, classed('leading-tight'));
  const label = first(element, (each) => hasClass(each, 'text-xs') && hasClass(each, 'line-clamp-1'));
  return { title: title && wordsIn(title), label: label && wordsIn(label) };
}
