import { artifactName } from '../lib/hash';
import { parseJson, pointerSteps } from '../lib/json';
import { compareText } from '../lib/text';
import type { Observation, RawPlace } from '../model/event';
import { FORMAT_VERSION } from '../model/event';
import type { Draft, DraftPlace, ExchangeHead, Reader, Reading, SessionReading } from '../providers/contract';
import { type Artifacts, type Cut, cut, type FrameExchange, keep } from '../raw/frame';
import { type MaskCount, maskBytes, maskText } from '../raw/mask';
import { type Found, scan } from '../raw/scan';
import { normalise } from './normalise';

/** The bytes of an exchange and what is known of it. `at` null: a file that states no time of its own. */
export interface Exchange {
  readonly head: Omit<ExchangeHead, 'at'> & { readonly at: string | null };
  readonly body: Uint8Array<ArrayBuffer>;
  readonly request: Uint8Array<ArrayBuffer> | null;
}

/** An exchange masked, cut, read: what may become lines of a log, and the bytes they point into. */
export interface Taken {
  readonly head: ExchangeHead;
  readonly reader: string;
  readonly masks: readonly MaskCount[];
  /** The masked bytes, as the frame has them. */
  readonly body: Uint8Array<ArrayBuffer>;
  /** Bare hash of the frame. */
  readonly frame: string;
  readonly artifacts: Artifacts;
  readonly outcome:
    | (Omit<SessionReading, 'drafts' | 'attachments'> & { readonly observations: readonly Observation[] })
    | Exclude<Reading, SessionReading>;
}

/**
 * Masks, reads and cuts one exchange. Pure but for hashing: nothing is kept anywhere.
 * @param fallbackTime ISO time where neither the exchange nor what it says has one
 */
export async function take(exchange: Exchange, reader: Reader, fallbackTime: string): Promise<Taken> {
  const early: ExchangeHead = { ...exchange.head, at: exchange.head.at ?? fallbackTime };
  const rules = reader.masks(early);
  const masked = maskBytes(exchange.body, rules);
  const value = masked.text === null ? undefined : parseJson(masked.text);
  const reading = reader.read({ head: early, value, text: masked.text ?? '' });
  const head: ExchangeHead = { ...early, at: exchange.head.at ?? newestTime(reading) ?? fallbackTime };

  const artifacts: Artifacts = new Map();
  const sliced = value !== undefined && reading.kind === 'session' ? reader.places(head) : [];
  const found = value === undefined ? [] : scan(masked.bytes, ['/*', ...sliced]);
  const places = found.filter((each) => each.place !== '/*' || sliced.includes('/*'));
  const request = exchange.request ? maskBytes(exchange.request, rules) : null;
  const about = {
    exchange: { ...frameExchange(head, rules), request: request ? await requestSlice(request.bytes, artifacts) : null },
    masks: [...masked.masks, ...(request?.masks ?? [])],
  };
  const piece = await cut(masked.bytes, withoutNull(places, masked.bytes), about, artifacts);
  return {
    head,
    reader: `${reader.site.id}@${reader.number}`,
    masks: masked.masks,
    body: masked.bytes,
    frame: piece.hash,
    artifacts,
    outcome: reading.kind === 'session' ? await settle(reading, { head, reader, piece, found, artifacts }) : reading,
  };
}

const NULL = 4; // a message that is null has no bytes worth a slice

const withoutNull = (found: readonly Found[], bytes: Uint8Array): Found[] =>
  found.filter(({ start, end }) => end - start !== NULL || bytes[start] !== 0x6e);

function frameExchange(head: ExchangeHead, rules: ReturnType<Reader['masks']>): Omit<FrameExchange, 'request'> {
  const { route, method, address, status, type, at } = head;
  return {
    route,
    method,
    address: address === null ? null : maskText(address, rules).text.toWellFormed(),
    status,
    type,
    at,
  };
}

async function requestSlice(bytes: Uint8Array<ArrayBuffer>, artifacts: Artifacts): Promise<FrameExchange['request']> {
  return { slice: artifactName(await keep(artifacts, bytes)), bytes: bytes.length };
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

interface Context {
  readonly head: ExchangeHead;
  readonly reader: Reader;
  readonly piece: Cut;
  readonly found: readonly Found[];
  readonly artifacts: Artifacts;
}

async function settle(
  reading: SessionReading,
  context: Context,
): Promise<Extract<Taken['outcome'], { kind: 'session' }>> {
  for (const { sha256, bytes } of reading.attachments) context.artifacts.set(sha256, bytes);
  const { drafts, attachments, ...rest } = reading;
  return { ...rest, observations: drafts.map((draft) => observe(draft, context)) };
}

const BY_EXCHANGE_TIME: ReadonlySet<string> = new Set(['session.updated', 'config', 'server.state']);

function observe(draft: Draft, { head, reader, piece, found }: Context): Observation {
  const { raw, fidelity, at, body, ...rest } = draft;
  const normal = normalise(body);
  const updated = at.updated ?? (BY_EXCHANGE_TIME.has(draft.kind) ? head.at : null);
  return {
    ...rest,
    v: FORMAT_VERSION,
    body: normal.value,
    at: { occurred: at.occurred, updated },
    fidelity: fidelity ?? (normal.changed ? 'normalised' : 'exact'),
    source: {
      platform: reader.site.id,
      capture: head.capture,
      form: head.form,
      reader: `${reader.site.id}@${reader.number}`,
      raw: raw.map((place) => placeOf(place, piece, found)),
    },
  } as Observation;
}

/** Turns a pointer into the payload into one into what is kept: the slice it falls in, else the frame's own text. */
export function placeOf(place: DraftPlace, piece: Cut, found: readonly Found[]): RawPlace {
  const frame = artifactName(piece.hash);
  if (typeof place !== 'string')
    return { artifact: artifactName(piece.sliceOf.get('') ?? piece.hash), frame, bytes: [...place] };
  return placeOfPointer(place, frame, piece, found);
}

function placeOfPointer(pointer: string, frame: string, piece: Cut, found: readonly Found[]): RawPlace {
  for (let end = pointer.length; end >= 0; end = pointer.lastIndexOf('/', end - 1)) {
    const slice = piece.sliceOf.get(pointer.slice(0, end));
    if (slice) return { artifact: artifactName(slice), frame, pointer: pointer.slice(end) };
    if (end === 0) break;
  }
  const [first] = pointerSteps(pointer);
  const top =
    first === undefined
      ? undefined
      : found.find((each) => each.place === '/*' && pointerSteps(each.pointer)[0] === first);
  return { artifact: frame, frame, pointer: top ? `/pieces/${piece.pieceAt(top.start)}` : '' };
}
