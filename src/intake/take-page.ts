import { utf8 } from '../lib/bytes';
import type { Reader } from '../providers/contract';
import { type Artifacts, keep } from '../raw/frame';
import { sniff } from '../raw/sniff';
import { observe } from './observe';
import { type PageNote, readPageNote } from './page-note';
import { type KeptText, type KeptWords, type ReadCopy, readSourcePage } from './page-reading';
import { type Exchange, readerName, type Taken, type TakenOutcome } from './take';
import { frameWhole, placeOfWhole, type WholeExchange } from './take-whole';

/**
 * Takes the exchange of a page that a session cites: its bytes as they came, as one piece, and the words that are found
 * in them. It is nothing of the conversation, and no reader of a site looks at it.
 */
export async function takePage(
  exchange: Exchange,
  reader: Reader,
  fallbackTime: string,
  readCopy: ReadCopy,
): Promise<Taken> {
  const { whole: page, masks, artifacts } = await frameWhole(exchange, reader, fallbackTime);
  const outcome = await pageOutcome(page, reader, { readCopy, artifacts });
  const { head, body, frame, sha256: whole } = page;
  return { head, reader: readerName(reader), masks, body, frame, whole, artifacts, outcome };
}

interface PageParts {
  readonly readCopy: ReadCopy;
  /** Where the words go. */
  readonly artifacts: Artifacts;
}

/** What it says, now or when it is read again. */
export async function pageOutcome(
  exchange: WholeExchange,
  reader: Reader,
  { readCopy, artifacts }: PageParts,
): Promise<TakenOutcome> {
  const { head, body, sha256, request } = exchange;
  const note = readPageNote(request);
  if (!note) return { kind: 'drift', because: 'shape', at: ['request'] };
  const came = note.outcome === 'kept' && body.length > 0;
  const page = came ? { sha256, bytes: body.length, mime: (await sniff(body)).mime } : null;
  const text = came && !note.role ? await textOf(note, body, { readCopy, artifacts }) : null;
  const { drafts, ...rest } = readSourcePage(note, page, text);
  const place = placeOfWhole(exchange);
  const observed = observe({ drafts }, { reader: readerName(reader), head, byClock: false, placeOf: () => place });
  const ids = new Set(drafts.map(({ id }) => id));
  return { ...rest, ...observed, observations: observed.observations.filter(({ id }) => ids.has(id)) };
}

async function textOf(
  { record }: PageNote,
  body: Uint8Array<ArrayBuffer>,
  { readCopy, artifacts }: PageParts,
): Promise<KeptText | null> {
  const read = await readSafely(() => readCopy(body, record.contentType, record.url));
  if (read === null) return null;
  const { markdown, images: _, all, ...said } = read;
  return {
    text: await keptWords(markdown, said, artifacts),
    all: all ? await keptWords(all.text, { tool: all.tool, ...(all.cut ? { cut: true } : {}) }, artifacts) : null,
  };
}

async function keptWords<Said>(text: string, said: Said, artifacts: Artifacts): Promise<KeptWords<Said> | null> {
  if (text.trim() === '') return null;
  const bytes = utf8(text.toWellFormed());
  return { said, sha256: await keep(artifacts, bytes), bytes: bytes.length };
}

/** A page may break whoever reads it: it is kept all the same, without its words. */
async function readSafely<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch {
    return null; // its bytes are kept: another release may read them
  }
}
