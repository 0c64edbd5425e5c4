import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { utf8 } from './bytes';

/** SHA-256 in lower-case hex, at once: for small things and inside database transactions, where nothing may be awaited. */
export const sha256Hex = (data: Uint8Array | string): string =>
  bytesToHex(sha256(typeof data === 'string' ? utf8(data) : data));

/** SHA-256 in lower-case hex by the platform's own code: about twelve times faster from some kilobytes on. */
export async function sha256Native(data: Uint8Array<ArrayBuffer>): Promise<string> {
  return bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-256', data)));
}

/** Up to here asking the platform for a hash takes longer than the hash (measured). */
const SMALL = 2048;

/** SHA-256 in lower-case hex by whichever way is faster for that many bytes. */
export const sha256Quick = async (data: Uint8Array<ArrayBuffer>): Promise<string> =>
  data.length < SMALL ? sha256Hex(data) : sha256Native(data);

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
