import { type CodeBlock, codeIn } from './code';
import { attribute, first, hasClass, type PageElement, type Test, textIn } from './tree';

/** What an element of a page stands for, where that is not the text in it. */
export type Put =
  | ({ readonly kind: 'code' } & CodeBlock)
  | { readonly kind: 'math'; readonly tex: string; readonly display: boolean }
  | { readonly kind: 'inline-code'; readonly text: string }
  | { readonly kind: 'citation'; readonly url: string | null; readonly title: string | null }
  | {
      readonly kind: 'media';
      readonly type: 'image' | 'audio' | 'video' | 'file';
      readonly source: string | null;
      readonly name: string | null;
    }
  /** A picture that stays where it is, and is named in the text. */
  | { readonly kind: 'picture'; readonly url: string; readonly alt: string }
  /** Something chosen from a list and named in what a person typed: a tool, an app. */
  | { readonly kind: 'mention'; readonly name: string }
  /** Something that stands in a frame of another origin, or is drawn: only its name is here. */
  | { readonly kind: 'absent'; readonly what: Readonly<Record<string, string | null>> };

/** How a site's page differs from any other. */
export interface Look {
  /** The origin of the site: links of its own begin with a slash. */
  readonly base: string;
  /** Left out with all that is in it: buttons, labels, hidden copies. */
  readonly left: Test;
  /** What elements of this site stand for; none: nothing but their text. */
  put(element: PageElement): readonly Put[] | null;
  /** The name that the site itself gives the file behind an address, or null. */
  file(address: string): string | null;
}

const NEVER = new Set([
  ...['script', 'style', 'noscript', 'template', 'head', 'title', 'meta', 'link', 'base'],
  ...['button', 'select', 'textarea', 'svg', 'canvas', 'object', 'embed', 'dialog', 'map', 'progress', 'meter'],
]);
const CHROME = new Set(['toolbar', 'menu', 'menubar', 'tooltip', 'status', 'alert', 'navigation']);
const UNSEEN = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;

/** True for what no page shows as its text: scripts, controls, what is hidden from eyes or meant for readers aloud. */
export function isLeftOut(element: PageElement): boolean {
  if (NEVER.has(element.tagName)) return true;
  return element.attrs.some(({ name, value }) => HIDES[name]?.(value) === true);
}

const HIDES: Readonly<Record<string, (value: string) => boolean>> = Object.assign(Object.create(null), {
  hidden: () => true,
  inert: () => true,
  'aria-hidden': (value: string) => value === 'true',
  role: (value: string) => CHROME.has(value),
  class: (value: string) => /(?:^|\s)sr-only(?:\s|$)/.test(value),
  style: (value: string) => UNSEEN.test(value),
});

/** What an element stands for on any page: a formula, a block of code, a picture, a frame. Null: nothing but its text. */
export function putOf(element: PageElement): readonly Put[] | null {
  const math = mathOf(element);
  if (math) return [math];
  switch (element.tagName) {
    case 'pre':
      return [{ kind: 'code', ...codeIn(element) }];
    case 'img':
      return pictureOf(element);
    case 'audio':
    case 'video':
      return [{ kind: 'media', type: element.tagName, source: sourceOf(element), name: attribute(element, 'title') }];
    case 'iframe':
      return [
        { kind: 'absent', what: { frame: attribute(element, 'title'), host: hostOf(attribute(element, 'src')) } },
      ];
    default:
      return null;
  }
}

/** A formula as KaTeX shows it: three times over, and only one of them is what was written. */
function mathOf(element: PageElement): Put | null {
  const display = hasClass(element, 'katex-display');
  if (!display && !hasClass(element, 'katex') && element.tagName !== 'math') return null;
  const annotation = first(element, isTex);
  const tex = annotation ? textIn(annotation) : drawnMath(element);
  return { kind: 'math', tex: tex.trim(), display: display || isBlockMath(element) };
}

const isTex: Test = (element) =>
  element.tagName === 'annotation' && attribute(element, 'encoding') === 'application/x-tex';

const isBlockMath = (element: PageElement): boolean =>
  element.tagName === 'math' && attribute(element, 'display') === 'block';

/** Without what was written there are the characters that are drawn: once, and not a second time for readers aloud. */
const drawnMath = (element: PageElement): string =>
  attribute(element, 'data-math') ??
  attribute(element, 'alttext') ??
  textIn(first(element, (each) => hasClass(each, 'katex-html')) ?? element);

/** An empty description says that a picture is but an ornament. */
function pictureOf(element: PageElement): readonly Put[] {
  const alt = attribute(element, 'alt');
  const source = sourceOf(element);
  if (alt === '' || (source === null && alt === null)) return [];
  return [{ kind: 'media', type: 'image', source, name: alt }];
}

const sourceOf = (element: PageElement): string | null => attribute(element, 'src') || inner(element);

function inner(element: PageElement): string | null {
  const source = first(element, ({ tagName }) => tagName === 'source');
  return source && attribute(source, 'src');
}

function hostOf(address: string | null): string | null {
  return /^https?:\/\/([^/?#:@]+)(?=[/?#:]|$)/i.exec(address ?? '')?.[1] ?? null;
}
