import type { CitedText } from '../../handoff/cited';
import { utf8 } from '../../lib/bytes';
import type { PartOf } from '../../model/parts';
import type { Turn } from '../../projection/branches';
import { type Prose, readProse } from '../../prose/prose';
import { transcriptPage } from './anchors';
import type { PageSession } from './context';
import { eventHtml } from './event-html';
import { entryText, turnsOf } from './transcript';

/** A message as the transcript has it, and as a page has it, each in UTF-8, which takes half the room of a text. */
interface Both {
  readonly markdown: Uint8Array<ArrayBuffer>;
  readonly html: Uint8Array<ArrayBuffer>;
}

/** Milliseconds of work between two rests. */
const STRETCH = 100;

/**
 * Writes each message for the transcript and for the page, one after the other: a text is read once for both, and what
 * was read is let go of with its message. `prefix` is that of the anchors in the page.
 * @param rest awaited now and then: a browser tidies its memory, and hears of a cancel, when nothing runs
 */
export async function bothPages(
  session: PageSession,
  prefix: string,
  rest: () => Promise<void>,
): Promise<(turn: Turn) => Both> {
  const read = new Map<PartOf<'text'>, Prose>();
  const prose = ({ part, text, cites }: CitedText): Prose => {
    const known = read.get(part) ?? readProse(text, cites);
    read.set(part, known);
    return known;
  };
  const page = transcriptPage({ ...session, prose });
  const write = (turn: Turn): Both => {
    const both = { markdown: utf8(entryText(page, turn)), html: utf8(eventHtml(page, turn, prefix).markup) };
    read.clear();
    return both;
  };
  const written = new Map<string, Both>();
  let rested = performance.now();
  for (const turn of turnsOf(session)) {
    written.set(turn.event.id, write(turn));
    if (performance.now() - rested < STRETCH) continue;
    await rest();
    rested = performance.now();
  }
  return (turn) => written.get(turn.event.id) ?? write(turn);
}
