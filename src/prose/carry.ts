import type {
  AlignType,
  BlockContent,
  Definition,
  ListItem,
  Nodes,
  Paragraph,
  PhrasingContent,
  RootContent,
  Table,
  TableCell,
  TableRow,
} from 'mdast';
import { shownName } from '../handoff/marks';
import { plainNodes } from './carry-plain';
import { codeNodes, innerLink, linkedNodes, linkNodes, paragraph, strong, wordsNode } from './markdown-nodes';
import type { Notes } from './notes';
import type { Prose } from './prose';
import { isFlowSafe, texAmongWords } from './tex-carry';
import type { MarkdownWays } from './ways';
import type { MathData } from './write';

/**
 * Somebody's Markdown as blocks that may stand in a file of ours, with what it cites where it is cited. Nothing of it
 * reaches beyond its own text or leads anywhere but to the web or a file of the archive; HTML is words or code, a heading
 * is a bold line, and what a definition says stands where it is used. What is too long or too deep to be read stands in
 * a fence.
 */
export function carriedNodes({ text, cites, source, read }: Prose, ways: MarkdownWays): BlockContent[] {
  if (read === null) return plainNodes(text, cites, ways);
  const { root, notes } = read;
  const definitions = new Map<string, Definition>();
  for (const node of definitionsIn(root)) if (!definitions.has(node.identifier)) definitions.set(node.identifier, node);
  return blocksOf(root.children, { source, ways, notes, definitions, inside: NOWHERE });
}

const definitionsIn = (node: Nodes): Definition[] =>
  node.type === 'definition' ? [node] : 'children' in node ? node.children.flatMap(definitionsIn) : [];

/** What words stand in that cannot hold another of its kind. */
interface Inside {
  readonly link: boolean;
  readonly strong: boolean;
  readonly cell: boolean;
}
const NOWHERE: Inside = { link: false, strong: false, cell: false };

interface Carrying {
  readonly source: string;
  readonly ways: MarkdownWays;
  readonly notes: Notes;
  readonly definitions: ReadonlyMap<string, Definition>;
  readonly inside: Inside;
}

const within = (carrying: Carrying, inside: Partial<Inside>): Carrying => ({
  ...carrying,
  inside: { ...carrying.inside, ...inside },
});

const written = ({ source }: Carrying, node: Nodes): string =>
  source.slice(node.position?.start.offset ?? 0, node.position?.end.offset ?? 0);

const blocksOf = (nodes: readonly RootContent[], carrying: Carrying): BlockContent[] =>
  nodes.flatMap((node) => blockOf(node, carrying));

type Of<T extends RootContent['type']> = Extract<RootContent, { type: T }>;
type Handlers<T extends RootContent['type'], Made> = { readonly [K in T]: (node: Of<K>, carrying: Carrying) => Made[] };

const BLOCKS: Partial<Handlers<RootContent['type'], BlockContent>> = {
  paragraph: (node, carrying) => lineOf(phrasesOf(node.children, carrying)),
  heading: (node, carrying) => {
    const words = phrasesOf(node.children, within(carrying, { strong: true }));
    return words.length === 0 ? [] : [paragraph(strong(...words))];
  },
  thematicBreak: () => [{ type: 'thematicBreak' }],
  blockquote: (node, carrying) => [{ type: 'blockquote', children: blocksOf(node.children, carrying) }],
  list: (node, carrying) => [
    { ...node, children: node.children.flatMap((item) => (item.type === 'listItem' ? [itemOf(item, carrying)] : [])) },
  ],
  code: (node) => codeNodes(node.value, [node.lang, node.meta].filter(Boolean).join(' '), node.lang ?? ''),
  math: (node) =>
    isFlowSafe(node.value)
      ? [{ type: 'math', value: node.value }]
      : [{ type: 'code', lang: 'math', value: node.value.toWellFormed() }],
  html: (node) =>
    /[\r\n]/.test(node.value) ? codeNodes(node.value, 'html', 'html') : [paragraph(wordsNode(node.value))],
  definition: (node, carrying) =>
    carrying.notes.used.has(node) ? [] : [paragraph(...linkedNodes(written(carrying, node)))],
  footnoteDefinition: (node, carrying) => noteOf(node, carrying),
  notes: (node, carrying) => node.children.flatMap((note) => noteOf(note, carrying)),
  table: (node, carrying) => [tableOf(node, carrying)],
};

function blockOf<N extends RootContent>(node: N, carrying: Carrying): BlockContent[] {
  const handler = BLOCKS[node.type] as ((node: RootContent, carrying: Carrying) => BlockContent[]) | undefined;
  return handler?.(node, carrying) ?? lineOf(phraseOf(node, carrying));
}

const lineOf = (words: readonly PhrasingContent[]): Paragraph[] => (words.length === 0 ? [] : [paragraph(...words)]);

const itemOf = (item: ListItem, carrying: Carrying): ListItem => ({
  ...item,
  children: blocksOf(item.children, carrying),
});

/** A footnote where the text ends, by the name that it has there. */
function noteOf(node: Of<'footnoteDefinition'>, carrying: Carrying): BlockContent[] {
  const name = wordsNode(`[^${node.label ?? node.identifier}]: `);
  const [first, ...rest] = blocksOf(node.children, carrying);
  if (first?.type === 'paragraph') return [paragraph(name, ...first.children), ...rest];
  return [paragraph(name), ...(first ? [first] : []), ...rest];
}

