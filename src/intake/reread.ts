import { cutTextOf, looseText, textOf } from '../lib/bytes';
import { hashIn } from '../lib/hash';
import { parseJson } from '../lib/json';
import type { Event, Source } from '../model/event';
import type { ExchangeHead, Reader } from '../providers/contract';
import { FILE_ROUTE } from '../providers/kit/file-route';
import { SOURCE_ROUTE } from '../providers/kit/source-route';
import { type Artifacts, assemble, cutBefore, Frame } from '../raw/frame';
import type { ReadCopy } from './page-reading';
import { placer } from './places';
import { readerName, readSafely, settle, type Taken } from './take';
import { fileOutcome } from './take-file';
import { pageOutcome } from './take-page';

export type FindArtifact = (hash: string) => Promise<Uint8Array<ArrayBuffer> | null>;

/** What the events that name a frame know of its exchange. */
export interface KeptExchange {
  /** Bare hash of the frame. */
  readonly frame: string;
  readonly platform: string;
  readonly capture: Source['capture'];
  readonly form: Source['form'];
  /** The origin of the session, as `session.started` has it. */
  readonly origin: string | null;
}

/** A kept exchange read again, or why not: bytes that are not there, or are not what their frame states; left: nobody here can. */
export type Reread =
  | { readonly kind: 'taken'; readonly taken: Taken }
  | { readonly kind: 'missing'; readonly hash: string }
  | { readonly kind: 'differs' }
  | { readonly kind: 'left' };

/** Every kept exchange that the lines of a log name, in order of first mention. */
export function keptExchanges(events: readonly Event[]): KeptExchange[] {
  const started = events.find((event) => event.kind === 'session.started');
  const origin = started?.kind === 'session.started' ? (started.body.origin ?? null) : null;
  const found = new Map<string, KeptExchange>();
  for (const { source } of events) {
    const { platform, capture, form } = source;
    for (const frame of framesOf(source))
      if (!found.has(frame)) found.set(frame, { frame, platform, capture, form, origin });
  }
  return [...found.values()];
}

/** Bare hashes of the frames that a source names. */
export const framesOf = ({ raw }: Pick<Source, 'raw'>): string[] => [
  ...new Set(raw.flatMap(({ frame }) => hashIn(frame) ?? [])),
];

/** Who reads again: a site's reader, and what reads cited pages (null: they are left as they are). */
export interface Rereaders {
  readonly reader: Reader;
  readonly readCopy: ReadCopy | null;
}

/** Reads a kept exchange again from its own bytes. Its pieces stay as they were cut. */
export async function rereadFrame(
  kept: KeptExchange,
  artifact: FindArtifact,
  { reader, readCopy }: Rereaders,
): Promise<Reread> {
  const written = await artifact(kept.frame);
  if (!written) return { kind: 'missing', hash: kept.frame };
  const frame = Frame.safeParse(parseJson(looseText(written)));
  if (!frame.success) return { kind: 'differs' };
  const { route } = frame.data.exchange;
  if (route === SOURCE_ROUTE && readCopy === null) return { kind: 'left' };
  const put = await assemble(frame.data, artifact);
  if (put.kind !== 'whole') return put;
  const slice = hashIn(frame.data.exchange.request?.slice ?? '');
  const request = slice === null ? null : await artifact(slice);
  if (slice !== null && !request) return { kind: 'missing', hash: slice };
  const read = { bytes: put.bytes, request };
  if (route !== FILE_ROUTE && route !== SOURCE_ROUTE)
    return { kind: 'taken', taken: readAgain(kept, frame.data, read, reader) };
  return { kind: 'taken', taken: await wholeAgain(kept, frame.data, read, { reader, readCopy }) };
}

interface Kept {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly request: Uint8Array<ArrayBuffer> | null;
}

function headAgain(kept: KeptExchange, frame: Frame): ExchangeHead {
  const { request: _, ...exchange } = frame.exchange;
  return { ...exchange, site: kept.platform, origin: kept.origin, capture: kept.capture, form: kept.form };
}

async function wholeAgain(
  kept: KeptExchange,
  frame: Frame,
  { bytes: body, request }: Kept,
  { reader, readCopy }: Rereaders,
): Promise<Taken> {
  const head = headAgain(kept, frame);
  const { masks, whole } = frame;
  const exchange = { head, body, sha256: whole.sha256, request: request && textOf(request), frame: kept.frame };
  const artifacts: Artifacts = new Map();
  const isPage = readCopy !== null && head.route === SOURCE_ROUTE;
  const outcome = await (isPage
    ? pageOutcome(exchange, reader, { readCopy, artifacts })
    : fileOutcome(exchange, reader));
  return { head, reader: readerName(reader), masks, body, frame: kept.frame, whole: whole.sha256, artifacts, outcome };
}

function readAgain(kept: KeptExchange, frame: Frame, { bytes, request }: Kept, reader: Reader): Taken {
  const head = headAgain(kept, frame);
  const text = textOf(bytes);
  const value = text === null ? undefined : parseJson(text);
  const asked = request && textOf(request);
  const reading = readSafely(reader, { head, value, text: text ?? cutTextOf(bytes) ?? '', request: asked });
  const piece = cutBefore(frame, kept.frame, bytes);
  const artifacts: Artifacts = new Map();
  const name = readerName(reader);
  const context = { reader: name, head, byClock: true, placeOf: placer({ bytes, value, piece, request: asked }) };
  const outcome = reading.kind === 'session' ? settle(reading, context, artifacts) : reading;
  const { masks, whole } = frame;
  return { head, reader: name, masks, body: bytes, frame: kept.frame, whole: whole.sha256, artifacts, outcome };
}
