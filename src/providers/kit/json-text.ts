/** Where a value stands in a JSON text: UTF-16 offsets. */
export type JsonSpan = readonly [from: number, to: number];

type Step = string | number;

/**
 * Where the value at the end of a path stands in a text that is JSON, or null where there is none. Of members with the
 * same name the last counts, as for `JSON.parse`. `within`: a value to begin at.
 */
export function spanIn(text: string, path: readonly Step[], within: JsonSpan = [0, text.length]): JsonSpan | null {
  let span: JsonSpan | null = [pastBlank(text, within[0]), within[1]];
  for (const step of path) {
    span = typeof step === 'number' ? itemSpan(text, span[0], step) : memberSpan(text, span[0], step);
    if (span === null) return null;
  }
  return span;
}

/** The text of that value, to the letter. */
export function textAt(text: string, path: readonly Step[], within?: JsonSpan): string | null {
  const span = spanIn(text, path, within);
  return span && text.slice(...span);
}

/** Where each item of a list stands that begins at an offset; none where no list does. */
export function itemsIn(text: string, from: number): JsonSpan[] {
  const spans: JsonSpan[] = [];
  if (text[from] !== '[') return spans;
  for (let at = pastBlank(text, from + 1); at < text.length && text[at] !== ']'; at = pastComma(text, at)) {
    const end = pastValue(text, at);
    if (end <= at) break; // no JSON after all
    spans.push([at, end]);
    at = end;
  }
  return spans;
}

const itemSpan = (text: string, from: number, step: number): JsonSpan | null => itemsIn(text, from)[step] ?? null;

function memberSpan(text: string, from: number, name: string): JsonSpan | null {
  let found: JsonSpan | null = null;
  if (text[from] !== '{') return found;
  for (let at = pastBlank(text, from + 1); text[at] === '"'; at = pastComma(text, at)) {
    const end = pastString(text, at);
    const value = pastBlank(text, pastBlank(text, end) + 1);
    const after = pastValue(text, value);
    if (nameIn(text.slice(at, end)) === name) found = [value, after];
    at = after;
  }
  return found;
}

function nameIn(quoted: string): unknown {
  try {
    return JSON.parse(quoted);
  } catch {
    return null; // cut off in the middle
  }
}

const BLANK = /[^ \t\r\n]/g;

function pastBlank(text: string, from: number): number {
  BLANK.lastIndex = from;
  return BLANK.exec(text)?.index ?? text.length;
}

function pastComma(text: string, from: number): number {
  const at = pastBlank(text, from);
  return text[at] === ',' ? pastBlank(text, at + 1) : at;
}

function pastString(text: string, from: number): number {
  for (let quote = text.indexOf('"', from + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (text[quote - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return quote + 1;
  }
  return text.length;
}

const MARK = /["[\]{}]/g;
const END = /[\s,\]}]/g;

/** Past a value, whatever it is: only brackets and quotes are looked at. */
function pastValue(text: string, from: number): number {
  if (text[from] === '"') return pastString(text, from);
  if (text[from] === '{' || text[from] === '[') return pastNested(text, from);
  END.lastIndex = from;
  return END.exec(text)?.index ?? text.length;
}

function pastNested(text: string, from: number): number {
  let depth = 0;
  let at = from;
  do {
    MARK.lastIndex = at;
    const mark = MARK.exec(text);
    if (!mark) return text.length;
    if (mark[0] === '"') at = pastString(text, mark.index);
    else {
      depth += mark[0] === '{' || mark[0] === '[' ? 1 : -1;
      at = mark.index + 1;
    }
  } while (depth > 0);
  return at;
}
