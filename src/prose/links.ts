import type { Element, ElementContent } from 'hast';
import { shownName } from '../handoff/marks';
import { hostOf, outsideAddress } from './addresses';
import { element, textIn, words } from './elements';
import type { Ways } from './ways';

/** Characters of an address that is shown as words. */
const LONGEST = 200;

/**
 * Words that lead to an address: to a file that lies beside the text, or outside, with the host it leads to. Where an
 * address is of another kind it leads nowhere, and stands behind the words.
 */
export function linkTree(
  children: readonly (ElementContent | string)[],
  address: string,
  title: string | null,
  ways: Pick<Ways, 'local'>,
): ElementContent[] {
  const named = title === null || title === '' ? undefined : shownName(title);
  const inside: readonly (ElementContent | string)[] = children.length === 0 ? [shownName(address)] : children;
  const label = element('bdi', {}, inside);
  const said = textIn(label.children);
  const local = ways.local(address);
  if (local !== null) return [element('a', { href: local.href, title: named }, [label])];
  const safe = outsideAddress(address);
  if (safe === null) {
    const shown = shownName(address.slice(0, LONGEST));
    return said.includes(shown) ? [label] : [label, noteTree(shown)];
  }
  const host = hostOf(safe);
  const link = element(
    'a',
    { className: ['outside'], href: safe, rel: ['noreferrer', 'noopener'], target: '_blank', title: named },
    [label],
  );
  return said.includes(host) ? [link] : [link, noteTree(host)];
}

const noteTree = (text: string): Element => element('span', { className: ['host'] }, [words(` (${text})`)]);

/** A picture that lies beside the text; nothing is ever loaded from elsewhere, so any other is a link to it. */
export function imageTree(address: string, alt: string, title: string | null, ways: Ways): ElementContent[] {
  const local = ways.local(address);
  const name = shownName(alt);
  if (local?.isPicture) return [element('img', { src: local.href, alt: name, loading: 'lazy' })];
  return linkTree(name === '' ? [] : [name], address, title, ways);
}
