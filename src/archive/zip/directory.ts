import { textOf } from '../../lib/bytes';
import { u16, u32, viewOf } from './binary';
import { extraFields, zip64Values } from './extra';
import { FLAG, type Listed } from './listed';
import { type Refused, refused } from './refusals';

const SIGNATURE = 0x02014b50;
const LENGTH = 46;

/** Old programs wrote names in some code page and did not say which: byte by byte is unambiguous, if not pretty. */
const byteByByte = (name: Uint8Array): string => Array.from(name, (byte) => String.fromCharCode(byte)).join('');

/** The name as text; null where it says it is UTF-8 and is not. */
function nameText(name: Uint8Array, flags: number): string | null {
  const text = textOf(name);
  return text === null && (flags & FLAG.utf8) === 0 ? byteByByte(name) : text;
}

function headerAt(directory: Uint8Array, view: DataView, at: number, end: number): Listed | Refused | null {
  const nameLength = u16(view, at + 28);
  const extraLength = u16(view, at + 30);
  const nameAt = at + LENGTH;
  const name = directory.subarray(nameAt, nameAt + nameLength);
  const extra = directory.subarray(nameAt + nameLength, nameAt + nameLength + extraLength);
  if (nameAt + nameLength + extraLength + u16(view, at + 32) > end || extraFields(extra) === null) return null;
  const flags = u16(view, at + 8);
  const text = nameText(name, flags);
  if (text === null) return refused('not-utf8', byteByByte(name));
  const values = zip64Values(extra, [u32(view, at + 24), u32(view, at + 20), u32(view, at + 42)]);
  if (values === null) return null;
  const [size = 0, packed = 0, offset = 0] = values;
  const folder = text.endsWith('/');
  return {
    path: folder ? text.slice(0, -1) : text,
    folder,
    name,
    flags,
    method: u16(view, at + 10),
    crc: u32(view, at + 16),
    packed,
    size,
    offset,
    madeBy: u16(view, at + 4),
    attributes: u32(view, at + 38),
    extra,
    commentLength: u16(view, at + 32),
    disk: u16(view, at + 34),
  };
}

/** Takes the list of entries apart; it must hold exactly as many as the end of the zip says, and nothing else. */
export function parseDirectory(directory: Uint8Array, entries: number): Listed[] | Refused {
  const view = viewOf(directory);
  const listed: Listed[] = [];
  let at = 0;
  for (let index = 0; index < entries; index++) {
    const fits = at + LENGTH <= directory.length && u32(view, at) === SIGNATURE;
    const header = fits ? headerAt(directory, view, at, directory.length) : null;
    if (header === null) return refused('directory-broken', null, { index: index + 1 });
    if ('kind' in header) return header;
    listed.push(header);
    at += LENGTH + header.name.length + header.extra.length + header.commentLength;
  }
  return at === directory.length ? listed : refused('stray-bytes', null, { bytes: directory.length - at });
}
