import { type Token, type TokenHandler, Tokenizer, TokenizerMode } from 'parse5';

type Modes = Readonly<Record<string, (typeof TokenizerMode)[keyof typeof TokenizerMode]>>;

/** What is in these is no text of a page, in any way of showing it. */
const UNSHOWN: Modes = {
  script: TokenizerMode.SCRIPT_DATA,
  style: TokenizerMode.RAWTEXT,
  noframes: TokenizerMode.RAWTEXT,
  iframe: TokenizerMode.RAWTEXT,
};
/** Nor what is in these, to somebody who reads it in a browser. */
const RAW: Modes = { ...UNSHOWN, noscript: TokenizerMode.RAWTEXT, textarea: TokenizerMode.RCDATA };
/** What is text up to its own end, and shown. */
const TITLE: Modes = { title: TokenizerMode.RCDATA };
const TITLE_AND_FIELD: Modes = { ...TITLE, textarea: TokenizerMode.RCDATA };

/** These stand within a line. */
const PHRASES = new Set([
  ...[
    'a',
    'abbr',
    'b',
    'bdi',
    'bdo',
    'cite',
    'code',
    'del',
    'dfn',
    'em',
    'font',
    'i',
    'img',
    'ins',
    'kbd',
    'label',
    'mark',
  ],
  ...['q', 's', 'samp', 'small', 'span', 'strong', 'sub', 'sup', 'time', 'tt', 'u', 'var', 'wbr'],
]);

export interface PlainWords {
  readonly title: string | null;
  readonly paragraphs: readonly string[];
}

/** What of a page is skipped, what stands without markup, and what attributes say besides. */
interface Taking {
  readonly skipped: Modes;
  readonly bare: Modes;
  readonly said: (tag: Token.TagToken) => readonly string[];
}

/**
 * The words of a page that is too deep or too large to be read as one: what stands between its tags, paragraph by
 * paragraph, in one pass.
 */
export const plainWords = (text: string): PlainWords => wordsIn(text, { skipped: RAW, bare: TITLE, said: () => [] });

/**
 * All words of a page, whatever is around an article or hidden, in one pass: between its tags and in what it says of
 * itself and its pictures; without scripts, styles and markup.
 */
export function allWords(text: string): string[] {
  const { title, paragraphs } = wordsIn(text, { skipped: UNSHOWN, bare: TITLE_AND_FIELD, said: saidIn });
  return [...(title === null ? [] : [title]), ...paragraphs];
}

const SAYING = new Set(['alt', 'title', 'aria-label']);
const DESCRIPTION = /^(?:og:|twitter:|dc\.|citation_)?(?:description|title|abstract)$/i;

function saidIn({ tagName, attrs }: Token.TagToken): string[] {
  const value = (name: string): string => attrs.find((each) => each.name === name)?.value ?? '';
  if (tagName === 'meta') return DESCRIPTION.test(value('name') || value('property')) ? [value('content')] : [];
  return attrs.flatMap((each) => (SAYING.has(each.name) ? [each.value] : []));
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

function wordsIn(text: string, taking: Taking): PlainWords {
  const paragraphs: string[] = [];
  const besides = new Set<string>();
  let pieces: string[] = [];
  let skipped: string | null = null;
  let title: string | null = null;
  const end = (): string => {
    const words = oneLine(pieces.join(''));
    pieces = [];
    return words;
  };
  const flush = (): void => {
    const words = end();
    if (words !== '') paragraphs.push(words);
  };
  const add = ({ chars }: { chars: string }): void => {
    if (skipped === null) pieces.push(chars);
  };
  const handler: TokenHandler = {
    onStartTag: (tag) => {
      const { tagName } = tag;
      if (!PHRASES.has(tagName)) flush();
      for (const said of taking.said(tag)) besides.add(oneLine(said));
      const skip = modeIn(taking.skipped, tagName);
      if (skip !== undefined) skipped = tagName;
      tokenizer.state = skip ?? modeIn(taking.bare, tagName) ?? tokenizer.state;
    },
    onEndTag: ({ tagName }) => {
      if (skipped === tagName) skipped = null;
      else if (tagName === 'title') title ??= end() || null;
      else if (!PHRASES.has(tagName)) flush();
    },
    onCharacter: add,
    onWhitespaceCharacter: add,
    onNullCharacter: () => undefined,
    onComment: () => undefined,
    onDoctype: () => undefined,
    onEof: flush,
  };
  const tokenizer = new Tokenizer({}, handler);
  tokenizer.write(text, true);
  besides.delete('');
  return { title, paragraphs: [...paragraphs, ...besides] };
}

const modeIn = (modes: Modes, tagName: string): Modes[string] | undefined =>
  Object.hasOwn(modes, tagName) ? modes[tagName] : undefined;
