import { utf8 } from '../lib/bytes';
import { canonical, isObject, parseJson } from '../lib/json';
import { GAP_REASONS } from '../model/bodies';
import type { FileClaims, FileFailure } from '../providers/contract';

/** A gap that a file answers: its id, and what an event in its place needs. */
export interface FilePlace {
  readonly id: string;
  readonly thread: string;
  readonly parents: readonly string[];
  /** The site's id of the message, as the gap has it. */
  readonly native: string | null;
}

/**
 * What was asked for when a file was fetched, and how it ended: kept as the request of its exchange, since neither the
 * bytes nor their address say whose they are.
 */
export interface FileNote {
  /** The site's id of the conversation. */
  readonly session: string;
  readonly pointer: string;
  readonly name: string | null;
  readonly places: readonly FilePlace[];
  /** What the site said of the file before it gave the bytes. */
  readonly claims: FileClaims | null;
  /** What became of the file itself. */
  readonly outcome: 'kept' | FileFailure;
  /** What came in its place, in a word of ours. */
  readonly came: string | null;
  /** The bytes were made from the file (a preview), which itself was not to be had. */
  readonly preview: boolean;
}

export const writeNote = (note: FileNote): Uint8Array<ArrayBuffer> => utf8(canonical(note));

/** The note that a request is, or null. Written by us, but by any release. */
export function readNote(text: string | null): FileNote | null {
  const value = parseJson(text ?? '');
  if (!isObject(value)) return null;
  const { session, pointer, name, places, claims, outcome, came, preview } = value;
  if (typeof session !== 'string' || typeof pointer !== 'string' || !isOutcome(outcome)) return null;
  return {
    session,
    pointer,
    name: words(name),
    places: (Array.isArray(places) ? places : []).flatMap((each) => placeIn(each) ?? []),
    claims: claimsIn(claims),
    outcome,
    came: words(came),
    preview: preview === true,
  };
}

const isOutcome = (value: unknown): value is FileNote['outcome'] =>
  value === 'kept' || (typeof value === 'string' && GAP_REASONS.some((reason) => reason === value));

const words = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function placeIn(value: unknown): FilePlace | null {
  if (!isObject(value)) return null;
  const { id, thread, parents, native } = value;
  if (typeof id !== 'string' || typeof thread !== 'string' || !Array.isArray(parents)) return null;
  return { id, thread, parents: parents.filter((each) => typeof each === 'string'), native: words(native) };
}

function claimsIn(value: unknown): FileClaims | null {
  if (!isObject(value)) return null;
  const { name, type, bytes } = value;
  return { name: words(name), type: words(type), bytes: typeof bytes === 'number' ? bytes : null };
}
