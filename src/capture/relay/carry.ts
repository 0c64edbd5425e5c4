import { base64, concat } from '../../lib/bytes';
import type { Send } from '../../messages/send';

export type Bytes = Uint8Array<ArrayBuffer>;

/** How bytes go into a message. */
export type Carry = (pieces: readonly Bytes[]) => Promise<Bytes | string>;

/**
 * Bytes go as they are where the browser lets them through its messages, else as base64. That is found out once, by
 * sending one; where nobody answered it is asked again the next time.
 */
export function carrierOf(send: Send): Carry {
  let trial: Promise<boolean> | null = null;
  return async (pieces) => {
    trial ??= send('capture.trial', { bytes: Uint8Array.of(0) });
    try {
      const [only] = pieces;
      // a view would take all of what lies behind it along
      const whole = only && pieces.length === 1 && only.length === only.buffer.byteLength ? only : concat(pieces);
      return (await trial) ? whole : base64(whole);
    } catch (error) {
      trial = null;
      throw error;
    }
  };
}
