import type { Nodes, Parents, PhrasingContent, RootContent, Text } from 'mdast';
import type { Cite } from '../handoff/cited';
import { append } from '../lib/append';
import type { CiteNode } from './nodes';
import type { ReadText, Run } from './read';

/** Holders of words: what is cited at their end belongs to them. */
const OF_WORDS: ReadonlySet<string> = new Set(['paragraph', 'heading', 'tableCell']);
/** What words may stand in. Links are not in it: a link cannot hold another. */
const AMONG_WORDS: ReadonlySet<string> = new Set([...OF_WORDS, 'emphasis', 'strong', 'delete']);
const HOLDERS: ReadonlySet<string> = new Set([
  ...['root', 'blockquote', 'list', 'listItem', 'table', 'tableRow', 'footnoteDefinition'],
  ...AMONG_WORDS,
]);

/**
 * Puts what is cited into a tree, each at its place in the source. What is cited inside of code, TeX or a link stands
 * right behind it; what is cited between blocks, behind the block before.
 */
export function putCites({ root, runs }: ReadText, cites: readonly Cite[]): void {
  if (cites.length === 0) return;
  const rest = { cites, next: 0, runs };
  fill(root, rest);
  place(root.children, taken(rest, Number.POSITIVE_INFINITY), false);
}

interface Rest {
  readonly cites: readonly Cite[];
  next: number;
  readonly runs: ReadText['runs'];
}

/** What is cited up to a place of the source and stands nowhere yet. */
function taken(rest: Rest, to: number): CiteNode[] {
  const nodes: CiteNode[] = [];
  for (let cite = rest.cites[rest.next]; cite && cite.at <= to; cite = rest.cites[++rest.next])
    nodes.push({ type: 'cite', value: '', numbers: cite.numbers });
  return nodes;
}

function fill(parent: Parents, rest: Rest): void {
  const children: RootContent[] = [];
  const isOfWords = AMONG_WORDS.has(parent.type);
  for (const child of parent.children) {
    // what is cited where a block begins belongs into it
    place(children, taken(rest, isOfWords ? startOf(child) : startOf(child) - 1), isOfWords);
    if (isHolder(child)) fill(child, rest);
    append(children, child.type === 'text' ? cut(child, rest) : [child]);
  }
  const end = endOf(parent);
  const after = taken(rest, OF_WORDS.has(parent.type) ? end : end - 1);
  place(children, after, isOfWords);
  // the same kinds of nodes as before, and numbers among words
  parent.children = children as typeof parent.children;
}

const startOf = (node: Nodes): number => node.position?.start.offset ?? 0;
const endOf = (node: Nodes): number => node.position?.end.offset ?? 0;

const isHolder = (node: Nodes): node is Parents => 'children' in node && HOLDERS.has(node.type);

/** Among words as they are; among blocks at the end of the one before, or as a paragraph. */
function place(children: RootContent[], cites: readonly CiteNode[], isOfWords: boolean): void {
  if (cites.length === 0) return;
  const holder = isOfWords ? null : lastHolder(children.at(-1));
  if (isOfWords) append(children, cites);
  else if (holder) append(holder.children as PhrasingContent[], cites);
  else children.push({ type: 'paragraph', children: [...cites] });
}

/** The last words in a block. */
function lastHolder(node: Nodes | undefined): Parents | null {
  if (!node || !isHolder(node)) return null;
  return OF_WORDS.has(node.type) ? node : lastHolder(node.children.at(-1));
}

/** A text cut where something is cited in it. */
function cut(text: Text, rest: Rest): PhrasingContent[] {
  const pieces: PhrasingContent[] = [];
  const end = endOf(text);
  let from = 0;
  for (let cite = rest.cites[rest.next]; cite && cite.at <= end; cite = rest.cites[rest.next]) {
    const to = Math.max(from, valueAt(text, rest.runs.get(text) ?? [], cite.at));
    if (to > from) pieces.push({ type: 'text', value: text.value.slice(from, to) });
    append(pieces, taken(rest, cite.at));
    from = to;
  }
  if (from === 0 && pieces.length === 0) return [text];
  if (from < text.value.length) pieces.push({ type: 'text', value: text.value.slice(from) });
  return pieces;
}

/** Where a place of the source is in a text's value: never inside of what stands for one sign. */
function valueAt(text: Text, runs: readonly Run[], at: number): number {
  const { length } = text.value;
  const [first] = runs;
  if (!first) return at >= endOf(text) || endOf(text) - startOf(text) !== length ? length : at - startOf(text);
  if (at >= endOf(text)) return length;
  // the blank behind a box to tick belongs to no value any more
  const gone = first.from === 0 ? Math.max(0, startOf(text) - first.at) : 0;
  const run = runs.find((each) => at <= each.at + each.length);
  if (!run) return length;
  return Math.min(length, Math.max(0, run.from + Math.max(0, at - run.at) - gone));
}
