import { clipped } from '../../handoff/marks';
import { sessionName } from '../../handoff/titles';
import { shortNumber } from '../../model/ids';
import type { Archive } from './archive-facts';
import type { PageSession } from './context';

/**
 * The style of an archive's page on paper: what it is a printout of stands on every sheet, where a browser draws what a
 * style sheet asks for in the margins (others write title and page number themselves). Nothing that somebody chose is
 * more than letters in it.
 */
export function printStyle(sessions: readonly PageSession[], archive: Archive): string {
  const [single] = sessions.length === 1 ? sessions : [];
  const title = single ? sessionName(single.view) : `${sessions.length} sessions`;
  const margins = [
    pageRule('', [
      ['top-left', quoted(title)],
      ['top-right', single ? quoted(rangeOf(single)) : quoted(archive.name)],
      ['bottom-left', `"Archive identity ${archive.archiveIdentity}"`],
      ['bottom-right', '"Page " counter(page) " of " counter(pages)'],
    ]),
    ...(single ? branchRules(single) : sessions.map(sessionRule)),
  ];
  return `\n${margins.join('\n')}\n`;
}

type Corner = 'top-left' | 'top-right' | 'bottom-left' | 'bottom-right';

const pageRule = (name: string, boxes: readonly (readonly [Corner, string])[]): string =>
  `@page ${name}{ ${boxes.map(([corner, content]) => `@${corner} { content: ${content}; font: ${SMALL}; color: #444; white-space: nowrap; }`).join(' ')} }`;

const SMALL = '7.5pt system-ui, sans-serif';

/** Sheets with what the person did not go on with say so. */
function branchRules(page: PageSession): string[] {
  const { stretches } = page.outline();
  const [main, ...others] = stretches;
  if (!main || others.length === 0) return [];
  const idsOf = (list: typeof stretches): string[] =>
    list.flatMap(({ turns }) => turns.flatMap(({ event, blocks }) => [event, ...blocks].map(({ id }) => id)));
  const rule = (name: string, range: string): string =>
    `@media print { .${name} { page: ${name}; } }\n${pageRule(`${name} `, [['top-right', quoted(range)]])}`;
  return [
    rule('on-branch', rangeOf(page, idsOf([main]))),
    rule('off-branch', `Other branches: ${rangeOf(page, idsOf(others))}`),
  ];
}

/** The class of a session's section where the page holds several. */
export const sheetOf = (index: number): string => `sheet-${index + 1}`;

function sessionRule(page: PageSession, index: number): string {
  const name = sheetOf(index);
  const boxes = [
    ['top-left', quoted(sessionName(page.view))],
    ['top-right', quoted(rangeOf(page))],
  ] as const;
  return `@media print { .${name} { page: ${name}; } }\n${pageRule(`${name} `, boxes)}`;
}

/** The first and last number among some events, all by default. */
function rangeOf({ view }: PageSession, ids: Iterable<string> = view.current.keys()): string {
  let least = Number.POSITIVE_INFINITY;
  let most = 0;
  for (const id of ids) {
    const number = view.first.get(id) ?? 0;
    least = Math.min(least, number);
    most = Math.max(most, number);
  }
  return least >= most ? shortNumber(most) : `${shortNumber(least)} to ${shortNumber(most)}`;
}

const LONGEST = 90;

/** A text as a string of a style sheet, with a direction of its own: whatever is no plain letter stands by its number. */
const quoted = (text: string): string =>
  `"\\2068 ${clipped(text, LONGEST).replace(/[^A-Za-z0-9 ]/gu, (sign) => `\\${(sign.codePointAt(0) ?? 0).toString(16)} `)}\\2069 "`;
