import { artifactName } from '../lib/hash';
import { isObject, parseJson, pointer, pointerSteps } from '../lib/json';
import { isBroken } from '../lib/text';
import type { RawPlace } from '../model/event';
import type { DraftPlace } from '../providers/contract';
import type { Cut } from '../raw/frame';
import { type Found, scan } from '../raw/scan';

/** A masked payload that was cut, and what `JSON.parse` gave of it (undefined: no JSON). */
export interface CutPayload {
  readonly bytes: Uint8Array;
  readonly value: unknown;
  readonly piece: Cut;
  /** The request's body as text, or null: none was kept. */
  readonly request: string | null;
}

/** Turns places in a payload into places in what is kept of it: the slice they fall in, else the frame's own text. */
export function placer({ bytes, value, piece, request }: CutPayload): (place: DraftPlace) => RawPlace {
  const frame = artifactName(piece.hash);
  const tops = topMembers(bytes, value);
  const asked = inRequest(request, piece);
  return (place) => {
    if (isRange(place)) return placeOfRange(place, bytes.length, piece);
    if (typeof place !== 'string') return asked(place.request) ?? { artifact: frame, frame, pointer: '' };
    if (value === undefined) return placeOfRange([0, bytes.length], bytes.length, piece); // text has no pointers
    const slice = piece.sliceOf.get(place);
    if (slice !== undefined) return { artifact: artifactName(slice), frame, pointer: '' };
    const steps = existing(value, pointerSteps(place));
    return placeInSlice(steps, piece) ?? { artifact: frame, frame, pointer: inFrame(steps[0], piece, tops()) };
  };
}

const isRange = (place: DraftPlace): place is readonly [number, number] => Array.isArray(place);

/** Places in the request's body, which is an artifact of its own. Parsed when it is first asked for. */
function inRequest(request: string | null, { frame, hash }: Cut): (place: string) => RawPlace | null {
  const slice = frame.exchange.request?.slice;
  let value: unknown;
  return (place) => {
    if (request === null || slice === undefined) return null;
    value ??= parseJson(request);
    const steps = existing(value, pointerSteps(place));
    const broken = steps.findIndex(isBroken); // a line cannot write that down
    const written = pointer(...(broken < 0 ? steps : steps.slice(0, broken)));
    return { artifact: slice, frame: artifactName(hash), pointer: written };
  };
}

function placeOfRange([from, to]: readonly [number, number], length: number, { hash, sliceOf }: Cut): RawPlace {
  const frame = artifactName(hash);
  const whole = sliceOf.get('');
  if (whole === undefined || length === 0) return { artifact: frame, frame, pointer: '' };
  const start = Math.max(0, Math.min(from, length - 1));
  return { artifact: artifactName(whole), frame, bytes: from < to ? [start, Math.min(to, length)] : [0, length] };
}

/** As many of the steps as lead to something. */
function existing(value: unknown, steps: readonly string[]): readonly string[] {
  let at = value;
  for (const [i, step] of steps.entries()) {
    if (!hasMember(at, step)) return steps.slice(0, i);
    at = at[step];
  }
  return steps;
}

const hasMember = (value: unknown, step: string): value is Record<string, unknown> =>
  Array.isArray(value)
    ? /^(?:0|[1-9]\d*)$/.test(step) && Object.hasOwn(value, step)
    : isObject(value) && Object.hasOwn(value, step);

function placeInSlice(steps: readonly string[], { hash, sliceOf }: Cut): RawPlace | null {
  for (let length = steps.length; length >= 0; length--) {
    const slice = sliceOf.get(pointer(...steps.slice(0, length)));
    if (slice === undefined) continue;
    const rest = steps.slice(length);
    const broken = rest.findIndex(isBroken); // a line cannot write that down
    const written = pointer(...(broken < 0 ? rest : rest.slice(0, broken)));
    return { artifact: artifactName(slice), frame: artifactName(hash), pointer: written };
  }
  return null;
}

/** The piece of the frame in which the member of the payload begins. */
function inFrame(first: string | undefined, piece: Cut, tops: ReadonlyMap<string, Found>): string {
  const top = first === undefined ? undefined : tops.get(first);
  return top ? `/pieces/${piece.pieceAt(top.start)}` : '';
}

/** Where the members of a payload stand. Looked for when it is first asked for. */
function topMembers(bytes: Uint8Array, value: unknown): () => ReadonlyMap<string, Found> {
  let tops: ReadonlyMap<string, Found> | null = null;
  return () => {
    if (tops) return tops;
    const found = value === undefined ? [] : scan(bytes, ['/*']);
    tops = new Map(found.map((each) => [pointerSteps(each.pointer)[0] ?? '', each]));
    return tops;
  };
}
