import { isObject } from '../lib/json';

/*
 * Values that only a provider can open do not belong into what another model reads. A reader takes out the ones it
 * knows; this is the net below: a text in the base64 alphabet under a telling key, one that begins as OpenAI's sealed
 * values do, or a long one that decodes to nothing readable.
 */
const KEY = /encrypt|cipher|signature|redacted|sealed|opaque|fingerprint|continuation|token$/i;
const ALPHABET = /^[A-Za-z0-9+/_-]+={0,2}$/;
const FERNET = /gAAAA[A-Za-z0-9_-]{20,}={0,2}/g;
const USUAL = /^(?:iVBORw0KGgo|\/9j\/|R0lGOD|UklGR|JVBERi|UEsDB|data:)/; // pictures, PDF, zip
const LONG = 120;

export const LEFT_OUT = '[sealed value left out]';

/** True for a text that looks like a sealed value; `key` is the member it stands under. */
export function looksSealed(key: string, text: string): boolean {
  if (text.length < 25 || !ALPHABET.test(text)) return false;
  if (text.startsWith('gAAAA')) return true;
  if (text.length >= 32 && KEY.test(key)) return true;
  return text.length >= LONG && !USUAL.test(text) && !decodesToWords(text);
}

function decodesToWords(text: string): boolean {
  const whole = text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
  const binary = atob(whole.slice(0, whole.length - (whole.length % 4)));
  let longest = 0;
  for (const [run] of binary.matchAll(/[\x20-\x7e\t\n\r]+/g)) longest = Math.max(longest, run.length);
  return longest > binary.length * 0.12;
}

/** A text without sealed values that stand in it. */
export const withoutFernet = (text: string): string => (text.includes('gAAAA') ? text.replace(FERNET, LEFT_OUT) : text);

const DEEPEST = 500;

/** A JSON value with sealed values replaced; `found` is called for each. */
export function withoutSealed(value: unknown, found: () => void, key = '', depth = 0): unknown {
  if (typeof value === 'string') {
    if (looksSealed(key, value)) {
      found();
      return LEFT_OUT;
    }
    const text = withoutFernet(value);
    if (text !== value) found();
    return text;
  }
  if (depth > DEEPEST) return null; // no log holds values this deep
  if (Array.isArray(value)) return value.map((each) => withoutSealed(each, found, key, depth + 1));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([name, each]) => [name, withoutSealed(each, found, name, depth + 1)]);
  return Object.fromEntries(entries);
}
