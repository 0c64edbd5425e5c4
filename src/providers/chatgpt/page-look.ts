import { codeIn } from '../kit/page/code';
import type { Look, Put } from '../kit/page/put';
import {
  anyOf,
  attribute,
  classed,
  first,
  hasClass,
  having,
  type PageElement,
  textIn,
  wordsIn,
} from '../kit/page/tree';
import { isCount } from '../kit/page/versions';

/** The block that holds what a person typed, in either layout. */
export const isBubble = anyOf(classed('user-message-bubble-color'), having('data-user-message-bubble'));

const isChrome = anyOf(
  having('data-markdown-copy', 'exclude'),
  having('data-block-actions'),
  classed('turn-action-controls'),
  having('data-testid', 'collapsible-user-message-toggle'),
  isCount,
);

/** How ChatGPT's page differs from any other, in both of its layouts. Attributes as the pages of 2025 and 2026 have them. */
export const look: Look = {
  base: 'https://chatgpt.com',
  left: isChrome,
  put(element) {
    const test = attribute(element, 'data-testid');
    if (test === 'webpage-citation-pill') return pill(element);
    if (test === 'chatgpt-citation') return [citationOf(element)];
    if (test === 'chatgpt-library-file-citation') return [{ kind: 'citation', url: null, title: fileName(element) }];
    return ofAttributes(element);
  },
  file: (address) => {
    const [, id] = /\/backend-(?:api|anon)\/estuary\/content\?(?:[^#?]*&)?id=([\w-]+)/.exec(address) ?? [];
    return id ?? /\/(file[-_][\w-]+)/.exec(address)?.[1] ?? null;
  },
};

function ofAttributes(element: PageElement): readonly Put[] | null {
  switch (attribute(element, 'data-markdown-copy')) {
    case 'code-block':
      return [{ kind: 'code', ...codeIn(element) }];
    case 'inline-code':
      return [{ kind: 'inline-code', text: textIn(element) }];
  }
  const mention = attribute(element, 'data-inline-selection-pill') === null ? null : mentionIn(element);
  if (mention !== null) return [{ kind: 'mention', name: mention }];
  if (hasClass(element, 'group/resource-card')) return [fileCard(element)];
  if (attribute(element, 'data-w-component') === 'chart')
    return [{ kind: 'absent', what: { chart: attribute(element, 'aria-label') ?? wordsIn(element) } }];
  if (attribute(element, 'aria-label') === 'Image unavailable' || attribute(element, 'role') === 'img')
    return [{ kind: 'absent', what: { image: attribute(element, 'aria-label') } }];
  return null;
}

/** A pill names one source; "+1" beside its name hides others, which are not in the page. */
function pill(element: PageElement): readonly Put[] {
  const link = first(element, ({ tagName }) => tagName === 'a');
  const more = /\+(\d{1,3})\s*$/.exec(wordsIn(element) ?? '')?.[1];
  const hidden: Put[] =
    more === undefined
      ? []
      : [{ kind: 'absent', what: { sources: `+${more}`, beside: link && attribute(link, 'href') } }];
  return [citationOf(link ?? element), ...hidden];
}

const citationOf = (element: PageElement): Put => ({
  kind: 'citation',
  url: webAddress(attribute(element, 'href')),
  title: wordsIn(element)?.replace(/(?<!\s)\s*\+\d{1,3}$/, '') ?? null,
});

const webAddress = (href: string | null): string | null => (/^https?:/i.test(href ?? '') ? href : null);

const fileName = (element: PageElement): string | null =>
  /^Open preview of (.+)$/.exec(attribute(element, 'aria-label') ?? '')?.[1] ?? wordsIn(element);

const mentionIn = (element: PageElement): string | null => attribute(element, 'data-keyword') ?? wordsIn(element);

function fileCard(element: PageElement): Put {
  const titled = first(element, having('title'));
  const labelled = first(element, having('aria-label'));
  const name = (titled && attribute(titled, 'title')) ?? (labelled && attribute(labelled, 'aria-label'));
  return { kind: 'media', type: 'file', source: null, name: name ?? wordsIn(element) };
}
