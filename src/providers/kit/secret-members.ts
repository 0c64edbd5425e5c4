import { base64, fromBase64, textOf, utf8 } from '../../lib/bytes';
import type { MaskRule } from '../contract';

type Stretch = ReturnType<NonNullable<MaskRule['find']>> extends Iterable<infer Each> ? Each : never;

/** Which members of a site's JSON are secrets, by name, and where JSON stands inside of texts. */
export interface Secrets {
  /** Members of this name: their texts, wherever they stand. */
  readonly names: (name: string) => boolean;
  /** Members by the name of the object around them: what is told of a person there and nowhere else. */
  readonly within?: (name: string, around: string) => boolean;
  /** Numbers are secrets as well. */
  readonly numbers?: boolean;
  /** Texts that are JSON of the site's own, by their names and that of the object around them. */
  readonly carries?: (name: string, around: string | null) => boolean;
}

/** An object or a list that is being walked through. */
interface Around {
  readonly list: boolean;
  readonly name: string | null;
  /** All texts in it are secrets. */
  readonly all: boolean;
  key: string | null;
  /** Of a patch of a stream: the path it says, and its value where that came first. */
  path: string | null;
  held: Stretch | null;
}

interface Walk {
  readonly text: string;
  readonly to: number;
  readonly level: number;
  /** The backslashes before each quote of this level: each level of JSON inside JSON doubles them. */
  readonly slashes: number;
  readonly secrets: Secrets;
  readonly found: Stretch[];
  readonly stack: Around[];
  /** A patch that says no path is of the one before it. */
  readonly last: { path: string | null };
  /** What stands in no object, as far as can be told. */
  readonly outside: Around;
  line: number;
  at: number;
}

const OUTSIDE: Around = { list: false, name: null, all: false, key: null, path: null, held: null };

const DEEPEST = 4;

/**
 * A rule that masks members of the site's own JSON: texts, the texts of lists, what a patch of a stream puts there. Reads
 * the text once; strings are passed over, so that what a person wrote stays, whatever it looks like. Text that is broken
 * or cut is walked through as far as it goes.
 */
export const secretMembers = (rule: string, secrets: Secrets): MaskRule => ({
  rule,
  find: (text) => stretchesIn(text, secrets),
});

const stretchesIn = (text: string, secrets: Secrets): Stretch[] => {
  const found: Stretch[] = [];
  walk({ text, to: text.length, level: 0, secrets, found, last: { path: null } }, 0);
  return found;
};

function walk(given: Pick<Walk, 'text' | 'to' | 'level' | 'secrets' | 'found' | 'last'>, from: number): void {
  const walked: Walk = {
    ...given,
    slashes: 2 ** given.level - 1,
    stack: [],
    outside: { ...OUTSIDE },
    line: -1,
    at: from,
  };
  while (walked.at < walked.to) step(walked);
}

function step(walked: Walk): void {
  const { text, at } = walked;
  const character = text[at] ?? '';
  walked.at++;
  if (character === '"') passString(walked);
  else if (character === '{' || character === '[') open(walked, character === '[');
  else if (character === '}' || character === ']') close(walked);
  else if (character === ',') endMember(walked);
  else if (character === '\n' && /^(?:data|event):/.test(text.slice(at + 1, at + 7))) walked.stack.length = 0;
  else if (walked.stack.length > 0 && /[-\d]/.test(character)) passNumber(walked, at);
}

function open({ stack, secrets, last }: Walk, list: boolean): void {
  const above = stack.at(-1);
  const all = above !== undefined && (above.all || isSecret(above, secrets, last, stack.length));
  stack.push({
    list,
    name: above?.list ? above.name : (above?.key ?? null),
    all,
    key: list ? (above?.key ?? null) : null,
    path: null,
    held: null,
  });
}

function close({ stack, found, secrets }: Walk): void {
  const closed = stack.pop();
  if (closed?.held && closed.path !== null && isSecretPath(closed.path, secrets)) found.push(closed.held);
  const above = stack.at(-1);
  if (above && !above.list) above.key = null;
}

function endMember({ stack }: Walk): void {
  const around = stack.at(-1);
  if (around && !around.list) around.key = null;
}

