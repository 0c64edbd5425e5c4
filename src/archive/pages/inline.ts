import { ticksOf } from '../../handoff/ticks';

/**
 * What a line of somebody's Markdown may do in a file of ours: emphasis, code, tables, math and links to the web stay;
 * HTML, links elsewhere, pictures from the web and definitions (which would hold for the whole file) become plain words.
 */

/** What has to be known of the lines before: a code span that is open makes those after it uncertain. */
export interface LineState {
  /** A run of backticks on an earlier line of this block found no partner: no code span is trusted any more. */
  open: boolean;
  /** Inside display math of several lines. */
  math: boolean;
  /** The block has lines of a table: a bar ends a code span there. */
  table: boolean;
  /** A `>` stands on this line or a later one of the block. */
  closes: (column: number) => boolean;
}

/** Where sources are cited, while a text is on its way: their numbers between two code points that no text has any more. */
export const TOKEN = /\ue200([\d,]+)\ue201/g;
export const token = (numbers: readonly number[]): string => `\ue200${numbers.join(',')}\ue201`;

const SPECIAL = /[\\`<\]!$]/g;
const AUTOLINK = /<(?:https?:\/\/|mailto:)[^\s<>"'`\\]*>/y;
const TARGET = /\]\((<[^<>\n]*>|[^\s<>()\\]*(?:\([^\s<>()\\]*\)[^\s<>()\\]*)*)/y;
const OUTSIDE = /^<?(?:https?:\/\/|mailto:)/i;
const MATH = /\$\$(?:[^$\\`]|\\.)+\$\$|\$(?![\s$])(?:[^$\\`]|\\.)*?[^\s$\\`]\$(?!\d)/sy;
const PUNCTUATION = /[!-/:-@[-`{-~]/;

/** One line of prose. Changes the state for the lines after it. */
export function escapeLine(text: string, state: LineState): string {
  const line: Line = { text, partner: ticksOf(text) };
  let out = '';
  let at = 0;
  while (at < text.length) {
    SPECIAL.lastIndex = at;
    const next = SPECIAL.exec(text)?.index ?? text.length;
    out += text.slice(at, next);
    if (next === text.length) break;
    const taken = special(line, next, state);
    out += taken.text;
    at = taken.end;
  }
  return out;
}

interface Line {
  readonly text: string;
  readonly partner: (from: number, length: number) => number | null;
}

interface Taken {
  readonly text: string;
  readonly end: number;
}

function special(line: Line, at: number, state: LineState): Taken {
  const { text } = line;
  switch (text[at]) {
    case '\\':
      return backslash(text, at, state);
    case '`':
      return backticks(line, at, state);
    case '<':
      return angle(text, at, state);
    case ']':
      return bracket(text, at, state);
    case '!':
      return { text: /[[\ue200]/.test(text[at + 1] ?? '') ? '\\!' : '!', end: at + 1 };
    default:
      return dollar(text, at, state);
  }
}

const LONGEST = 2_000; // characters of TeX between \( and \) on one line

function backslash(line: string, at: number, state: LineState): Taken {
  const next = line[at + 1];
  if (next === '(' || next === '[') {
    // TeX between \( and \), or \[ and \]: nothing in it is touched but what could be a tag
    const ahead = line.slice(at, at + LONGEST);
    const close = ahead.indexOf(next === '(' ? '\\)' : '\\]', 2);
    if (close >= 0 && !ahead.slice(0, close).includes('`')) return math(line, at, at + close + 2, state);
  }
  if (next === '\ue200') return { text: '\\\\', end: at + 1 }; // a link will stand there
  const isEscape = next !== undefined && PUNCTUATION.test(next);
  return { text: line.slice(at, at + (isEscape ? 2 : 1)), end: at + (isEscape ? 2 : 1) };
}

/** A code span is left as it is, if it is certain that it is one. */
function backticks({ text: line, partner }: Line, at: number, state: LineState): Taken {
  let from = at;
  while (line[from] === '`') from++;
  const end = state.open ? null : partner(from, from - at);
  if (end === null) {
    state.open = true;
    return { text: line.slice(at, from), end: from };
  }
  const whole = line.slice(at, end);
  const span = state.table && whole.includes('|') ? whole.replace(/<(?=[A-Za-z/!?])/g, '\\<') : whole;
  return { text: span.replace(TOKEN, '') + (span.match(TOKEN)?.join('') ?? ''), end };
}

/** `<` stays where it can begin no tag: before a blank or a number, in a link to the web, in math without a `>` after it. */
function angle(line: string, at: number, state: LineState): Taken {
  AUTOLINK.lastIndex = at;
  const link = AUTOLINK.exec(line)?.[0];
  if (link !== undefined) return { text: link, end: at + link.length };
  if (!/[A-Za-z/!?]/.test(line[at + 1] ?? '')) return { text: '<', end: at + 1 };
  if (!state.math) return { text: '\\<', end: at + 1 };
  // at the beginning of a line it needs no `>`
  const isFirst = /^(?:[\s>]|[-*+]\s|\d{1,9}[.)]\s)*$/.test(line.slice(0, Math.min(at, 200)));
  return { text: isFirst || state.closes(at) ? '< ' : '<', end: at + 1 };
}

/** A link stays if it leads to the web; a definition never does: it would hold for every message of the file. */
function bracket(line: string, at: number, state: LineState): Taken {
  const next = line[at + 1];
  if (next === ':') return { text: state.math ? '] ' : '\\]', end: at + 1 };
  if (next !== '(') return { text: ']', end: at + 1 };
  TARGET.lastIndex = at;
  const target = TARGET.exec(line);
  const address = target?.[1] ?? '';
  if (target && OUTSIDE.test(address)) return { text: target[0], end: at + target[0].length };
  return { text: state.math ? '] ' : '\\]', end: at + 1 };
}

function dollar(line: string, at: number, state: LineState): Taken {
  MATH.lastIndex = at;
  const found = state.math ? undefined : MATH.exec(line)?.[0];
  return found === undefined ? { text: '$', end: at + 1 } : math(line, at, at + found.length, state);
}

/** TeX stays as it is; where a sign in it could begin a tag or a link, a blank is put in, which changes nothing in TeX. */
function math(line: string, at: number, end: number, state: LineState): Taken {
  const text = line
    .slice(at, end)
    .replace(/<(?=[A-Za-z/!?])/g, (sign, index: number) => (state.closes(at + index) ? '< ' : sign))
    .replaceAll('](', '] (');
  return { text, end };
}
