import { createParser } from 'eventsource-parser';
import { utf8Length } from '../../lib/bytes';

/** One event of a stream (`text/event-stream`), and where its data lies: bytes of the UTF-8 text. */
export interface StreamEvent {
  /** Null where it has no name. */
  readonly name: string | null;
  /** Its data lines, joined by line feeds. */
  readonly data: string;
  /** From the first byte of its first data line's value to the end of its last one's. */
  readonly from: number;
  readonly to: number;
  /** False for the last event of a stream that ended before the blank line: its data may be cut anywhere. */
  readonly finished: boolean;
}

const MARK = '\ufeff';
const LINE = /([^\r\n]*)(\r\n|\r|\n|$)/y;
const DATA = /^data(?:: ?|$)/;

/**
 * All events of a stream that have data, in order; comments and other fields are passed over. A stream that was cut off
 * gives what came of its last event, unfinished.
 */
export function streamEvents(text: string): StreamEvent[] {
  const events: StreamEvent[] = [];
  let at = text.startsWith(MARK) ? 1 : 0;
  let bytes = utf8Length(text, 0, at);
  let from = -1;
  let to = -1;
  let finished = true;
  const parser = createParser({
    onEvent: ({ event, data }) => void events.push({ name: event ?? null, data, from, to, finished }),
  });
  // a line at a time, so that it is known where each stands
  while (at < text.length) {
    LINE.lastIndex = at;
    const [whole = '', line = ''] = LINE.exec(text) ?? [];
    const end = bytes + utf8Length(line);
    const lead = DATA.exec(line)?.[0].length;
    if (lead !== undefined) {
      if (from < 0) from = bytes + lead;
      to = end;
    }
    parser.feed(`${line}\n`);
    if (line === '') from = -1;
    at += whole.length;
    bytes = end + whole.length - line.length;
  }
  finished = false;
  parser.feed('\n');
  return events;
}

/** True if a text begins as an event stream does: with a field or a comment. Says nothing of whose it is. */
export const isEventStream = (text: string): boolean => /^\ufeff?[\r\n]*(?:(?:event|data|id|retry):|:)/.test(text);
