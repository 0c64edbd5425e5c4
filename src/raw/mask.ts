import { textOf, utf8 } from '../lib/bytes';

/** How often a rule found a secret. */
export interface MaskCount {
  readonly rule: string;
  readonly count: number;
}

/** See the contract of providers: members whose values are secrets, or what finds them. */
interface Rule {
  readonly rule: string;
  readonly keys?: readonly string[];
  readonly pattern?: RegExp;
  readonly find?: (text: string) => Iterable<Stretch>;
}

/** Replaces in a text what the rules name by `[masked:<rule>]`. What is masked already is left alone, and not counted. */
export function maskText(text: string, rules: readonly Rule[]): { text: string; masks: MaskCount[] } {
  return maskWith(text, rules, secretsOf);
}

/** The same for an address: where a rule names members, the values of its parameters of these names are secrets too. */
export function maskAddress(address: string, rules: readonly Rule[]): { text: string; masks: MaskCount[] } {
  return maskWith(address, rules, (text, rule) => [...secretsOf(text, rule), ...parametersOf(text, rule.keys ?? [])]);
}

/** The same for bytes. Bytes that are no UTF-8 are masked byte by byte and otherwise left as they are. */
export function maskBytes(
  bytes: Uint8Array<ArrayBuffer>,
  rules: readonly Rule[],
): { bytes: Uint8Array<ArrayBuffer>; text: string | null; masks: MaskCount[] } {
  const text = textOf(bytes);
  const { text: masked, masks } = maskText(text ?? latin(bytes), rules);
  if (masks.length === 0) return { bytes, text, masks };
  const changed = text === null ? Uint8Array.from(masked, (character) => character.charCodeAt(0)) : utf8(masked);
  return { bytes: changed, text: text === null ? null : masked, masks };
}

/** Several counts of the same rules as one, in order of first mention. */
export function sumMasks(counts: Iterable<MaskCount>): MaskCount[] {
  const sums = new Map<string, number>();
  for (const { rule, count } of counts) sums.set(rule, (sums.get(rule) ?? 0) + count);
  return Array.from(sums, ([rule, count]) => ({ rule, count }));
}

type Stretch = readonly [start: number, end: number, write?: (mask: string) => string];

function maskWith(
  text: string,
  rules: readonly Rule[],
  find: (text: string, rule: Rule) => Iterable<Stretch>,
): { text: string; masks: MaskCount[] } {
  let masked = text;
  const masks = rules.flatMap((rule) => {
    const pieces: string[] = [];
    let at = 0;
    for (const [start, end, write = asIs] of [...find(masked, rule)].sort(([a], [b]) => a - b)) {
      if (start < at || start === end || isMasked(masked, start, end)) continue;
      pieces.push(masked.slice(at, start), write(`[masked:${rule.rule}]`));
      at = end;
    }
    masked = pieces.length > 0 ? pieces.join('') + masked.slice(at) : masked;
    return pieces.length > 0 ? [{ rule: rule.rule, count: pieces.length / 2 }] : [];
  });
  return { text: masked, masks };
}

const asIs = (mask: string): string => mask;

const isMasked = (text: string, start: number, end: number): boolean =>
  text.startsWith('[masked:', start) && text.indexOf(']', start) === end - 1;

function* secretsOf(text: string, { keys, pattern, find }: Rule): Generator<Stretch> {
  if (find) yield* find(text);
  if (keys) yield* memberValues(text, keys);
  if (!pattern) return;
  // the indices say which of several equal texts the group is
  const indexed = new RegExp(pattern.source, `${pattern.flags.replace(/[dgy]/g, '')}dg`);
  for (const { indices } of text.matchAll(indexed)) {
    const found = indices?.[1] ?? indices?.[0];
    if (found) yield found;
  }
}

const special = /[.*+?^${}()|[\]\\]/g;
const anyOf = (names: readonly string[]): string => names.map((name) => name.replace(special, '\\$&')).join('|');

/** The values of members by name, also where the JSON stands inside a JSON text and its quotes are escaped. */
function* memberValues(text: string, keys: readonly string[]): Generator<Stretch> {
  const blank = '(?:\\s|\\\\+[nrt])*';
  const opening = new RegExp(`(\\\\*)"(?:${anyOf(keys)})\\1"${blank}:${blank}\\1"`, 'gu');
  for (const match of text.matchAll(opening)) {
    const start = match.index + match[0].length;
    yield [start, endOfString(text, start, match[1]?.length ?? 0)];
  }
}

/**
 * Where a JSON string ends that began with a quote after so many backslashes. Each level of JSON inside JSON doubles
 * them: the closing quote has as many as the opening one, besides those of escaped backslashes before it.
 */
function endOfString(text: string, start: number, backslashes: number): number {
  const unit = 2 * (backslashes + 1);
  for (let quote = text.indexOf('"', start); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let run = 0;
    while (quote - run > start && text[quote - run - 1] === '\\') run++;
    if (run % unit === backslashes) return quote - backslashes;
  }
  return text.length; // a text that was cut off: all that is left of it
}

function* parametersOf(address: string, names: readonly string[]): Generator<Stretch> {
  if (names.length === 0) return;
  for (const { indices } of address.matchAll(new RegExp(`[?&#;](?:${anyOf(names)})=([^&#;]*)`, 'dgiu')))
    if (indices?.[1]) yield indices[1];
}

const latin = (bytes: Uint8Array): string => {
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return text;
};
