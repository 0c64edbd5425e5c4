import MarkdownIt from 'markdown-it';
import type { Nodes } from 'mdast';
import { type Extension, fromMarkdown } from 'mdast-util-from-markdown';
import { gfmAutolinkLiteralFromMarkdown } from 'mdast-util-gfm-autolink-literal';
import { gfmStrikethroughFromMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTaskListItemFromMarkdown } from 'mdast-util-gfm-task-list-item';
import { mathFromMarkdown } from 'mdast-util-math';
import { gfmAutolinkLiteral } from 'micromark-extension-gfm-autolink-literal';
import { gfmStrikethrough } from 'micromark-extension-gfm-strikethrough';
import { gfmTable } from 'micromark-extension-gfm-table';
import { gfmTaskListItem } from 'micromark-extension-gfm-task-list-item';
import { texFlow } from '../../src/prose/tex-flow';
import { texText } from '../../src/prose/tex-text';

/** What a reader of Markdown makes of a text: what matters of it, whoever read it. */
export interface Seen {
  /** HTML that it would put in the page as it stands. */
  readonly html: readonly string[];
  /** Addresses of links, in order. */
  readonly links: readonly string[];
  readonly images: readonly string[];
  /** Words of headings that stand in nothing else. */
  readonly headings: readonly string[];
  /** What stands in blocks of code. */
  readonly codes: readonly string[];
  /** All words, those of code too, in order. */
  readonly words: string;
}

/** A reader that lets everything through that the language knows: HTML, and links of any kind. */
const reader = new MarkdownIt({ html: true });
reader.validateLink = () => true;

export function byMarkdownIt(text: string): Seen {
  const all = reader.parse(text, {}).flatMap((token) => [token, ...(token.children ?? [])]);
  const of = (...types: string[]) => all.filter(({ type }) => types.includes(type));
  const words = reader
    .parse(text, {})
    .map(({ type, content, children }) =>
      type === 'inline'
        ? (children ?? []).map((each) => (/break$/.test(each.type) ? ' ' : each.content)).join('')
        : type.startsWith('html')
          ? ''
          : content,
    );
  return {
    html: of('html_block', 'html_inline').map(({ content }) => content),
    links: of('link_open').map((token) => String(token.attrGet('href'))),
    images: of('image').map((token) => String(token.attrGet('src'))),
    headings: all.flatMap(({ type, level }, index) =>
      type === 'heading_open' && level === 0 ? [all[index + 1]?.content ?? ''] : [],
    ),
    codes: of('fence', 'code_block').map(({ content }) => content),
    words: words.join(' '),
  };
}

const MAKERS: readonly Extension[] = [
  { ...gfmAutolinkLiteralFromMarkdown(), transforms: [] },
  gfmStrikethroughFromMarkdown(),
  gfmTableFromMarkdown(),
  gfmTaskListItemFromMarkdown(),
];

/** The reference parser with what GitHub adds to the language; of TeX it knows nothing. */
export function byMicromark(text: string): Seen {
  const root = fromMarkdown(text, {
    extensions: [gfmAutolinkLiteral(), gfmStrikethrough(), gfmTable(), gfmTaskListItem()],
    mdastExtensions: [...MAKERS],
  });
  const all = nodesIn(root);
  const images = all.filter((node) => node.type === 'image' || node.type === 'imageReference');
  const defined = all.filter((node) => node.type === 'definition');
  return {
    html: all.flatMap((node) => (node.type === 'html' ? [node.value] : [])),
    links: [...all.flatMap((node) => (node.type === 'link' ? [node.url] : [])), ...defined.map(({ url }) => url)],
    images: images.map((node) => (node.type === 'image' ? node.url : node.identifier)),
    headings: root.children.flatMap((node) => (node.type === 'heading' ? [wordsOf(node)] : [])),
    codes: all.flatMap((node) => (node.type === 'code' ? [`${node.value}\n`] : [])),
    words: wordsOf(root),
  };
}

/** The same with formulas between dollars, as GitHub, Obsidian, VS Code and pandoc know them. */
export function withDollars(text: string): Nodes[] {
  const dollars = { text: { 36: texText().text?.[36] ?? [] }, flow: { 36: texFlow().flow?.[36] ?? [] } };
  return fromMarkdown(text, {
    extensions: [gfmAutolinkLiteral(), gfmStrikethrough(), gfmTable(), gfmTaskListItem(), dollars],
    mdastExtensions: [...MAKERS, mathFromMarkdown()],
  }).children;
}

export const readers = [
  ['markdown-it', byMarkdownIt],
  ['micromark', byMicromark],
] as const;

export const nodesIn = (node: Nodes): Nodes[] =>
  'children' in node ? [node, ...node.children.flatMap(nodesIn)] : [node];

function wordsOf(node: Nodes): string {
  if ('children' in node) return node.children.map(wordsOf).join(FLOW.has(node.type) ? ' ' : '');
  return node.type === 'break' ? ' ' : 'value' in node ? node.value : '';
}
const FLOW: ReadonlySet<string> = new Set(['root', 'list', 'listItem', 'blockquote', 'table', 'tableRow']);
