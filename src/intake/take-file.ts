import { textOf, utf8 } from '../lib/bytes';
import { artifactName } from '../lib/hash';
import { canonical } from '../lib/json';
import type { RawPlace } from '../model/event';
import type { ExchangeHead, Reader } from '../providers/contract';
import { type Artifacts, type Frame, keep } from '../raw/frame';
import { maskAddress, maskBytes, sumMasks } from '../raw/mask';
import { sniff } from '../raw/sniff';
import { readNote } from './file-note';
import { readFile } from './file-reading';
import { observe } from './observe';
import { type Exchange, readerName, type Taken, type TakenOutcome } from './take';

/**
 * Takes the exchange of a file: its frame has one piece, the bytes as they are. They are the person's own and are not
 * masked; address and request are. No reader looks at them: what a file says is nothing of the conversation.
 */
export async function takeFile(exchange: Exchange, reader: Reader, fallbackTime: string): Promise<Taken> {
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
  const outcome = await fileOutcome(
    { head, body, sha256, request: request && textOf(request.bytes), frame: hash },
    reader,
  );
  return { head, reader: readerName(reader), masks, body, frame: hash, whole: sha256, artifacts, outcome };
}

/** The exchange of a file as it is kept. */
export interface KeptFile {
  readonly head: ExchangeHead;
  readonly body: Uint8Array<ArrayBuffer>;
  /** Bare hash of the bytes. */
  readonly sha256: string;
  readonly request: string | null;
  /** Bare hash of the frame. */
  readonly frame: string;
}

/** What it says, now or when it is read again. */
export async function fileOutcome(
  { head, body, sha256, request, frame }: KeptFile,
  reader: Reader,
): Promise<TakenOutcome> {
  const note = readNote(request);
  if (!note) return { kind: 'drift', because: 'shape', at: ['request'] };
  const came = body.length > 0 || note.outcome === 'kept';
  const file = came ? { sha256, bytes: body.length, mime: (await sniff(body)).mime } : null;
  const { drafts, ...rest } = readFile(note, file, head.at);
  const name = artifactName(frame);
  const place: RawPlace =
    body.length > 0
      ? { artifact: artifactName(sha256), frame: name, bytes: [0, body.length] }
      : { artifact: name, frame: name, pointer: '' };
  const observed = observe({ drafts }, { reader: readerName(reader), head, byClock: false, placeOf: () => place });
  // parents are events of the conversation, whose own readings say whether they are there
  const ids = new Set(drafts.map(({ id }) => id));
  return { ...rest, ...observed, observations: observed.observations.filter(({ id }) => ids.has(id)) };
}
