import { utf8 } from '../lib/bytes';
import { canonical, isObject, parseJson } from '../lib/json';
import { GAP_REASONS, type GapReason } from '../model/bodies';
import type { PageRecord } from '../pages/record';

/**
 * What was asked for when a cited page was fetched, and how it ended: kept as the request of its exchange. What changes
 * by itself, such as the times, is said here and not in the event.
 */
export interface PageNote {
  /** The site's id of the conversation. */
  readonly session: string;
  /** The event's id, made of the address as the conversation has it. */
  readonly id: string;
  readonly thread: string;
  /** The events whose evidence names the page. */
  readonly parents: readonly string[];
  readonly record: PageRecord;
  /** It is a picture of such a page; absent: the page itself. */
  readonly role?: 'source-image';
  readonly outcome: 'kept' | GapReason;
  /** A word of ours on how it ended; null: it was kept. */
  readonly because: string | null;
  /** Where a redirect leads, where that is known; of a tab, where it showed the page. */
  readonly to: string | null;
}

export const writePageNote = (note: PageNote): Uint8Array<ArrayBuffer> => utf8(canonical(note));

/** The note that a request is, or null. Written by us, but by any release. */
export function readPageNote(text: string | null): PageNote | null {
  const value = parseJson(text ?? '');
  if (!isObject(value)) return null;
  const { session, id, thread, parents, record, outcome, because, to } = value;
  if (typeof session !== 'string' || typeof id !== 'string' || !isOutcome(outcome)) return null;
  const known = recordIn(record);
  if (!known || !Array.isArray(parents)) return null;
  return {
    session,
    id,
    thread: words(thread) ?? 'root',
    parents: parents.filter((each) => typeof each === 'string'),
    record: known,
    ...(value.role === 'source-image' ? { role: value.role } : {}),
    outcome,
    because: words(because),
    to: words(to),
  };
}

const isOutcome = (value: unknown): value is PageNote['outcome'] =>
  value === 'kept' || (typeof value === 'string' && GAP_REASONS.some((reason) => reason === value));

const words = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const number = (value: unknown): number | null => (typeof value === 'number' ? value : null);

function recordIn(value: unknown): PageRecord | null {
  if (!isObject(value)) return null;
  const { url, method, started, finished } = value;
  if (typeof url !== 'string' || typeof started !== 'string' || typeof finished !== 'string') return null;
  return {
    url,
    method: method === 'tab' ? 'tab' : 'fetch',
    status: number(value.status),
    started,
    finished,
    date: words(value.date),
    lastModified: words(value.lastModified),
    etag: words(value.etag),
    contentType: words(value.contentType),
    contentLength: number(value.contentLength),
    bytes: number(value.bytes) ?? 0,
    truncated: value.truncated === true,
  };
}
