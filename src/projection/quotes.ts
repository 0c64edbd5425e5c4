/** A quotation in a text: its words, and its place (UTF-16). */
export interface Quotation {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Shorter ones are names and terms, which stand anywhere. */
const LEAST = { words: 5, letters: 20 } as const;
/** Nobody quotes more in one piece; and a mark that is never closed must not take the rest of a text. */
const LONGEST = 5000;

/** The marks that open a quotation and those that close it. Single ones are apostrophes too often. */
const CLOSING: Readonly<Record<string, string>> = {
  ...{ '"': '"', '“': '”', '”': '”', '„': '“”', '«': '»', '»': '«', '「': '」', '『': '』', '〝': '〞〟' },
};
const MARKS = /["“”„«»「」『』〝〞〟]|\n[ \t]*\n/g;
const FENCE = /^[ \t]{0,3}(?:`{3,}|~{3,})/;
const CODE = /`[^`\n]+`/g;
/** Lines of a quoted block. */
const QUOTED = /^[ \t]{0,3}>[ \t]?/;

/** The line below a quoted block that says whose words they are. */
const NAMES = /^\s*[-–—―]{1,3}\s?\S/;

/** Quotations of some length in a text of Markdown: blocks, and what stands between quotation marks. Code is none. */
export function quotationsIn(text: string): Quotation[] {
  const { blocks, rest } = linesOf(text);
  return [...blocks, ...marked(text, rest)]
    .filter(({ text: words }) => isLong(words))
    .sort((a, b) => a.start - b.start);
}

function isLong(words: string): boolean {
  const letters = words.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  const count = words.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’]*/gu)?.length ?? 0;
  return words.length <= LONGEST && (letters >= LEAST.letters || count >= LEAST.words);
}

/** Cuts out the blocks that are quoted whole; what is left of the text keeps every place. */
function linesOf(text: string): { blocks: Quotation[]; rest: string } {
  const blocks: Quotation[] = [];
  const rest: string[] = [];
  let open: { start: number; lines: string[] } | null = null;
  let isCode = false;
  let at = 0;
  const close = (): void => {
    if (open) blocks.push({ text: saidIn(open.lines), start: open.start, end: Math.max(at - 1, open.start) });
    open = null;
  };
  for (const line of text.split('\n')) {
    const isFence = FENCE.test(line);
    if (isFence) isCode = !isCode;
    const isQuoted = !isFence && !isCode && QUOTED.test(line);
    if (!isQuoted) close();
    else if (open) open.lines.push(line.replace(QUOTED, ''));
    else open = { start: at, lines: [line.replace(QUOTED, '')] };
    const isLeft = !(isFence || isCode || isQuoted);
    rest.push(isLeft ? line.replace(CODE, blank) : blank(line));
    at += line.length + 1;
  }
  close();
  return { blocks, rest: rest.join('\n') };
}

/** The words of a quoted block, without a last line that names who said them. */
function saidIn(lines: readonly string[]): string {
  const said = lines.length > 1 && NAMES.test(lines.at(-1) ?? '') ? lines.slice(0, -1) : lines;
  return said.join('\n').trim();
}

const blank = (text: string): string => ' '.repeat(text.length);

/** What stands between a mark and the next that closes it, in one paragraph. */
function marked(text: string, rest: string): Quotation[] {
  const found: Quotation[] = [];
  let open: { mark: string; at: number } | null = null;
  for (const { 0: mark, index } of rest.matchAll(MARKS)) {
    if (mark.startsWith('\n')) open = null;
    else if (open && (CLOSING[open.mark] ?? '').includes(mark)) {
      found.push({ text: text.slice(open.at + 1, index).trim(), start: open.at, end: index + 1 });
      open = null;
    } else open ??= { mark, at: index };
  }
  return found;
}
