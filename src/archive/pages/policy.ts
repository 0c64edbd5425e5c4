import { base64 } from '../../lib/bytes';
import { sha256Hex } from '../../lib/hash';

/** The policy of a page with these style sheets: nothing runs, nothing is asked for but files of the archive. */
export const policyFor = (styles: readonly string[]): string =>
  [
    "default-src 'none'",
    `style-src ${styles.map((style) => `'sha256-${base64(hashOf(style))}'`).join(' ')}`,
    "img-src 'self'",
    "media-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

const hashOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(sha256Hex(text).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
