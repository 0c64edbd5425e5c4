import type { Nodes, Root, Text } from 'mdast';
import { type Extension, fromMarkdown, type Handle } from 'mdast-util-from-markdown';
import { gfmAutolinkLiteralFromMarkdown } from 'mdast-util-gfm-autolink-literal';
import { gfmFootnoteFromMarkdown } from 'mdast-util-gfm-footnote';
import { gfmStrikethroughFromMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTaskListItemFromMarkdown } from 'mdast-util-gfm-task-list-item';
import { mathFromMarkdown } from 'mdast-util-math';
import { grammarOf } from './grammar';
import { DEEPEST, isReadable } from './limits';

/** A stretch of a text node that stands in the source as it is: signs that are escaped lie between two of them. */
export interface Run {
  /** UTF-16 offset in the node's value. */
  readonly from: number;
  /** UTF-16 offset in the source. */
  readonly at: number;
  readonly length: number;
}

export interface ReadText {
  readonly root: Root;
  readonly runs: ReadonlyMap<Text, readonly Run[]>;
}

const MAKERS: readonly Extension[] = [
  // what it would find afterwards has no place in the source any more
  { ...gfmAutolinkLiteralFromMarkdown(), transforms: [] },
  gfmFootnoteFromMarkdown(),
  gfmStrikethroughFromMarkdown(),
  gfmTableFromMarkdown(),
  gfmTaskListItemFromMarkdown(),
  mathFromMarkdown(),
];

/** Somebody's Markdown as a tree, or null where it is too long or too deep to be read. It must not begin with U+FEFF. */
export function readMarkdown(text: string, grammar = grammarOf): ReadText | null {
  if (!isReadable(text)) return null;
  const runs = new Map<Text, Run[]>();
  const root = fromMarkdown(text, {
    extensions: grammar(text),
    mdastExtensions: [...MAKERS, { exit: { data: keepRun(runs) } }],
  });
  return isTooDeep(root) ? null : { root, runs };
}

/** Closes a stretch of text as the parser itself does, and keeps where it stood. */
const keepRun = (runs: Map<Text, Run[]>): Handle =>
  function (token) {
    const node = this.stack.pop();
    if (node?.type !== 'text') return;
    const value = this.sliceSerialize(token);
    const run = { from: node.value.length, at: token.start.offset, length: value.length };
    const known = runs.get(node);
    if (known) known.push(run);
    else if (run.from === 0) runs.set(node, [run]);
    node.value += value;
    const { line, column, offset } = token.end;
    if (node.position) node.position.end = { line, column, offset };
  };

/** The blocks of code in a text of which nothing else is read; null where there are none, or it is too long or too deep. */
export function readFences(text: string): Root | null {
  // whatever it stands in, a fence begins with three of its signs
  if (!FENCE.test(text) || !isReadable(text)) return null;
  const root = fromMarkdown(text, { extensions: [{ disable: { null: [...ALL_BUT_FENCES] } }] });
  return isTooDeep(root) ? null : root;
}

const FENCE = /```|~~~/;

const ALL_BUT_FENCES = [
  ...['attention', 'autolink', 'characterEscape', 'characterReference', 'codeIndented', 'codeText', 'definition'],
  ...['hardBreakEscape', 'headingAtx', 'htmlFlow', 'htmlText', 'labelEnd', 'labelStartImage', 'labelStartLink'],
  ...['setextUnderline', 'thematicBreak'],
] as const;

function isTooDeep(root: Root): boolean {
  let level: readonly Nodes[] = [root];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) return true;
    level = level.flatMap((node): readonly Nodes[] => ('children' in node ? node.children : []));
  }
  return false;
}
