import { looseText } from '../../lib/bytes';
import { sniff } from '../../raw/sniff';
import type { CamePage } from './begin-page';

/** What came for a picture of a page, or that it is none: a page or an error in its place is not kept. */
export async function judgePicture(came: CamePage): Promise<CamePage> {
  if (came.kind === 'failed') return came;
  const { mime } = await sniff(came.bytes);
  if (mime.startsWith('image/') || isDrawing(came.bytes, came.record.contentType)) return came;
  return { kind: 'failed', record: came.record, why: 'unsupported', because: 'no-picture' };
}

/** An SVG: kept as the text that it is, and never shown as a picture. */
const isDrawing = (bytes: Uint8Array, contentType: string | null): boolean =>
  /^\s*image\/svg\+xml/i.test(contentType ?? '') && /<svg[\s>]/i.test(looseText(bytes.subarray(0, 4096)));
