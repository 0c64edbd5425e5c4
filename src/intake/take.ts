import { cutTextOf, textOf } from '../lib/bytes';
import { artifactName } from '../lib/hash';
import { parseJson } from '../lib/json';
import { compareText } from '../lib/text';
import type { ExchangeHead, Payload, Reader, Reading, SessionReading } from '../providers/contract';
import { type Artifacts, cut, type FrameExchange, keep } from '../raw/frame';
import { type MaskCount, maskAddress, maskBytes, sumMasks } from '../raw/mask';
import { type Found, scan } from '../raw/scan';
import { type Observed, observe } from './observe';
import { placer } from './places';

/** The bytes of an exchange and what is known of it. `at` null: a file that states no time of its own. */
export interface Exchange {
  readonly head: Omit<ExchangeHead, 'at'> & { readonly at: string | null };
  readonly body: Uint8Array<ArrayBuffer>;
  readonly request: Uint8Array<ArrayBuffer> | null;
}

/** A reading of a session as observations, or what else an exchange held. */
export type TakenOutcome =
  | (Omit<SessionReading, 'drafts' | 'attachments'> & Observed)
  | Exclude<Reading, SessionReading>;

/** An exchange masked, cut, read: what may become lines of a log, and the bytes they point into. */
export interface Taken {
  readonly head: ExchangeHead;
  readonly reader: string;
  readonly masks: readonly MaskCount[];
  /** The masked bytes, as the frame has them. */
  readonly body: Uint8Array<ArrayBuffer>;
  /** Bare hash of the frame. */
  readonly frame: string;
  /** Bare hash of the masked bytes. */
  readonly whole: string;
  readonly artifacts: Artifacts;
  readonly outcome: TakenOutcome;
}

/**
 * Masks, reads and cuts one exchange. Pure but for hashing: nothing is kept anywhere.
 * @param fallbackTime ISO time where neither the exchange nor what it says has one
 */
export async function take(exchange: Exchange, reader: Reader, fallbackTime: string): Promise<Taken> {
  const { head: early, body, request, masks } = maskExchange(exchange, reader, fallbackTime);
  const value = body.text === null ? undefined : parseJson(body.text);
  const text = body.text ?? cutTextOf(body.bytes) ?? '';
  const asked = request && textOf(request);
  const reading = readSafely(reader, { head: early, value, text, request: asked });
  const stated = exchange.head.at ?? newestTime(reading);
  const head: ExchangeHead = { ...early, at: stated ?? fallbackTime };

  const artifacts: Artifacts = new Map();
  const about = { exchange: await frameExchange(head, request, artifacts), masks };
  const found = reading.kind === 'session' && value !== undefined ? scan(body.bytes, reader.places(head)) : [];
  const piece = await cut(body.bytes, withoutNull(found, body.bytes), about, artifacts);
  const name = readerName(reader);
  const outcome =
    reading.kind === 'session'
      ? settle(
          reading,
          {
            reader: name,
            head,
            byClock: exchange.head.at !== null || stated === null,
            placeOf: placer({ bytes: body.bytes, value, piece, request: asked }),
          },
          artifacts,
        )
      : reading;
  const whole = piece.frame.whole.sha256;
  return { head, reader: name, masks, body: body.bytes, frame: piece.hash, whole, artifacts, outcome };
}

/** A reader as events name it. */
export const readerName = (reader: Reader): string => `${reader.site.id}@${reader.number}`;

interface Masked {
  readonly head: ExchangeHead;
  readonly body: ReturnType<typeof maskBytes>;
  readonly request: Uint8Array<ArrayBuffer> | null;
  readonly masks: readonly MaskCount[];
}

/** Masks body, request and address, before anything else sees them. */
function maskExchange({ head: given, body: bytes, request: asked }: Exchange, reader: Reader, time: string): Masked {
  const head: ExchangeHead = { ...given, at: given.at ?? time };
  const rules = reader.masks(head);
  const body = maskBytes(bytes, rules);
  const request = asked && maskBytes(asked, rules);
  const address = maskAddress(head.address ?? '', rules);
  const masks = sumMasks([...body.masks, ...(request?.masks ?? []), ...address.masks]);
  const masked = { ...head, address: head.address === null ? null : address.text.toWellFormed() };
  return { head: masked, body, request: request?.bytes ?? null, masks };
}

/** A reader that breaks over what a site sent has not read it: the bytes are kept for one that can. */
export function readSafely(reader: Reader, payload: Payload): Reading {
  try {
    return reader.read(payload);
  } catch {
    return { kind: 'drift', because: 'shape', at: ['the reader broke'] }; // what broke it is in the kept bytes
  }
}

const NULL = 4; // a message that is null has no bytes worth a slice

const withoutNull = (found: readonly Found[], bytes: Uint8Array): Found[] =>
  found.filter(({ start, end }) => end - start !== NULL || bytes[start] !== 0x6e);

async function frameExchange(
  { route, method, address, status, type, at }: ExchangeHead,
  request: Uint8Array<ArrayBuffer> | null,
  artifacts: Artifacts,
): Promise<FrameExchange> {
  const slice = request && { slice: artifactName(await keep(artifacts, request)), bytes: request.length };
  return { route, method, address, status, type, at, request: slice };
}

/** The newest time that a reading states, or null. */
function newestTime(reading: Reading): string | null {
  if (reading.kind !== 'session') return null;
  const times = reading.drafts.flatMap(({ at }) => [at.occurred, at.updated]).filter((time) => time !== null);
  return times.reduce<string | null>(
    (newest, time) => (newest === null || compareText(time, newest) > 0 ? time : newest),
    null,
  );
}

/** Turns a reading into observations; what it found inline joins the artifacts. */
export function settle(
  { drafts, attachments, ...rest }: SessionReading,
  context: Parameters<typeof observe>[1],
  artifacts: Artifacts,
): TakenOutcome {
  for (const { sha256, bytes } of attachments) artifacts.set(sha256, bytes);
  const form = rest.cut ? 'cut' : rest.shared ? 'share' : context.head.form;
  const head = { ...context.head, form };
  return { ...rest, ...observe({ drafts }, { ...context, head }) };
}
