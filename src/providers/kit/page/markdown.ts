import type { Root as Tree } from 'hast';
import { toMdast } from 'hast-util-to-mdast';
import type { PhrasingContent, Root } from 'mdast';
import { gfmStrikethroughToMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { gfmTaskListItemToMarkdown } from 'mdast-util-gfm-task-list-item';
import { mathToMarkdown } from 'mdast-util-math';
import { toMarkdown } from 'mdast-util-to-markdown';
import { DISPLAY_MATH, INLINE_MATH } from './emit';

const HANDLERS: NonNullable<NonNullable<Parameters<typeof toMdast>[1]>['handlers']> = {
  pre: (_, { properties, children: [text] }) => ({
    type: 'code',
    lang: typeof properties.language === 'string' ? properties.language : null,
    meta: null,
    value: text?.type === 'text' ? text.value : '',
  }),
  a: (state, node) => {
    const url = String(node.properties.href);
    const children = state.all(node) as PhrasingContent[]; // blocks in a link are straightened out later
    return {
      type: 'link',
      url,
      title: null,
      children: children.length > 0 ? children : [{ type: 'text', value: url }],
    };
  },
  [INLINE_MATH]: (_, { properties }) => ({ type: 'inlineMath', value: String(properties.tex).replace(/\s+/g, ' ') }),
  [DISPLAY_MATH]: (_, { properties }) => ({ type: 'math', value: String(properties.tex) }),
};

/** A tree of a page's content (see emit) as Markdown. */
export const markdownOf = (tree: Tree): string =>
  toMarkdown(toMdast(tree, { document: true, handlers: HANDLERS }) as Root, {
    bullet: '-',
    emphasis: '_',
    listItemIndent: 'one',
    rule: '-',
    extensions: [
      gfmTableToMarkdown({ tablePipeAlign: false }),
      gfmStrikethroughToMarkdown(),
      gfmTaskListItemToMarkdown(),
      mathToMarkdown(),
    ],
  });
