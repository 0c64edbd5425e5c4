/** Characters, and lines. A longer text is not read as Markdown: it is shown as plain words. */
const LONGEST = 100_000;
const MOST_LINES = 10_000;
/** Quotes and lists that begin on one line, and elements in one another. */
export const DEEPEST = 40;
/** Readers of Markdown compare the signs of a paragraph with each other: so many pairs take well under a second. */
const MOST_PAIRS = 3e7;

const OPENERS = /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t])))+/;
const FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;
const RULE = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

/** True if a text can be read as Markdown in a time that nobody notices, whatever it holds. */
export function isReadable(text: string): boolean {
  if (text.length > LONGEST) return false;
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.length > MOST_LINES || lines.some(isDeep)) return false;
  let pairs = 0;
  for (const signs of signsOf(lines)) pairs += signs * signs;
  return pairs <= MOST_PAIRS;
}

function isDeep(line: string): boolean {
  const openers = OPENERS.exec(line)?.[0].match(/[>*+.)-]/g);
  return openers !== null && openers !== undefined && openers.length > DEEPEST;
}

/** How many signs that mean something stand in each paragraph; a row of a table counts by itself, code does not. */
function signsOf(lines: readonly string[]): number[] {
  const counts: number[] = [];
  let signs = 0;
  let inTable = false;
  for (const [at, line] of withoutCode(lines).entries()) {
    inTable = line.includes('|') && (inTable || isTable(lines, at));
    if (inTable || line.trim() === '') {
      counts.push(signs);
      signs = 0;
    }
    signs += line.match(/[[\]*_~`$!<&\\]/g)?.length ?? 0;
  }
  return [...counts, signs];
}

/** The lines, those of blocks of code as blank ones. */
function withoutCode(lines: readonly string[]): string[] {
  let fence: string | null = null;
  return lines.map((line) => {
    const isInside = fence !== null;
    if (fence === null) fence = FENCE.exec(line)?.[1] ?? null;
    else if (closes(line, fence)) fence = null;
    return isInside || fence !== null ? '' : line;
  });
}

const closes = (line: string, fence: string): boolean => {
  const words = line.trim();
  return words.length >= fence.length && words === (fence[0] ?? '').repeat(words.length);
};

/** A row of names above a rule of as many cells begins a table, and only that. */
function isTable(lines: readonly string[], at: number): boolean {
  const rule = lines[at + 1] ?? '';
  return RULE.test(rule) && cells(rule) === cells(lines[at] ?? '') && (lines[at - 1] ?? '').trim() === '';
}

const cells = (row: string): number =>
  row
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/).length;
