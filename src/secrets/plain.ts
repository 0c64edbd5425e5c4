/** A text as it would be without escapes, line breaks and what cannot be seen, in small letters; and where each piece stood. */
export interface Plain {
  readonly text: string;
  /** Where the piece at an index begins in the text itself; one more for the end. */
  readonly from: (at: number) => number;
  /** Where the piece at an index ends there. */
  readonly to: (at: number) => number;
}

/** How often a text may be escaped in itself. */
const DEEPEST = 4;

// A percent escape (of UTF-8), a backslash escape, an entity, a line break with what begins the next line, what has no width.
const ESCAPES =
  /%[2-7][0-9a-f]|%0[ad]|%c[2-9a-f]%[89ab][0-9a-f]|%d[0-9a-f]%[89ab][0-9a-f]|%e[0-9a-f](?:%[89ab][0-9a-f]){2}|%f[0-4](?:%[89ab][0-9a-f]){3}|(?<!\\)\\{1,64}(?:u[0-9a-f]{4}|x[2-7][0-9a-f]|[nr]|["'/`@._*+#()[\]-])|&#0{0,4}\d{2,5};|&#x0{0,4}[0-9a-f]{1,4};|&(?:amp|quot|apos|lt|gt|commat|period|plus|lowbar);|(?:[=\\]?\r?\n|\r)[ \t>|]*|[\u00ad\u200b-\u200d\u2060\ufeff]/gi;

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  quot: '"',
  apos: "'",
  lt: '<',
  gt: '>',
  commat: '@',
  period: '.',
  plus: '+',
  lowbar: '_',
};

const hasEscapes = (text: string): boolean => /[%\\&\n\r\u00ad\u200b-\u200d\u2060\ufeff]/.test(text);

/** What an escape stands for; nothing for a break or what has no width. */
function meant(written: string): string {
  if (written.startsWith('%')) return ofPercents(written);
  if (written.startsWith('&#x') || written.startsWith('&#X')) return codeUnit(written.slice(3, -1), 16);
  if (written.startsWith('&#')) return codeUnit(written.slice(2, -1), 10);
  if (written.startsWith('&')) return ENTITIES[written.slice(1, -1).toLowerCase()] ?? written;
  const [, hex] = /^\\+(?:u|x)([0-9a-f]{2,4})$/i.exec(written) ?? [];
  if (hex !== undefined) return codeUnit(hex, 16);
  return /^\\+[^nr]$/i.test(written) ? written.slice(-1) : '';
}

/** Bytes of UTF-8; what is none, such as half a character, stays as it is written. */
function ofPercents(written: string): string {
  try {
    return decodeURIComponent(written);
  } catch {
    return written; // the pattern lets a few sequences through that UTF-8 does not have
  }
}

const codeUnit = (digits: string, radix: number): string => String.fromCharCode(Number.parseInt(digits, radix));

/** Takes the escapes out of a text, however often it is escaped in itself. */
export function plainOf(text: string): Plain {
  const plain = deepest(text, '');
  return { ...plain, text: lowered(plain.text) };
}

/** The same to be looked at: lines stay lines, and letters as they are. */
export const decoded = (text: string): string => deepest(text, '\n').text;

/** @param end what stands for the end of a line */
function deepest(text: string, end: string): Plain {
  let plain: Plain = { text, from: (at) => at, to: (at) => at + 1 };
  for (let depth = 0; depth < DEEPEST && hasEscapes(plain.text); depth++) {
    const next = unescaped(plain, end);
    if (next.text === plain.text) break;
    plain = next;
  }
  return plain;
}

const isBreak = (written: string): boolean => /^\\+[nr]$|[\r\n]/.test(written);

function unescaped(before: Plain, end: string): Plain {
  const starts: number[] = [];
  const ends: number[] = [];
  let text = '';
  let at = 0;
  const copy = (until: number): void => {
    text += before.text.slice(at, until);
    for (; at < until; at++) {
      starts.push(before.from(at));
      ends.push(before.to(at));
    }
  };
  for (const { 0: written, index } of before.text.matchAll(ESCAPES)) {
    copy(index);
    const means = isBreak(written) ? '\n' : meant(written);
    const stands = /^[\r\n]$/.test(means) ? end : means;
    text += stands;
    at = index + written.length;
    for (let unit = 0; unit < stands.length; unit++) {
      starts.push(before.from(index));
      ends.push(before.to(at - 1));
    }
  }
  copy(before.text.length);
  return { text, from: (index) => starts[index] ?? 0, to: (index) => ends[index] ?? 0 };
}

/** In small letters, unit by unit: no letter may become two. */
function lowered(text: string): string {
  const low = text.toLowerCase();
  if (low.length === text.length) return low;
  return Array.from(text, (each) => (each.toLowerCase().length === each.length ? each.toLowerCase() : each)).join('');
}
