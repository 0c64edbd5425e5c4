import { attribute, first, isElement, nodesIn, type PageElement, type PageParent } from '../providers/kit/page/tree';

/** Attributes in which pages keep a picture's address until it comes into view, the likeliest first. */
const LATER = ['data-src', 'data-original', 'data-lazy-src', 'data-lazy', 'data-url'];

/** A longer one is no address that anybody asks for. */
const LONGEST = 8000;

/**
 * Makes the addresses of a page's links and pictures whole, in the page itself: http, https and mailto, by the page's own
 * base. What leads elsewhere, or nowhere outside of the page, loses its address.
 */
export function makeAddressesWhole(page: PageParent, address: string): void {
  const base = baseOf(page, address);
  for (const node of nodesIn(page)) {
    if (!isElement(node)) continue;
    if (node.tagName === 'a') setOnly(node, 'href', linkOf(attribute(node, 'href'), base));
    else if (node.tagName === 'img') setOnly(node, 'src', pictureOf(node, base));
  }
}

function baseOf(page: PageParent, address: string): string {
  const stated = first(page, (element) => element.tagName === 'base' && attribute(element, 'href') !== null);
  return wholeAddress(stated && attribute(stated, 'href'), address) ?? address;
}

function linkOf(href: string | null, base: string): string | null {
  if (href === null || /^\s*#/.test(href)) return null;
  return /^mailto:\S+$/i.test(href) && href.length < LONGEST ? href : wholeAddress(href, base);
}

function pictureOf(image: PageElement, base: string): string | null {
  for (const name of ['src', ...LATER]) {
    const found = wholeAddress(attribute(image, name), base);
    if (found !== null) return found;
  }
  const [offered = ''] = (attribute(image, 'srcset') ?? attribute(image, 'data-srcset') ?? '').trim().split(/\s/, 1);
  return wholeAddress(offered.replace(/,$/, ''), base);
}

/** An http or https address by its base, or null. */
function wholeAddress(text: string | null, base: string): string | null {
  if (text === null || text.trim() === '' || text.length > LONGEST) return null;
  try {
    const { protocol, href } = new URL(text, base);
    return protocol === 'https:' || protocol === 'http:' ? href : null;
  } catch {
    return null; // it is no address
  }
}

function setOnly(element: PageElement, name: string, value: string | null): void {
  element.attrs = element.attrs.filter((each) => each.name !== name);
  if (value !== null) element.attrs.push({ name, value });
}
