import { gfmAutolinkLiteral } from 'micromark-extension-gfm-autolink-literal';
import { gfmFootnote } from 'micromark-extension-gfm-footnote';
import { gfmStrikethrough } from 'micromark-extension-gfm-strikethrough';
import { gfmTable } from 'micromark-extension-gfm-table';
import { gfmTaskListItem } from 'micromark-extension-gfm-task-list-item';
import type { Extension } from 'micromark-util-types';
import { texFlow } from './tex-flow';
import { texText } from './tex-text';

const ADDRESSES = gfmAutolinkLiteral();
const FOOTNOTES = gfmFootnote();
const STRUCK = gfmStrikethrough();
const TABLES = gfmTable();
const REST = [gfmTaskListItem(), texText(), texFlow()];

/** Addresses of the web alone: those of mail are tried at every word. */
const WEB: Extension = {
  text: Object.fromEntries(
    Object.entries(ADDRESSES.text ?? {}).map(([code, constructs]) => [
      code,
      [constructs ?? []].flat().filter(({ name }) => name !== 'emailAutolink'),
    ]),
  ),
};

/**
 * What is read in a text beyond the language itself. Each extension costs its time at every word or line, whether it
 * finds anything or not: without a sign that it cannot do without it finds nothing, and is left out.
 */
export const grammarOf = (text: string): Extension[] => [
  ...(text.includes('@') ? [ADDRESSES] : /www\.|:\/\//i.test(text) ? [WEB] : []),
  FOOTNOTES,
  ...(text.includes('~') ? [STRUCK] : []),
  ...(/\||:-|-:/.test(text) ? [TABLES] : []),
  ...REST,
];

/** All of it. */
export const GRAMMAR: readonly Extension[] = [ADDRESSES, FOOTNOTES, STRUCK, TABLES, ...REST];
