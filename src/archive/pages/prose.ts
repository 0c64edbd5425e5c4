import { fenceFor } from '../../handoff/fence';
import { escapeLine, type LineState, TOKEN } from './inline';

/** A fenced block that somebody wrote: how deep it is indented, what stands on its first line, and its text. */
interface Fence {
  readonly indent: number;
  /** What stands before it on its line: the mark of a list. */
  readonly lead: string;
  readonly mark: string;
  readonly info: string;
}

type Line = readonly [text: string, end: string];

/**
 * Somebody's Markdown as it may stand in a file of ours. Code in fences stays byte for byte and always ends; headings,
 * HTML and definitions become plain words, so that nothing of one message reaches into another.
 */
export function proseOf(text: string): string {
  const lines = linesOf(text);
  const out: string[] = [];
  let block: Line[] = [];
  const flush = (): void => {
    if (block.length > 0) out.push(blockOf(block));
    block = [];
  };
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? ['', ''];
    const fence = fenceIn(line[0]);
    if (fence) {
      // a numbered item in the middle of a paragraph is none: after an empty line it is one in any case
      if (fence.lead !== '') block.push(['', block.at(-1)?.[1] ?? '']);
      flush();
      const end = endOf(lines, at + 1, fence);
      out.push(fenceText(lines.slice(at + 1, end.content), fence, lines[end.next - 1]?.[1] ?? ''));
      at = end.next;
      continue;
    }
    if (isBlank(line[0])) {
      flush();
      out.push(line.join(''));
    } else block.push(line);
    at++;
  }
  flush();
  return out.join('');
}

/** Markdown's own idea of an empty line: other blanks than these are words. */
const isBlank = (line: string): boolean => /^[ \t]*$/.test(line);

/** Lines with their ends, as Markdown knows them. */
function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  let from = 0;
  for (const match of text.matchAll(/\r\n|\n|\r/g)) {
    lines.push([text.slice(from, match.index), match[0]]);
    from = match.index + match[0].length;
  }
  lines.push([text.slice(from), '']);
  return lines;
}

const OPENING = /^( *)((?:[-*+]|\d{1,9}[.)]) {1,4})?(`{3,}|~{3,})(.*)$/s;

function fenceIn(line: string): Fence | null {
  const [, spaces = '', lead = '', mark = '', info = ''] = OPENING.exec(line) ?? [];
  if (mark === '' || (mark.startsWith('`') && info.includes('`'))) return null;
  return { indent: spaces.length + lead.length, lead: lead === '' ? '' : spaces + lead, mark, info };
}

/** Where a block ends: at its closing fence, or where a line is less indented than it (its list item ends there). */
function endOf(lines: readonly Line[], from: number, fence: Fence): { content: number; next: number } {
  const closing = new RegExp(
    `^ {0,${fence.indent + 3}}${fence.mark[0] === '`' ? '`' : '~'}{${fence.mark.length},}[ \\t]*$`,
  );
  for (let at = from; at < lines.length; at++) {
    const text = lines[at]?.[0] ?? '';
    if (closing.test(text)) return { content: at, next: at + 1 };
    if (!isBlank(text) && indentOf(text) < fence.indent) return { content: at, next: at };
  }
  // what is never closed ends with the text; the empty line after a last line end is none
  return { content: lines.at(-1)?.[0] === '' ? Math.max(lines.length - 1, from) : lines.length, next: lines.length };
}

const indentOf = (line: string): number => {
  let columns = 0;
  for (const character of line) {
    if (character === ' ') columns++;
    else if (character === '\t') columns += 4 - (columns % 4);
    else break;
  }
  return columns;
};

const DEEP = 4; // from here on an indented fence may be no fence at all: it is brought to the margin, where it is one

/** Writes a block so that it is one wherever it stands, with fences that nothing in it can close. */
function fenceText(content: readonly Line[], fence: Fence, lastEnd: string): string {
  const isDeep = fence.lead === '' ? fence.indent >= DEEP : /^ {4}/.test(fence.lead);
  const dedent = new RegExp(`^ {0,${isDeep ? fence.indent : 0}}`);
  const lines = content.map(([text, end]) => text.replace(dedent, '') + end);
  const body = lines.join('').replace(TOKEN, '');
  const mark = fenceFor(body);
  const margin = isDeep ? '' : ' '.repeat(fence.indent);
  const info = fence.info
    .replace(TOKEN, '')
    .replace(/[`|]/g, ' ') // with a bar, some readers see a table
    .replace(/^\s*\{=/, ' ')
    .trimEnd();
  const open = isDeep && fence.lead !== '' ? `${fence.lead.trimEnd()}\n\n` : fence.lead || margin;
  const gap = body === '' || /[\r\n]$/.test(body) ? '' : '\n';
  const cites = lines.join('').match(TOKEN)?.join('');
  return `${open}${mark}${info}\n${body}${gap}${margin}${mark}${lastEnd || '\n'}${cites ? `${margin}${cites}\n` : ''}`;
}

