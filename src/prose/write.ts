import type { BlockContent, Data, RootContent, Text } from 'mdast';
import { gfmAutolinkLiteralToMarkdown } from 'mdast-util-gfm-autolink-literal';
import { gfmStrikethroughToMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { gfmTaskListItemToMarkdown } from 'mdast-util-gfm-task-list-item';
import { type InlineMath, mathToMarkdown } from 'mdast-util-math';
import { type ConstructName, type Handle, type Options, toMarkdown, type Unsafe } from 'mdast-util-to-markdown';

/** Where signs of phrases mean nothing. */
const SPANS: ConstructName[] = ['autolink', 'destinationLiteral', 'destinationRaw'];

/** Signs that mean something to some readers of Markdown and nothing to the language itself. */
const ELSEWHERE: Unsafe[] = [
  // TeX in pandoc, and signs of TeX wherever formulas are shown
  { character: '\\', inConstruct: 'phrasing', notInConstruct: SPANS },
  // attributes in pandoc, which make raw HTML of code
  { character: '{', before: '[`\\])]', inConstruct: 'phrasing', notInConstruct: SPANS },
  // footnotes and raised words in pandoc, names of blocks in Obsidian, which hides them
  { character: '^', inConstruct: 'phrasing', notInConstruct: SPANS },
  // comments, marked words and tags in Obsidian
  { character: '%', after: '%', inConstruct: 'phrasing', notInConstruct: SPANS },
  { character: '=', after: '=', inConstruct: 'phrasing', notInConstruct: SPANS },
  { character: '#', before: '\\s', after: '[^\\s#]', inConstruct: 'phrasing', notInConstruct: SPANS },
  // addresses of mail, of which the extension misses some that stand in one another
  {
    character: '@',
    before: '[+\\-.\\w]',
    inConstruct: 'phrasing',
    notInConstruct: [...SPANS, 'link', 'image', 'label'],
  },
  // addresses of any kind, which some readers make links of wherever they stand
  { before: '[A-Za-z](?=:[^\\s:*_~])', character: ':', inConstruct: 'phrasing', notInConstruct: [...SPANS, 'label'] },
  // lines, definitions, tables and boxes of pandoc
  { atBreak: true, character: '|' },
  { atBreak: true, character: ':', after: '[\\s:~]' },
  { atBreak: true, character: '+', after: '[=-]' },
  { atBreak: true, character: '(', after: '@' },
];

/** What is known of TeX among words besides the TeX. */
export interface MathData extends Data {
  readonly isDisplay: boolean;
  /** With its signs, as it was written, on one line. */
  readonly code: string;
}

/** TeX between dollars. Where a sign beside it would be read with them, it stands as it was written. */
const inlineMath: Handle = (node: InlineMath & { data?: MathData }, parent, state, info) => {
  const { value, data } = node;
  const isMoney = info.before.endsWith('$') || (data?.isDisplay ? /^\$/ : /^[\d$]/).test(info.after);
  const isSplit = state.stack.includes('tableCell') && /(?:^|[^\\])(?:\\\\)*\|/.test(value);
  if (isMoney || isSplit) return state.handle({ type: 'inlineCode', value: data?.code ?? value }, parent, state, info);
  const sign = data?.isDisplay ? '$$' : '$';
  return `${sign}${value}${sign}`;
};

const TABLES = gfmTableToMarkdown({ tablePipeAlign: false });

/** A table with a rule of three dashes a column: Obsidian takes none of one. */
const table: Handle = (node, parent, state, info) => {
  const [head = '', rule = '', ...rows] = String(TABLES.handlers?.table?.(node, parent, state, info)).split('\n');
  return [head, rule.replaceAll('-', '---'), ...rows].join('\n');
};

/** How Markdown is written. */
export const OPTIONS: Options = {
  bullet: '-',
  emphasis: '_',
  fences: true,
  listItemIndent: 'one',
  rule: '*',
  unsafe: ELSEWHERE,
  extensions: [
    gfmAutolinkLiteralToMarkdown(),
    gfmStrikethroughToMarkdown(),
    TABLES,
    gfmTaskListItemToMarkdown(),
    mathToMarkdown(),
    { handlers: { inlineMath, table } },
  ],
};

/**
 * Words in which no sign means anything, wherever they stand: letters, numbers and what stands in sentences, each sign
 * where no rule of the library's or ours speaks of it. To ask all rules about all words was most of writing.
 */
const A = 'A-Za-z0-9\\u0080-\\uffff,;/?';
const WORDS = new RegExp(
  `^(?!\\d+[.)])[${A} ](?:[${A} '"+)-]|(?<![Ww])\\.|(?<=[${A}]):(?= )|(?<=[${A} ])[(>]|[!%=](?=[${A} ])|[&<](?= ))*$`,
);

/** A blank where a line begins or ends. */
const isBlankAtEnd = (value: string, { before, after }: { readonly before: string; readonly after: string }): boolean =>
  (value.startsWith(' ') && /[\r\n]$/.test(before)) || (value.endsWith(' ') && /^[\r\n]/.test(after));

const text: Handle = ({ value }: Text, _, state, info) =>
  WORDS.test(value) && !isBlankAtEnd(value, info) ? value : state.safe(value, info);

const QUICK: Options = { ...OPTIONS, handlers: { text } };

/** Blocks as Markdown that every reader of it reads alike. It ends with a line feed, unless it is empty. */
export const writeMarkdown = (nodes: readonly (BlockContent | RootContent)[]): string =>
  toMarkdown({ type: 'root', children: [...nodes] }, QUICK);