/** A key, or a value: the colon after a string tells. */
function passString(walked: Walk): void {
  const { text, stack } = walked;
  const start = walked.at;
  const end = endOfString(walked, start);
  const around = stack.at(-1) ?? walked.outside;
  if (!around.list && around.key === null && isColonAt(walked)) {
    around.key = end - start <= 64 ? text.slice(start, end) : '';
    return;
  }
  if (around.key === 'p' && end - start <= 400) {
    around.path = text.slice(start, end);
    walked.last.path = around.path;
  }
  value(walked, around, [start, Math.max(start, end)]);
  if (around === walked.outside) around.key = null;
}

const BLANK = /(?:\s|\\+[nrt])*:/y;

function isColonAt({ text, at }: Walk): boolean {
  BLANK.lastIndex = at;
  return BLANK.test(text);
}

function value(walked: Walk, around: Around, stretch: Stretch): void {
  const { stack, secrets, found, last, text, level } = walked;
  if (around.all || isSecret(around, secrets, last, stack.length)) found.push(stretch);
  else if (around.key === 'v' && around.path === null) around.held = stretch;
  else if (level < DEEPEST && around.key !== null && secrets.carries?.(around.key, around.name)) {
    const [from, to] = stretch;
    const inner = encoded(text, stretch, secrets);
    if (inner) found.push(inner);
    else walk({ ...walked, to, level: level + 1 }, from);
  }
}

/** Base64 of a text that holds secrets: written anew. */
function encoded(text: string, [from, to]: Stretch, secrets: Secrets): Stretch | null {
  if (to - from < 16 || !/^[\w+/=-]{16}/.test(text.slice(from, from + 16))) return null;
  let inner: string | null = null;
  try {
    inner = textOf(fromBase64(text.slice(from, to)));
  } catch {
    return null; // it is the text itself
  }
  const found = inner === null ? [] : stretchesIn(inner, secrets).sort(([a], [b]) => a - b);
  const whole = inner ?? '';
  const isNew = found.some(([start, end]) => start < end && !whole.startsWith('[masked:', start));
  return isNew ? [from, to, (mask) => base64(utf8(replaced(whole, found, mask)))] : null;
}

function replaced(text: string, found: readonly Stretch[], mask: string): string {
  const pieces: string[] = [];
  let at = 0;
  for (const [start, end, write] of found) {
    if (start < at || start === end || text.startsWith('[masked:', start)) continue;
    pieces.push(text.slice(at, start), write ? write(mask) : mask);
    at = end;
  }
  return pieces.join('') + text.slice(at);
}

const NUMBER = /[\d.eE+-]*/y;

/** A number becomes a text: what is left must be JSON still. */
function passNumber(walked: Walk, start: number): void {
  const { text, stack, secrets, level } = walked;
  NUMBER.lastIndex = walked.at;
  walked.at += NUMBER.exec(text)?.[0].length ?? 0;
  const around = stack.at(-1);
  const quote = `${'\\'.repeat(2 ** level - 1)}"`;
  if (around && (around.list || around.key !== null) && secrets.numbers)
    value(walked, around, [start, walked.at, (mask) => `${quote}${mask}${quote}`]);
}

function isSecret(around: Around, secrets: Secrets, last: Walk['last'], depth: number): boolean {
  const { key, name, path } = around;
  if (key === null) return false;
  if (secrets.names(key) || (name !== null && secrets.within?.(key, name))) return true;
  const said = path ?? (depth === 1 ? last.path : null);
  return key === 'v' && said !== null && isSecretPath(said, secrets);
}

const isSecretPath = (path: string, { names, within }: Secrets): boolean => {
  const steps = path.split(/\\*\//);
  return steps.some((step, i) => names(step) || within?.(step, steps[i - 1] ?? ''));
};

/** Where a string ends; moves past its quote. No JSON string goes on in another line. A text that was cut off ends it. */
function endOfString(walked: Walk, start: number): number {
  const { text, to, slashes } = walked;
  const unit = 2 * (slashes + 1);
  if (walked.line < start) walked.line = indexOr(text, '\n', start, to);
  const limit = Math.min(walked.line, to);
  for (let quote = text.indexOf('"', start); quote >= 0 && quote < limit; quote = text.indexOf('"', quote + 1)) {
    let run = 0;
    while (quote - run > start && text[quote - run - 1] === '\\') run++;
    if (run % unit !== slashes) continue;
    walked.at = quote + 1;
    return quote - slashes;
  }
  walked.at = limit;
  return limit;
}

const indexOr = (text: string, what: string, from: number, otherwise: number): number => {
  const at = text.indexOf(what, from);
  return at < 0 ? otherwise : at;
};
