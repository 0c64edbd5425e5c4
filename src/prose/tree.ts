import type { Element, ElementContent, RootContent as HastContent } from 'hast';
import type { Nodes, Parents } from 'mdast';
import { type Handlers, type State, toHast } from 'mdast-util-to-hast';
import type { Cite } from '../handoff/cited';
import { codeFigure, mathAmongWords, mathBlock } from './blocks';
import { element, words } from './elements';
import { imageTree, linkTree } from './links';
import type { CiteNode } from './nodes';
import type { Notes } from './notes';
import { linked, wordsTree } from './plain';
import { type Prose, readProse } from './prose';
import { tableTree } from './tables';
import type { Ways } from './ways';

/**
 * Somebody's Markdown as elements, with what it cites where it is cited. HTML in it is words; nothing in it runs, loads
 * or reaches beyond the text; each block has its own direction, code and formulas are left to right. Line breaks are
 * line feeds: whoever shows the tree lets them stand (`white-space: pre-wrap`). What is too long or too deep to be read
 * is shown as plain words.
 */
export const markdownTree = (text: string, cites: readonly Cite[], ways: Ways): Element[] =>
  proseTree(readProse(text, cites), ways);

/** The same of a text that was read. */
export function proseTree({ source, moved, read }: Prose, ways: Ways): Element[] {
  if (read === null) return wordsTree(source, moved, ways);
  const made = toHast(read.root, { handlers: handlersFor(source, ways, read.notes) });
  return blocksIn(made.type === 'root' ? made.children : [made]).map(directed);
}

/** The blocks, without the line ends that the library sets between them. */
const blocksIn = (nodes: readonly (HastContent | ElementContent)[]): Element[] =>
  nodes.flatMap((node) => (node.type === 'element' ? [node] : []));

/** A block finds its own direction; what stands in it does so by the style sheet, to leave the block's alone. */
function directed(block: Element): Element {
  const isWords = /^(?:p|ul|ol|blockquote)$/.test(block.tagName);
  return isWords ? { ...block, properties: { ...block.properties, dir: 'auto' } } : block;
}

const AMONG_WORDS: ReadonlySet<string> = new Set([
  ...['paragraph', 'heading', 'tableCell', 'emphasis', 'strong', 'delete', 'link', 'linkReference'],
]);

const isAmongWords = (parent: Parents | undefined): boolean => parent !== undefined && AMONG_WORDS.has(parent.type);

function handlersFor(source: string, ways: Ways, { numbers, used }: Notes): Handlers {
  const written = (node: Nodes): string =>
    source.slice(node.position?.start.offset ?? 0, node.position?.end.offset ?? 0);
  const defined = (state: State, identifier: string) => state.definitionById.get(identifier.toUpperCase());
  const noteId = (number: number): string | null => (ways.scope === null ? null : `${ways.scope}note-${number}`);
  return {
    text: (_, node) => words(node.value.replace(/\r\n?/g, '\n')),
    break: () => words('\n'),
    cite: (_, node: CiteNode) => node.numbers.map(ways.cite),
    html: (_, node, parent) => {
      if (parent?.type === 'tableCell' && /^<br\s*\/?>$/i.test(node.value)) return element('br', {});
      const text = words(node.value.replace(/\r\n?/g, '\n'));
      return isAmongWords(parent) ? text : element('p', {}, [text]);
    },
    heading: (state, node) => element('p', { className: ['heading', `level-${node.depth}`] }, state.all(node)),
    code: (_, node) => codeFigure(node.value, [node.lang, node.meta].filter(Boolean).join(' '), node.lang ?? ''),
    inlineCode: (_, node) => element('code', { dir: 'ltr' }, [node.value.replace(/\r\n?|\n/g, ' ')]),
    math: (_, node) => mathBlock(node.value, written(node)),
    inlineMath: (_, node) => mathAmongWords(node.value, written(node), /^(?:\$\$|\\\[)/.test(written(node))),
    link: (state, node) => linkTree(state.all(node), node.url, node.title ?? null, ways),
    linkReference: (state, node) => {
      const to = defined(state, node.identifier);
      return to ? linkTree(state.all(node), to.url, to.title ?? null, ways) : words(written(node));
    },
    image: (_, node) => imageTree(node.url, node.alt ?? '', node.title ?? null, ways),
    imageReference: (state, node) => {
      const to = defined(state, node.identifier);
      return to ? imageTree(to.url, node.alt ?? '', to.title ?? null, ways) : words(written(node));
    },
    definition: (_, node) => (used.has(node) ? undefined : element('p', {}, linked(written(node), ways))),
    footnoteReference: (_, node) => {
      const number = numbers.get(node.identifier);
      if (number === undefined) return words(written(node));
      const id = noteId(number);
      const mark = `${number}`;
      return element('sup', {}, [id === null ? words(mark) : element('a', { href: `#${id}` }, [mark])]);
    },
    footnoteDefinition: (state, node) =>
      element('p', {}, [words(`[^${node.label ?? node.identifier}]: `), ...blocksIn(state.all(node)).flatMap(inside)]),
    notes: (state, node) => {
      const items = node.children.map((each: Parents, index: number) => {
        const id = noteId(index + 1);
        return element('li', id === null ? {} : { id }, blocksIn(state.all(each)));
      });
      return element('ol', { className: ['notes'] }, items);
    },
    list: (state, node) => {
      const start = typeof node.start === 'number' && node.start !== 1 ? { start: node.start } : {};
      return element(node.ordered ? 'ol' : 'ul', start, blocksIn(state.all(node)));
    },
    listItem: (state, node) => {
      const blocks = blocksIn(state.all(node));
      if (typeof node.checked !== 'boolean') return element('li', {}, blocks);
      const box = words(node.checked ? '☑ ' : '☐ ');
      const [first, ...rest] = blocks;
      const lead = first?.tagName === 'p' ? { ...first, children: [box, ...first.children] } : element('p', {}, [box]);
      return element(
        'li',
        { className: ['task'] },
        first === undefined || first.tagName === 'p' ? [lead, ...rest] : [lead, ...blocks],
      );
    },
    blockquote: (state, node) => element('blockquote', {}, blocksIn(state.all(node))),
    table: (state, node) => tableTree(node, (cell) => state.all(cell)),
    strong: (state, node) => element('strong', {}, state.all(node)),
  };
}

/** What stands in a block: words, or the block itself. */
const inside = (block: Element): ElementContent[] => (block.tagName === 'p' ? block.children : [block]);
