import { TextDecoder } from '@exodus/bytes/encoding.js';
import sniffed from 'html-encoding-sniffer';
import { cutTextOf, textOf } from '../lib/bytes';

export interface DecodedPage {
  readonly text: string;
  /** By its name in the Encoding Standard, in small letters. */
  readonly charset: string;
  readonly from: 'bom' | 'header' | 'meta' | 'guess';
}

/**
 * The text of a page's bytes, as the HTML standard finds its character set: the mark at its beginning, else what the
 * answer's type says, else what the page says of itself in its first kilobyte, else UTF-8 where the bytes are that, else
 * windows-1252. A word that is no character set is passed over. What does not fit becomes U+FFFD.
 *
 * Not the engine's own decoder: Node and browsers read some bytes of windows-1252, EUC-KR or Shift_JIS differently, and
 * the text must be the same wherever it is read.
 */
export function decodePage(bytes: Uint8Array, contentType: string | null): DecodedPage {
  const { charset, from } = charsetOf(bytes, contentType);
  return { text: new TextDecoder(charset).decode(bytes), charset, from };
}

function charsetOf(bytes: Uint8Array, contentType: string | null): Pick<DecodedPage, 'charset' | 'from'> {
  const mark = markOf(bytes);
  if (mark !== null) return { charset: mark, from: 'bom' };
  const stated = knownAs(labelIn(contentType ?? ''));
  if (stated !== null) return { charset: stated, from: 'header' };
  const own = knownAs(sniffed(bytes, { defaultEncoding: '' })) ?? knownAs(xmlLabel(bytes));
  if (own !== null) return { charset: own, from: 'meta' };
  return { charset: isUtf8(bytes) ? 'utf-8' : 'windows-1252', from: 'guess' };
}

/** Also where the end is missing: but then there must be more of it than one letter that may be the beginning of another. */
const isUtf8 = (bytes: Uint8Array): boolean => textOf(bytes) !== null || /[^\0-\x7f]/.test(cutTextOf(bytes) ?? '');

function markOf([first, second, third]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}

const labelIn = (contentType: string): string | null =>
  /;\s*charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;"']+))/i.exec(contentType.slice(0, 1000))?.slice(1).find(Boolean) ??
  null;

/** What XML says of itself in its first line. */
function xmlLabel(bytes: Uint8Array): string | null {
  const head = String.fromCharCode(...bytes.subarray(0, 200));
  return /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1] ?? null;
}

/** The name of a character set by one of its labels. Old ones that browsers read as nothing count as unknown. */
function knownAs(label: string | null): string | null {
  if (!label) return null;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null; // nobody knows it
  }
}
