import { append } from '../../lib/append';
import { fromBase64, utf8 } from '../../lib/bytes';
import { artifactName, sha256Hex } from '../../lib/hash';
import { isObject, parseJson, pointerStep } from '../../lib/json';
import { siteTime } from '../../lib/time';
import type { Sealed } from '../../model/references';
import type { Attachment } from '../contract';
import { someText } from './value';

/** A string in a payload that only its provider can open. */
export interface SealedText {
  /** JSON Pointer inside the value that was searched; of what stands inside a JSON text, that text's. */
  readonly pointer: string;
  readonly key: string;
  readonly text: string;
}

const ALPHABET = /^[A-Za-z0-9+/_-]+={0,2}$/;
const KEY = /encrypt|cipher|signature|redacted|sealed|opaque|fingerprint|continuation|token$/i;
/** Beginnings of pictures, PDF, zip and compressed data in base64: bytes of a known kind, not sealed. */
const KNOWN = /^(?:iVBOR|\/9j\/|R0lG|UklG|JVBER|UEsDB|H4sI|SUkq|AAAA[A-Za-z0-9+/]{3}Z0eX|T2dnU|SUQz|Qk0)/;
const LONG = 120;
/** Shorter values are found in words that have nothing to do with them. */
const TELLING = 32;
const FERNET = 'gAAAA';
const SHORTEST = FERNET.length + 20;
/** As many signs of the alphabet as the shortest sealed value has. */
const RUN = /[A-Za-z0-9+/_-]{25}/;

/**
 * Tells a sealed value by its form, so that fields nobody has seen yet are found too: base64 alone, and either a
 * telling key, the beginning of a Fernet token, or length without readable runs inside. Long texts of one kind of
 * character (rules, padding) are none.
 */
export function isSealed(key: string, text: string): boolean {
  if (text.length < SHORTEST || !ALPHABET.test(text)) return false;
  if (text.startsWith(FERNET)) return true;
  if (text.length >= TELLING && KEY.test(key)) return true;
  return text.length >= LONG && mixed(text) && !KNOWN.test(text) && unreadable(text);
}

const mixed = (text: string): boolean => /[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text);

function unreadable(text: string): boolean {
  const bytes = decode(text);
  if (bytes === null) return false;
  let run = 0;
  let longest = 0;
  for (const byte of bytes) {
    run = byte >= 0x20 && byte < 0x7f ? run + 1 : 0;
    if (run > longest) longest = run;
  }
  return longest <= bytes.length * 0.12;
}

function decode(text: string): Uint8Array | null {
  try {
    return fromBase64(text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, ''));
  } catch {
    return null; // the alphabet of base64, but not its length
  }
}

/** True if a value holds anything sealed. `skip`: members known to be none. */
export const holdsSealed = (value: unknown, skip: ReadonlySet<string>): boolean =>
  someText(
    value,
    (text, key) => text.length >= SHORTEST && (isSealed(key, text) || holdsInside(inJson(text), skip)),
    skip,
  );

const holdsInside = (value: unknown, skip: ReadonlySet<string>): boolean =>
  value !== null && findSealed(value, skip).length > 0;

