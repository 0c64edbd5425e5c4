import { clipped, shownName } from './marks';

/** A name or title as plain words in Markdown: on one line, nothing in it is markup, everything can be seen. */
export const escapeName = (name: string): string =>
  shownName(name)
    .replace(/[\\`*_[\]{}<>()#|&~$!]/g, '\\$&')
    .replace(/^[-+=]/, '\\$&') // at the beginning of a line these would make a list or a heading
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2');

/** A text as a code span that nothing inside can close. */
export function codeSpan(text: string): string {
  const line = shownName(text);
  let longest = 0;
  for (const [run] of line.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  const ticks = '`'.repeat(longest + 1);
  const pad = line.startsWith('`') || line.endsWith('`') || line === '' ? ' ' : '';
  return `${ticks}${pad}${line}${pad}${ticks}`;
}

const LONGEST_NAME = 160;

/** A name in a text for a model: quoted, on one line, and not long enough to carry a speech. */
export const quotedName = (name: string): string => codeSpan(clipped(name, LONGEST_NAME));
