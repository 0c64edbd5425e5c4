const encoder = new TextEncoder();
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder('utf-8', { ignoreBOM: true });

/** UTF-8 bytes of a text; lone surrogates become U+FFFD. */
export const utf8 = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(text);

/** How many bytes a text takes in UTF-8, or a stretch of it. */
export function utf8Length(text: string, from = 0, to = text.length): number {
  let bytes = 0;
  for (let i = from; i < to; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x80) bytes += 1;
    else if (code < 0x800) bytes += 2;
    else if ((code & 0xfc00) === 0xd800 && i + 1 < to && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) {
      bytes += 4;
      i++;
    } else bytes += 3;
  }
  return bytes;
}

/** The text of UTF-8 bytes, or null where they are not UTF-8. A byte order mark is kept. */
export function textOf(bytes: Uint8Array): string | null {
  try {
    return strict.decode(bytes);
  } catch {
    return null; // not UTF-8 is an answer here, not a fault
  }
}

const LONGEST = 4; // bytes of a character

/** The same for bytes that may end inside a character, as what was cut off does: without what there is of that. */
export function cutTextOf(bytes: Uint8Array): string | null {
  for (let less = 0; less < LONGEST && less <= bytes.length; less++) {
    const text = textOf(bytes.subarray(0, bytes.length - less));
    if (text !== null) return text;
  }
  return null;
}

/** The text of bytes that may not be UTF-8: what is not becomes U+FFFD. */
export const looseText = (bytes: Uint8Array): string => lenient.decode(bytes);

/** Puts pieces one after the other. */
export function concat(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/**
 * Gives the memory of bytes back at once: nobody may look at them any more. Waiting for the collector to find large ones
 * costs about half as much as hashing them. A view into something larger is left alone, and so is all where it cannot be.
 */
export function letGo({ buffer, byteLength }: Uint8Array<ArrayBuffer>): void {
  const isAll = byteLength > 0 && byteLength === buffer.byteLength; // nothing: it was given back before
  if (isAll && typeof buffer.transfer === 'function') buffer.transfer(0);
}

/** Orders two byte strings as `memcmp` does, the shorter first. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** What newer engines do themselves, ten times as fast. */
interface Native {
  readonly toBase64?: () => string;
  readonly fromBase64?: (text: string) => Uint8Array<ArrayBuffer>;
}

/** Base64 (RFC 4648, with padding) of bytes. */
export function base64(bytes: Uint8Array): string {
  const { toBase64 } = bytes as Uint8Array & Native;
  if (toBase64) return toBase64.call(bytes);
  let binary = '';
  for (let at = 0; at < bytes.length; at += 0x8000) binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(binary);
}

/** The bytes of a base64 text. Throws where the text is none. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const native = Uint8Array as typeof Uint8Array & Native;
  if (native.fromBase64) return native.fromBase64(text);
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

/** Where one byte string stands in another, or -1. Looks at few bytes of the haystack (Horspool): for whole files. */
export function findBytes(haystack: Uint8Array, needle: Uint8Array): number {
  const last = needle.length - 1;
  if (last < 0) return 0;
  const skip = new Uint32Array(256).fill(needle.length);
  for (let i = 0; i < last; i++) skip[needle[i] ?? 0] = last - i;
  for (let at = 0; at + last < haystack.length; at += skip[haystack[at + last] ?? 0] ?? 1)
    if (standsAt(haystack, needle, at)) return at;
  return -1;
}

function standsAt(haystack: Uint8Array, needle: Uint8Array, at: number): boolean {
  for (let i = needle.length - 1; i >= 0; i--) if (haystack[at + i] !== needle[i]) return false;
  return true;
}
