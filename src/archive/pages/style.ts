import { base64 } from '../../lib/bytes';
import { sha256Hex } from '../../lib/hash';
import { lean, READING } from '../../look/reading';
import page from './page.css?raw';

/** The one style sheet of `index.html`. It asks for nothing: no font, no picture. */
export const STYLE = `\n${READING}${lean(page)}`;

const bytes = Uint8Array.from(sha256Hex(STYLE).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** The policy of the page: nothing runs, nothing is asked for but files of the archive. */
export const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${base64(bytes)}'`,
  "img-src 'self'",
  "media-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');
