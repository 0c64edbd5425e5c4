import { type TokenHandler, Tokenizer, TokenizerMode } from 'parse5';

/** What is in these is no text of the page. */
const RAW: Readonly<Record<string, (typeof TokenizerMode)[keyof typeof TokenizerMode]>> = {
  script: TokenizerMode.SCRIPT_DATA,
  style: TokenizerMode.RAWTEXT,
  noscript: TokenizerMode.RAWTEXT,
  noframes: TokenizerMode.RAWTEXT,
  iframe: TokenizerMode.RAWTEXT,
  textarea: TokenizerMode.RCDATA,
};

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

/**
 * The words of a page that is too deep or too large to be read as one: what stands between its tags, paragraph by
 * paragraph, in one pass.
 */
export function plainWords(text: string): PlainWords {
  const paragraphs: string[] = [];
  let pieces: string[] = [];
  let skipped: string | null = null;
  let title: string | null = null;
  const end = (): string => {
    const words = pieces.join('').replace(/\s+/g, ' ').trim();
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
    onStartTag: ({ tagName }) => {
      if (!PHRASES.has(tagName)) flush();
      const mode = Object.hasOwn(RAW, tagName) ? RAW[tagName] : undefined;
      if (mode !== undefined) skipped = tagName;
      if (mode !== undefined || tagName === 'title') tokenizer.state = mode ?? TokenizerMode.RCDATA;
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
  return { title, paragraphs };
}
