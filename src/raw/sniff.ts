import { fileTypeFromBuffer } from 'file-type';
import { looseText } from '../lib/bytes';
import { isObject, parseJson } from '../lib/json';

/** What kind of bytes an artifact is: by looking at them, never by what its name or a header claims. */
export interface Sniffed {
  /** With the dot; one that no double click can run. */
  readonly suffix: string;
  readonly mime: string;
  /** Compressed already: stored in the zip as it is. */
  readonly compressed: boolean;
}

/** Suffixes by sniffed type: what is not listed is text (`.txt`) or unknown (`.bin`). */
const KNOWN: ReadonlyMap<string, readonly [suffix: string, compressed: boolean]> = new Map([
  ['image/png', ['.png', true]],
  ['image/apng', ['.png', true]],
  ['image/jpeg', ['.jpg', true]],
  ['image/gif', ['.gif', true]],
  ['image/webp', ['.webp', true]],
  ['image/avif', ['.avif', true]],
  ['image/bmp', ['.bmp', false]],
  ['image/x-icon', ['.ico', false]],
  ['image/tiff', ['.tiff', false]],
  ['image/heic', ['.heic', true]],
  ['audio/mpeg', ['.mp3', true]],
  ['audio/x-m4a', ['.m4a', true]],
  ['audio/wav', ['.wav', false]],
  ['audio/vnd.wave', ['.wav', false]],
  ['audio/ogg', ['.ogg', true]],
  ['audio/opus', ['.opus', true]],
  ['audio/ogg; codecs=opus', ['.opus', true]],
  ['audio/flac', ['.flac', true]],
  ['audio/x-flac', ['.flac', true]],
  ['video/mp4', ['.mp4', true]],
  ['video/webm', ['.webm', true]],
  ['video/quicktime', ['.mov', true]],
  ['application/pdf', ['.pdf', true]],
  ['application/zip', ['.zip', true]],
  ['application/gzip', ['.gz', true]],
  ['application/x-7z-compressed', ['.7z', true]],
  ['application/x-tar', ['.tar', false]],
  ['application/epub+zip', ['.epub', true]],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', ['.docx', true]],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', ['.xlsx', true]],
  ['application/vnd.openxmlformats-officedocument.presentationml.presentation', ['.pptx', true]],
  ['application/vnd.oasis.opendocument.text', ['.odt', true]],
  ['application/vnd.oasis.opendocument.spreadsheet', ['.ods', true]],
  ['application/vnd.oasis.opendocument.presentation', ['.odp', true]],
  ['font/woff', ['.woff', true]],
  ['font/woff2', ['.woff2', true]],
  ['font/ttf', ['.ttf', false]],
  ['application/vnd.apache.parquet', ['.parquet', true]],
  ['application/x-sqlite3', ['.sqlite', false]],
  ['application/rtf', ['.rtf', false]],
]);

const TEXT: Sniffed = { suffix: '.txt', mime: 'text/plain', compressed: false };
const UNKNOWN: Sniffed = { suffix: '.bin', mime: 'application/octet-stream', compressed: false };
const JSON_LIMIT = 16_000_000; // a larger text is called text without being parsed

/** Looks at an artifact's bytes. Deterministic: the same bytes, the same answer, on every machine. */
export async function sniff(bytes: Uint8Array<ArrayBuffer>): Promise<Sniffed> {
  // before the file types: its mark may begin a sound, too
  if (isWide(bytes) && isPage(bytes.subarray(0, HEAD).filter((byte) => byte !== 0))) return TEXT;
  // only the head is looked at, so that a large file costs no more than a small one
  const type = await fileTypeFromBuffer(bytes.subarray(0, 8192));
  const known = type && KNOWN.get(type.mime);
  if (type && known) return { suffix: known[0], mime: type.mime, compressed: known[1] };
  if (bytes.subarray(0, 8192).includes(0)) return UNKNOWN;
  if (!isText(bytes)) return isPage(bytes.subarray(0, HEAD)) ? TEXT : UNKNOWN;
  return bytes.length <= JSON_LIMIT && isDocument(bytes)
    ? { suffix: '.json', mime: 'application/json', compressed: false }
    : TEXT;
}

/** So much of a page is looked at by whoever asks what its characters are. */
const HEAD = 1024;

/** The mark of UTF-16, in which every letter of a tag has a zero beside it. */
const isWide = ([first, second]: Uint8Array): boolean =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);

const MARKUP =
  /^[\s\xef\xbb\xbf\xff\xfe]*(?:<!--[\s\S]*?-->\s*)*<(?:!doctype\s+html|html|head|meta|title|body|\?xml)\b/i;
const CHARSET = /<meta\s[^>]*charset/i;

/** A page in an older character set is a text: every one of those has the signs of HTML where ASCII has them. */
function isPage(head: Uint8Array): boolean {
  const text = String.fromCharCode(...head);
  return MARKUP.test(text) || CHARSET.test(text);
}

const PIECE = 64 * 1024;

/** Whether bytes are UTF-8: looked at piece by piece, since the whole text is mostly of no use. */
function isText(bytes: Uint8Array<ArrayBuffer>): boolean {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  try {
    for (let at = 0; at < bytes.length; at += PIECE) decoder.decode(bytes.subarray(at, at + PIECE), { stream: true });
    decoder.decode();
    return true;
  } catch {
    return false; // not UTF-8 is an answer here, not a fault
  }
}

/** Where a document may begin, as far as the head of a text shows: white space may go on, or be cut off in a character. */
const MAY_BEGIN = /^\s*(?:[[{]|\uFFFD|$)/;

function isDocument(bytes: Uint8Array<ArrayBuffer>): boolean {
  if (!MAY_BEGIN.test(looseText(bytes.subarray(0, 8192)))) return false;
  const text = looseText(bytes);
  if (!/^\s*[[{]/.test(text)) return false;
  const value = parseJson(text);
  return Array.isArray(value) || isObject(value);
}
