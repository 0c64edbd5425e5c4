import { textOf, utf8 } from '../lib/bytes';
import { artifactName } from '../lib/hash';
import { canonical } from '../lib/json';
import type { RawPlace } from '../model/event';
import type { ExchangeHead, Reader } from '../providers/contract';
import { type Artifacts, type Frame, keep } from '../raw/frame';
import { type MaskCount, maskAddress, maskBytes, sumMasks } from '../raw/mask';
import type { Exchange } from './take';

/** An exchange whose bytes are kept as they are: a file, or a page that a session cites. */
export interface WholeExchange {
  readonly head: ExchangeHead;
  readonly body: Uint8Array<ArrayBuffer>;
  /** Bare hash of the bytes. */
  readonly sha256: string;
  readonly request: string | null;
  /** Bare hash of the frame. */
  readonly frame: string;
}

/**
 * Frames an exchange whose bytes are one piece and are not masked; address and request are.
 * @param fallbackTime where the exchange has no time of its own
 */
export async function frameWhole(
  exchange: Exchange,
  reader: Reader,
  fallbackTime: string,
): Promise<{ whole: WholeExchange; masks: MaskCount[]; artifacts: Artifacts }> {
  const { body } = exchange;
  const early: ExchangeHead = { ...exchange.head, at: exchange.head.at ?? fallbackTime };
  const rules = reader.masks(early);
  const address = maskAddress(early.address ?? '', rules);
  const request = exchange.request && maskBytes(exchange.request, rules);
  const masks = sumMasks([...(request?.masks ?? []), ...address.masks]);
  const head = { ...early, address: early.address === null ? null : address.text.toWellFormed() };

  const artifacts: Artifacts = new Map();
  const sha256 = await keep(artifacts, body);
  const asked = request && { slice: artifactName(await keep(artifacts, request.bytes)), bytes: request.bytes.length };
  const { route, method, status, type, at } = head;
  const frame: Frame = {
    exchange: { route, method, address: head.address, status, type, at, request: asked },
    masks,
    whole: { sha256, bytes: body.length },
    pieces: body.length > 0 ? [{ slice: artifactName(sha256), bytes: body.length }] : [],
  };
  const hash = await keep(artifacts, utf8(canonical(frame)));
  return { whole: { head, body, sha256, request: request && textOf(request.bytes), frame: hash }, masks, artifacts };
}

/** Where events of it were read: all of its bytes, or its frame where it has none. */
export function placeOfWhole({ body, sha256, frame }: WholeExchange): RawPlace {
  const name = artifactName(frame);
  return body.length > 0
    ? { artifact: artifactName(sha256), frame: name, bytes: [0, body.length] }
    : { artifact: name, frame: name, pointer: '' };
}
