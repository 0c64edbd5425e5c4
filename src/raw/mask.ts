import { textOf, utf8 } from '../lib/bytes';

/** How often a rule found a secret. */
export interface MaskCount {
  readonly rule: string;
  readonly count: number;
}

/** See the contract of providers: members whose values are secrets, or a pattern that finds them. */
interface Rule {
  readonly rule: string;
  readonly keys?: readonly string[];
  readonly pattern?: RegExp;
}

const special = /[.*+?^${}()|[\]\\]/g;

/** Finds `"key": "secret"`, also where the JSON stands inside a JSON text and its quotes are escaped. */
const keyPattern = (keys: readonly string[]): RegExp =>
  new RegExp(
    `\\\\*"(?:${keys.map((key) => key.replace(special, '\\$&')).join('|')})\\\\*"\\s*:\\s*\\\\*"((?:[^"\\\\]|\\\\[^"\\\\])+)`,
    'gu',
  );

/** Replaces in a text what the rules name by `[masked:<rule>]`. */
export function maskText(text: string, rules: readonly Rule[]): { text: string; masks: MaskCount[] } {
  const masks: MaskCount[] = [];
  let masked = text;
  for (const { rule, keys, pattern } of rules) {
    let count = 0;
    const put = (whole: string, ...groups: unknown[]): string => {
      count++;
      const secret = typeof groups[0] === 'string' ? groups[0] : whole;
      const at = whole.lastIndexOf(secret);
      return `${whole.slice(0, at)}[masked:${rule}]${whole.slice(at + secret.length)}`;
    };
    if (keys) masked = masked.replace(keyPattern(keys), put);
    if (pattern) masked = masked.replace(pattern, put);
    if (count > 0) masks.push({ rule, count });
  }
  return { text: masked, masks };
}

const latin = (bytes: Uint8Array): string => {
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return text;
};

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