/** What a text says as JSON, where it is an object or a list that may hold something sealed; else null. */
function inJson(text: string): unknown {
  const isJson = /^\s*[[{]/.test(text) && RUN.test(text);
  const value = isJson ? parseJson(text) : null;
  return typeof value === 'object' ? value : null;
}

/** Everything sealed in a value, with where it stands: inside JSON texts (a tool's arguments, say) as well. */
export function findSealed(value: unknown, skip: ReadonlySet<string>): SealedText[] {
  const found: SealedText[] = [];
  const stack: Placed[] = [{ value, pointer: '', key: '' }];
  for (let top = stack.pop(); top; top = stack.pop()) {
    const { pointer, key, value: each } = top;
    if (typeof each === 'string') append(found, sealedInText({ pointer, key, text: each }, skip));
    if (typeof each !== 'object' || each === null) continue;
    const named = isObject(each);
    const inside = Object.entries(each).filter(([name]) => !skip.has(name));
    for (const [name, member] of inside.reverse())
      stack.push({ value: member, pointer: `${pointer}/${pointerStep(name)}`, key: named ? name : '' });
  }
  return found;
}

interface Placed extends Omit<SealedText, 'text'> {
  readonly value: unknown;
}

function sealedInText(text: SealedText, skip: ReadonlySet<string>): SealedText[] {
  if (isSealed(text.key, text.text)) return [text];
  return findSealed(inJson(text.text), skip).map((inner) => ({ ...inner, pointer: text.pointer }));
}

/** The bytes of a sealed value as the provider wrote them (its text), with their hash. */
export function sealedBytes(text: string): { sha256: string; bytes: Uint8Array<ArrayBuffer> } {
  const bytes = utf8(text);
  return { sha256: sha256Hex(bytes), bytes };
}

/** When a Fernet token was sealed, in epoch seconds, as its clear first bytes say: a hint, never the truth. */
export function sealedAt(text: string): number | null {
  const bytes = text.startsWith(FERNET) ? decode(text.slice(0, 12)) : null;
  if (bytes?.[0] !== 0x80) return null;
  return bytes.subarray(1, 9).reduce((sum, byte) => sum * 256 + byte, 0);
}

export interface SealedContext {
  readonly system: string;
  /** JSON Pointer to the value that is searched. */
  readonly pointer: string;
  /** Members that hold nothing sealed, whatever they look like. */
  readonly skip: ReadonlySet<string>;
  /** Members that hold nothing else, however short it is. */
  readonly always?: ReadonlySet<string>;
  readonly kindOf: (found: SealedText) => Sealed['kind'];
  /** What it hides, in one sentence. */
  readonly hides: (found: SealedText) => string;
  /** The readable events that stand for it, in part; none: nothing does. */
  readonly twins: (kind: Sealed['kind']) => readonly string[];
}

export interface SealedFound {
  readonly sealed: readonly Sealed[];
  readonly attachments: readonly Attachment[];
  /** The sealed texts themselves, those that are too long to stand in a text by chance. */
  readonly texts: ReadonlySet<string>;
}

const NONE: SealedFound = { sealed: [], attachments: [], texts: new Set() };

/** Everything sealed in a value, each kept as an artifact with what it hides and what stands for it. */
export function sealedIn(value: unknown, context: SealedContext): SealedFound {
  const { always } = context;
  const isKnown = (_text: string, key: string): boolean => always?.has(key) ?? false;
  const known = always && someText(value, isKnown) ? membersOf(value, always) : [];
  if (known.length === 0 && !holdsSealed(value, context.skip)) return NONE;
  const places = new Set(known.map(({ pointer }) => pointer));
  const found = [...known, ...findSealed(value, context.skip).filter(({ pointer }) => !places.has(pointer))];
  const attachments = new Map<string, Attachment>();
  const sealed = found.map((each): Sealed => {
    const { sha256, bytes } = sealedBytes(each.text);
    attachments.set(sha256, { sha256, bytes });
    const kind = context.kindOf(each);
    const at = sealedAt(each.text);
    const events = [...context.twins(kind)];
    return {
      kind,
      system: context.system,
      pointer: `${context.pointer}${each.pointer}`,
      artifact: artifactName(sha256),
      bytes: bytes.length,
      hides: context.hides(each),
      ...(at === null ? {} : { hints: { sealedAt: siteTime(at) } }),
      twin: { state: events.length > 0 ? 'partial' : 'missing', events },
    };
  });
  const texts = new Set(found.flatMap(({ text }) => (text.length < TELLING ? [] : [text])));
  return { sealed, attachments: [...attachments.values()], texts };
}

/** Values of which there are more are only looked for where they stand between other characters than base64 has. */
const MOST_SEARCHED = 100;
const RUNS = /[A-Za-z0-9+/_-]{32,}={0,2}/g;

/** What takes sealed values out of texts, wherever they stand in one. */
export function unsealing(sealed: ReadonlySet<string>): (text: string) => string {
  const odd = [...sealed].filter((each) => sealed.size <= MOST_SEARCHED || !ALPHABET.test(each));
  return (text) => {
    if (text.length < TELLING) return text;
    let left = sealed.has(text) ? '[sealed]' : text;
    if (sealed.size > MOST_SEARCHED) left = left.replace(RUNS, (run) => (sealed.has(run) ? '[sealed]' : run));
    for (const each of odd) if (left.includes(each)) left = left.replaceAll(each, '[sealed]');
    return left;
  };
}

/** The texts of members of certain names, wherever they stand. */
function membersOf(value: unknown, names: ReadonlySet<string>): SealedText[] {
  const found: SealedText[] = [];
  const stack: Placed[] = [{ value, pointer: '', key: '' }];
  for (let top = stack.pop(); top; top = stack.pop()) {
    const { pointer, key, value: each } = top;
    if (typeof each === 'string' && each !== '' && names.has(key)) found.push({ pointer, key, text: each });
    if (typeof each !== 'object' || each === null) continue;
    for (const [name, inside] of Object.entries(each).reverse())
      stack.push({ value: inside, pointer: `${pointer}/${pointerStep(name)}`, key: name });
  }
  return found;
}
