import type { Root } from 'hast';
import { isMarkup } from '../providers/kit/page/address';
import { emit } from '../providers/kit/page/emit';
import { markdownOf } from '../providers/kit/page/markdown';
import type { Look, Put } from '../providers/kit/page/put';
import { attribute, first, type PageElement, type PageParent, readPage as readTree } from '../providers/kit/page/tree';
import { makeAddressesWhole } from './addresses';
import { articleIn, READABILITY } from './article';
import { decodePage } from './charset';
import { allWords, plainWords } from './tokens';

export interface ReadablePage {
  readonly title: string | null;
  readonly byline: string | null;
  /** When it was published, as the page writes it. */
  readonly published: string | null;
  readonly language: string | null;
  readonly markdown: string;
  /** Addresses of the pictures in it, each once, in the order of the text. */
  readonly images: readonly string[];
  /** What found the readable part. */
  readonly tool: { readonly name: string; readonly version: string };
  /** There was more than is read. */
  readonly cut: boolean;
  /** All words of the page, what is around the readable part too; null where that part is all there is. */
  readonly all: AllOfPage | null;
}

/** See {@link allWords}. */
export interface AllOfPage {
  readonly text: string;
  readonly cut: boolean;
  readonly tool: { readonly name: string; readonly version: string };
}

/** Of the text of a page so much is read, and so much of it as a tree. */
const LONGEST = 5_000_000;
const BOUNDS = { elements: 40_000, depth: 2000 } as const;

/** What of ours reads where nobody else does; the number goes up when it reads otherwise, an article too. */
export const OURS = { name: 'valise', version: '1' } as const;
const ours = (part: string) => ({ name: `${OURS.name}/${part}`, version: OURS.version });

/**
 * The readable part of a page as Markdown: the article where one is found, else all of its body; of what is text and no
 * page, the text itself. Null for what is neither. Pure: the same bytes give the same text, wherever and whenever.
 */
export function readPage(bytes: Uint8Array, contentType: string | null, url: string): ReadablePage | null {
  const kind = kindOf(bytes, contentType);
  if (kind === 'other') return null;
  const whole = decodePage(bytes, contentType).text;
  const text = whole.slice(0, LONGEST).toWellFormed();
  const cut = text.length < whole.length;
  if (kind === 'text' && !isMarkup(text)) return { ...textPage(text, contentType), cut, all: null };
  const all = allOf(whole);
  const tree = readTree(text, BOUNDS);
  if (tree === null) return { ...wordsPage(text), cut, all };
  makeAddressesWhole(tree, url);
  return { ...treePage(tree), cut, all };
}

function allOf(page: string): AllOfPage {
  const whole = allWords(page).join('\n\n');
  const text = whole.slice(0, LONGEST).toWellFormed();
  return { text, cut: text.length < whole.length, tool: ours('all-words') };
}

const MARKUP = /^\s*(?:text\/html|application\/xhtml\+xml)/i;
const TEXT = /^\s*(?:text\/|application\/(?:json|xml|[\w.-]+\+(?:json|xml)|javascript|yaml|x-ndjson))/i;

/** Types lie: what has a zero byte where no wide character set can have it is no text, whatever it is called. */
function kindOf(bytes: Uint8Array, contentType: string | null): 'page' | 'text' | 'other' {
  const type = contentType ?? '';
  const head = bytes.subarray(0, 1024);
  const isWide =
    /utf-?16/i.test(type) || (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
  if (head.includes(0) && !isWide) return 'other';
  if (MARKUP.test(type)) return 'page';
  if (TEXT.test(type) || isMarkup(decodePage(head, contentType).text)) return 'text';
  return type === '' || /^\s*application\/octet-stream/i.test(type) ? 'text' : 'other';
}

type Reading = Omit<ReadablePage, 'cut' | 'all'>;

const UNSAID = { title: null, byline: null, published: null, language: null, images: [] } as const;

/** Markdown is itself; any other text stands as it is, so that not one of its signs means anything. */
function textPage(text: string, contentType: string | null): Reading {
  const isMarkdown = /^\s*text\/(?:x-)?markdown/i.test(contentType ?? '');
  const markdown = isMarkdown ? text : markdownOf(rootOf('pre', [text.replace(/\r\n?/g, '\n').replace(/\n$/, '')]));
  return { ...UNSAID, markdown, tool: ours('text') };
}

function wordsPage(text: string): Reading {
  const { title, paragraphs } = plainWords(text);
  return { ...UNSAID, title, markdown: markdownOf(rootOf('p', paragraphs)), tool: ours('words') };
}

const rootOf = (tagName: string, texts: readonly string[]): Root => ({
  type: 'root',
  children: texts.map((value) => ({ type: 'element', tagName, properties: {}, children: [{ type: 'text', value }] })),
});

function treePage(tree: PageParent): Reading {
  const { content, ...said } = articleIn(tree);
  const part = content === null ? null : written(content);
  if (part !== null && part.markdown.trim() !== '') return { ...said, ...part, tool: READABILITY };
  const body = first(tree, ({ tagName }) => tagName === 'body') ?? tree;
  return { ...said, ...written(body), tool: ours('body') };
}

function written(part: PageParent): Pick<ReadablePage, 'markdown' | 'images'> {
  const images = new Set<string>();
  const { tree } = emit([part], lookOf(images));
  return { markdown: markdownOf(tree), images: [...images] };
}

/** What of any page is no text: its pictures are named where they stand; what moves, sounds or is framed is left out. */
const lookOf = (images: Set<string>): Look => ({
  base: '',
  left: () => false,
  put: (element) => {
    if (element.tagName === 'img') return picturesOf(element, images);
    return LEFT.has(element.tagName) ? [] : null;
  },
  file: () => null,
});

const LEFT = new Set(['audio', 'video', 'iframe']);

function picturesOf(image: PageElement, images: Set<string>): readonly Put[] {
  const url = attribute(image, 'src');
  if (url === null || isDot(image)) return [];
  images.add(url);
  return [{ kind: 'picture', url, alt: (attribute(image, 'alt') ?? '').replace(/\s+/g, ' ').trim() }];
}

/** A picture of a single dot only counts who comes by. */
const isDot = (image: PageElement): boolean =>
  ['width', 'height'].some((name) => /^[01](?:px)?$/.test(attribute(image, name) ?? ''));
