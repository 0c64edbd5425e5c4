import { Unzlib } from 'fflate';
import { findBytes, utf8 } from '../lib/bytes';

const BEGIN = utf8('stream');
const END = utf8('endstream');
/** What is packed more often than this is no document. */
const DEEPEST = 4;
/** So much is unpacked at a time: it can grow a thousandfold. */
const STEP = 64 * 1024;

/** True where the packed streams of a PDF hold more than so many bytes, all of them together. Nothing of them is kept. */
export function unpacksTo(pdf: Uint8Array, most: number): boolean {
  let left = most;
  const take = (bytes: number): void => {
    left -= bytes;
    if (left < 0) throw TOO_MUCH;
  };
  try {
    for (const stream of streamsIn(pdf)) unpack(stream, take);
    return false;
  } catch (error) {
    if (error === TOO_MUCH) return true;
    throw error;
  }
}

const TOO_MUCH = new RangeError('a stream that does not end');

function* streamsIn(pdf: Uint8Array): Generator<Uint8Array> {
  for (let rest = pdf; ; ) {
    const begin = findBytes(rest, BEGIN);
    if (begin < 0) return;
    const found = rest.subarray(begin + BEGIN.length);
    const end = findBytes(found, END);
    const body = end < 0 ? found : found.subarray(0, end);
    yield body.subarray(body[0] === 13 ? (body[1] === 10 ? 2 : 1) : 1);
    if (end < 0) return;
    rest = found.subarray(end + END.length);
  }
}

/** The two bytes that such a stream begins with: 32 kilobytes at most are looked back, and the rest is a check. */
const isPacked = ([first = 0, second = 0]: Uint8Array): boolean =>
  (first & 15) === 8 && first >> 4 < 8 && (first * 256 + second) % 31 === 0;

function unpack(stream: Uint8Array, take: (bytes: number) => void): void {
  const into = unpackerOf(take, DEEPEST);
  try {
    for (let at = 0; at < stream.length; at += STEP) into(stream.subarray(at, at + STEP));
  } catch (error) {
    if (error === TOO_MUCH) throw error; // else it is no such stream, or damaged from here on: PDF.js says which
  }
}

/** Takes the pieces of a stream, and what it unpacks to, if that is packed itself. */
function unpackerOf(take: (bytes: number) => void, deep: number): (piece: Uint8Array) => void {
  let into: Unzlib | null | undefined;
  return (piece) => {
    if (into === undefined) {
      const below = isPacked(piece) && deep > 0 ? unpackerOf(take, deep - 1) : null;
      into =
        below &&
        new Unzlib((bytes) => {
          take(bytes.length);
          below(bytes);
        });
    }
    into?.push(piece);
  };
}
