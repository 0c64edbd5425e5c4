import { utf8 } from '../../lib/bytes';

/** One event of a stream (`text/event-stream`), and where its data lies: bytes of the UTF-8 text. */
export interface StreamEvent {
  readonly event: string;
  readonly data: string;
  readonly from: number;
  readonly to: number;
}

/** The finished events of a stream of the practice chat, which writes one data line for each. */
export function eventsIn(text: string): StreamEvent[] {
  const events: StreamEvent[] = [];
  let from = 0;
  for (const block of text.split('\n\n').slice(0, -1)) {
    const lead = /^event: (\w+)\ndata: /.exec(block);
    const to = from + utf8(block).length;
    if (lead) {
      const data = block.slice(lead[0].length);
      events.push({ event: lead[1] ?? '', data, from: to - utf8(data).length, to });
    }
    from = to + 2;
  }
  return events;
}
