import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { append } from './append';
import { utf8 } from './bytes';
import { nodeModule } from './node';

type Bytes = Uint8Array<ArrayBuffer>;
type HashAtOnce = (algorithm: string, data: Uint8Array | string, encoding: 'hex') => string;

/** Node's own hash, which answers at once; that of browsers only promises to. */
const { hash: node } = (nodeModule('crypto') ?? {}) as { hash?: HashAtOnce };

/** SHA-256 in lower-case hex, at once: for small things and inside database transactions, where nothing may be awaited. */
export const sha256Hex = (data: Uint8Array | string): string =>
  node ? node('sha256', data, 'hex') : sha256Portable(data);

/** The same in plain JavaScript, as browsers have to do it. */
export const sha256Portable = (data: Uint8Array | string): string =>
  bytesToHex(sha256(typeof data === 'string' ? utf8(data) : data));

/** SHA-256 in lower-case hex by the platform's own code: about twelve times faster from some kilobytes on. */
export async function sha256Native(data: Bytes): Promise<string> {
  return node ? node('sha256', data, 'hex') : sha256Promised(data);
}

/** The same by the code of browsers. */
export const sha256Promised = async (data: Bytes): Promise<string> =>
  bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-256', data)));

/** Up to here asking the platform for a hash takes longer than the hash (measured). */
const SMALL = 2048;

/** SHA-256 in lower-case hex by whichever way is faster for that many bytes. */
export const sha256Quick = async (data: Bytes): Promise<string> =>
  data.length < SMALL ? sha256Hex(data) : sha256Native(data);

const AT_ONCE = 64;

/** The same of many, in their order: asking for several at a time is faster than for one after the other. */
export async function sha256All(pieces: Iterable<Bytes>): Promise<string[]> {
  const hashes: string[] = [];
  let asked: Promise<string>[] = [];
  for (const piece of pieces) {
    asked.push(sha256Quick(piece));
    if (asked.length < AT_ONCE) continue;
    append(hashes, await Promise.all(asked));
    asked = [];
  }
  append(hashes, await Promise.all(asked));
  return hashes;
}

/** A SHA-256 that is fed piece by piece, for what cannot be held. */
export function sha256Stream(): { update(piece: Uint8Array): void; hex(): string } {
  const state = sha256.create();
  return {
    update: (piece) => void state.update(piece),
    hex: () => bytesToHex(state.digest()),
  };
}

const NAME = /^sha256:([0-9a-f]{64})$/;

/** The name of an artifact: `sha256:` and its hash. */
export const artifactName = (hex: string): string => `sha256:${hex}`;

/** The bare hash in an artifact's name, or null where the text is no such name. */
export const hashIn = (name: string): string | null => NAME.exec(name)?.[1] ?? null;