/** Lines without an empty one between them. */
function blockOf(lines: readonly Line[]): string {
  const texts = lines.map(([text]) => text);
  const lastClose = texts.findLastIndex((text) => text.includes('>'));
  let at = 0;
  let close = -1; // the last `>` of the line
  const state: LineState = {
    open: false,
    math: false,
    table: texts.some((text) => /^[\s>]*(?:\|\s*)?:?-+:?\s*(?:\|\s*(?::?-+:?\s*)?)+$/.test(text)),
    closes: (column) => lastClose > at || close > column,
  };
  return lines
    .map(([text, end], index) => {
      at = index;
      close = text.lastIndexOf('>');
      const before = index === 0 ? '' : (texts[index - 1] ?? '');
      state.math = mathAfter(text, state.math);
      return blockMark(text, before, escapeLine(text, state)) + end;
    })
    .join('');
}

/** Whether the lines after this one are display math. */
function mathAfter(line: string, isMath: boolean): boolean {
  const sign = /^[ \t]*(\$\$|\\\[|\\\])[ \t]*$/.exec(line)?.[1];
  if (sign === undefined) return isMath;
  return sign === '$$' ? !isMath : sign === '\\[';
}

// what looks like the beginning of a fence but was not taken for one must not become one
const LATE_FENCE = /^(?:[ \t]|[-*+][ \t]|\d{1,9}[.)][ \t])*(?:`{3,}[^`]*|~{3,}.*)$/s;
const HEADING = /^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*#{1,6}(?:[ \t]|$)/;
const UNDERLINE = /^[ \t>]*(?:=+|-+)[ \t]*$/;

/** Headings would mix with the file's own. */
function blockMark(line: string, before: string, escaped: string): string {
  if (LATE_FENCE.test(line)) return escaped.replace(/[`~]/, '\\$&');
  if (HEADING.test(line)) return escaped.replace('#', '\\#');
  if (before !== '' && UNDERLINE.test(line)) return escaped.replace(/[=-]/, '\\$&');
  return escaped;
}

/**
 * Plain words as Markdown that shows them as they are: line by line, nothing in them is markup. Fences are code all the
 * same; a text with a layout of its own (indented lines, columns) stands in a fence as a whole.
 */
export function plainText(text: string): string {
  const lines = linesOf(text);
  const hasFence = lines.some(([line]) => /^(?:`{3,}[^`]*|~{3,}.*)$/s.test(line));
  if (!hasFence && lines.some(([line]) => /^(?: {2,}|\t)\S|\S {3,}\S|\S\t+\S/.test(line))) return fencedPlain(text);
  const out: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const [words, end] = lines[at] ?? ['', ''];
    const fence = fenceIn(words);
    if (fence && fence.indent === 0) {
      const stop = endOf(lines, at + 1, fence);
      out.push(fenceText(lines.slice(at + 1, stop.content), fence, lines[stop.next - 1]?.[1] ?? ''));
      at = stop.next;
      continue;
    }
    const next = lines[at + 1]?.[0] ?? '';
    out.push(`${escapePlain(words)}${!isBlank(words) && !isBlank(next) && end !== '' ? '\\' : ''}${end}`);
    at++;
  }
  return out.join('');
}

const fencedPlain = (text: string): string => {
  const cites = text.match(TOKEN)?.join('');
  const body = text.replace(TOKEN, '');
  const mark = fenceFor(body);
  return `${mark}text\n${body}${body.endsWith('\n') ? '' : '\n'}${mark}${cites ? `\n\n${cites}` : ''}`;
};

const ADDRESS = /(https?:\/\/[^\s<>[\]`\\|*]+)/;

/** An address stays as it is, so that it can be followed; everything else is escaped. */
const escapePlain = (line: string): string =>
  line
    .split(ADDRESS)
    .map((piece, index) => (index % 2 === 1 ? piece : escapeWords(piece)))
    .join('')
    .replace(/^(\s*)([#=+-])/, '$1\\$2')
    .replace(/^(\s*\d{1,9})([.)])/, '$1\\$2');

const escapeWords = (words: string): string =>
  words.replace(/[\\`*_[\]<>|~$]|!(?=\ue200)/g, '\\$&').replace(/&(?=#|[a-zA-Z])/g, '\\&');
