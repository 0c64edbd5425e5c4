import type { Reader } from '../providers/contract';
import { sniff } from '../raw/sniff';
import { readNote } from './file-note';
import { readFile } from './file-reading';
import { observe } from './observe';
import { type Exchange, readerName, type Taken, type TakenOutcome } from './take';
import { frameWhole, placeOfWhole, type WholeExchange } from './take-whole';

/**
 * Takes the exchange of a file: its frame has one piece, the bytes as they are. They are the person's own and are not
 * masked; address and request are. No reader looks at them: what a file says is nothing of the conversation.
 * @param mime what they were found to be, where somebody looked before
 */
export async function takeFile(
  exchange: Exchange,
  reader: Reader,
  fallbackTime: string,
  mime?: string,
): Promise<Taken> {
  const { whole: file, masks, artifacts } = await frameWhole(exchange, reader, fallbackTime);
  const outcome = await fileOutcome(file, reader, mime);
  const { head, body, frame, sha256: whole } = file;
  return { head, reader: readerName(reader), masks, body, frame, whole, artifacts, outcome };
}

/** What it says, now or when it is read again. */
export async function fileOutcome(exchange: WholeExchange, reader: Reader, mime?: string): Promise<TakenOutcome> {
  const { head, body, sha256, request } = exchange;
  const note = readNote(request);
  if (!note) return { kind: 'drift', because: 'shape', at: ['request'] };
  const came = body.length > 0 || note.outcome === 'kept';
  const file = came ? { sha256, bytes: body.length, mime: mime ?? (await sniff(body)).mime } : null;
  const { drafts, ...rest } = readFile(note, file, head.at);
  const place = placeOfWhole(exchange);
  const observed = observe({ drafts }, { reader: readerName(reader), head, byClock: false, placeOf: () => place });
  // parents are events of the conversation, whose own readings say whether they are there
  const ids = new Set(drafts.map(({ id }) => id));
  return { ...rest, ...observed, observations: observed.observations.filter(({ id }) => ids.has(id)) };
}