/** A table as wide as its widest row: what stands beyond the last column would not be shown. */
function tableOf(node: Table, carrying: Carrying): Table {
  const inCell = within(carrying, { cell: true });
  const cell = ({ children }: TableCell): TableCell => ({ type: 'tableCell', children: phrasesOf(children, inCell) });
  const width = node.children.reduce((most, row) => Math.max(most, row.children.length), 0);
  const align: AlignType[] = Array.from({ length: width }, (_, column) => node.align?.[column] ?? null);
  const rows = node.children.map((row): TableRow => ({ type: 'tableRow', children: row.children.map(cell) }));
  // the first row says how many there are; the others may be shorter
  while (rows[0] && rows[0].children.length < width) rows[0].children.push({ type: 'tableCell', children: [] });
  return { type: 'table', align, children: rows };
}

/** Words one after the other; of two that mean the same, one is made: beside each other their signs would not be read. */
function phrasesOf(nodes: readonly RootContent[], carrying: Carrying): PhrasingContent[] {
  const made: PhrasingContent[] = [];
  for (const node of nodes.flatMap((each) => phraseOf(each, carrying))) {
    const last = made.at(-1);
    if (last?.type === 'text' && node.type === 'text') made.splice(-1, 1, wordsNode(last.value + node.value));
    else if (last && isJoined(last, node)) made.splice(-1, 1, joined(last, node));
    else made.push(node);
  }
  return made;
}

const SIGNED: ReadonlySet<string> = new Set(['emphasis', 'strong', 'delete', 'inlineCode']);
const isJoined = (last: PhrasingContent, node: PhrasingContent): boolean =>
  last.type === node.type && SIGNED.has(node.type);
function joined(last: PhrasingContent, node: PhrasingContent): PhrasingContent {
  if (last.type === 'inlineCode' && node.type === 'inlineCode') return { ...last, value: last.value + node.value };
  return 'children' in last && 'children' in node
    ? ({ ...last, children: [...last.children, ...node.children] } as PhrasingContent)
    : node;
}

const PHRASES: Partial<Handlers<RootContent['type'], PhrasingContent>> = {
  text: (node) => [wordsNode(node.value)],
  emphasis: (node, carrying) => wrapped('emphasis', phrasesOf(node.children, carrying)),
  delete: (node, carrying) => wrapped('delete', phrasesOf(node.children, carrying)),
  strong: (node, carrying) => {
    const words = phrasesOf(node.children, within(carrying, { strong: true }));
    return carrying.inside.strong ? words : wrapped('strong', words);
  },
  break: () => [{ type: 'break' }],
  inlineCode: (node) => [{ type: 'inlineCode', value: node.value.replace(/\r\n?|\n/g, ' ') }],
  inlineMath: (node, carrying) => mathOf(node, carrying),
  html: (node, { inside }) => [wordsNode(inside.cell && /^<br\s*\/?>$/i.test(node.value) ? ' ' : node.value)],
  link: (node, carrying) => linkOf(node.children, node.url, node.title, carrying),
  linkReference: (node, carrying) => {
    const to = carrying.definitions.get(node.identifier);
    return to ? linkOf(node.children, to.url, to.title, carrying) : [wordsNode(written(carrying, node))];
  },
  image: (node, carrying) => imageOf(node.url, node.alt, node.title, carrying),
  imageReference: (node, carrying) => {
    const to = carrying.definitions.get(node.identifier);
    return to ? imageOf(to.url, node.alt, to.title, carrying) : [wordsNode(written(carrying, node))];
  },
  footnoteReference: (node) => [wordsNode(`[^${node.label ?? node.identifier}]`)],
  cite: (node, { ways }) => node.numbers.map((number) => innerLink(`[${number}]`, ways.source(number))),
};

function phraseOf<N extends RootContent>(node: N, carrying: Carrying): PhrasingContent[] {
  const handler = PHRASES[node.type] as ((node: RootContent, carrying: Carrying) => PhrasingContent[]) | undefined;
  return handler?.(node, carrying) ?? [wordsNode(written(carrying, node))];
}

const wrapped = (type: 'emphasis' | 'strong' | 'delete', children: PhrasingContent[]): PhrasingContent[] =>
  children.length === 0 ? [] : [{ type, children }];

/** TeX between dollars; where some readers of Markdown would see more in it than TeX, it stands as it was written. */
function mathOf(node: Of<'inlineMath'>, carrying: Carrying): PhrasingContent[] {
  const source = written(carrying, node);
  const code = source.replace(/\r\n?|\n/g, ' ');
  const tex = texAmongWords(node.value);
  if (tex === null) return [{ type: 'inlineCode', value: code }];
  const isDisplay = /^(?:\$\$|\\\[)/.test(source);
  const data: MathData = { isDisplay, code };
  return [{ type: 'inlineMath', value: tex, data }];
}

function linkOf(
  children: readonly RootContent[],
  address: string,
  title: string | null | undefined,
  carrying: Carrying,
): PhrasingContent[] {
  const words = phrasesOf(children, within(carrying, { link: true }));
  return carrying.inside.link ? words : linkNodes(words, address, title ?? null, carrying.ways);
}

/** A picture that lies beside the text; nothing is ever loaded from elsewhere, so any other is a link to it. */
function imageOf(
  address: string,
  alt: string | null | undefined,
  title: string | null | undefined,
  carrying: Carrying,
): PhrasingContent[] {
  const local = carrying.ways.local(address);
  const name = shownName(alt ?? '');
  if (local?.isPicture) return [{ type: 'image', url: local.href, alt: name }];
  return linkOf(name === '' ? [] : [{ type: 'text', value: name }], address, title, carrying);
}
