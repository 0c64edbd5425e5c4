import type { CitedText } from '../../handoff/cited';
import { utf8 } from '../../lib/bytes';
import type { PartOf } from '../../model/parts';
import type { Turn } from '../../projection/branches';
import { type Prose, readProse } from '../../prose/prose';
import { transcriptPage } from './anchors';
import type { PageSession } from './context';
import { eventHtml } from './event-html';
import { entryText, turnsOf } from './transcript';

/** A message as the transcript has it, and as a page has it: UTF-8, which takes half the room of a text. */
interface Both {
  readonly markdown: string;
  readonly html: Uint8Array<ArrayBuffer>;
}

/**
 * Writes each message for the transcript and for the page, one after the other: a text is read once for both, and what
 * was read is let go of with its message. `prefix` is that of the anchors in the page.
 */
export function bothPages(session: PageSession, prefix: string): (turn: Turn) => Both {
  const read = new Map<PartOf<'text'>, Prose>();
  const prose = ({ part, text, cites }: CitedText): Prose => {
    const known = read.get(part) ?? readProse(text, cites);
    read.set(part, known);
    return known;
  };
  const page = transcriptPage({ ...session, prose });
  const write = (turn: Turn): Both => {
    const both = { markdown: entryText(page, turn), html: utf8(eventHtml(page, turn, prefix).markup) };
    read.clear();
    return both;
  };
  const written = new Map(turnsOf(session).map((turn) => [turn.event.id, write(turn)]));
  return (turn) => written.get(turn.event.id) ?? write(turn);
}
