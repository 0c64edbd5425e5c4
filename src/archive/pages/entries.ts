import { fenced } from '../../handoff/fence';
import { codeSpan, escapeName } from '../../handoff/markdown';
import { withoutMarks } from '../../handoff/marks';
import { place } from '../../handoff/shown';
import { sentence } from '../../lib/text';
import { momentInWords } from '../../lib/time';
import type { Event } from '../../model/event';
import type { Turn } from '../../projection/branches';
import { gapSentence } from '../../report/gaps';
import type { PageSession } from './context';
import { blockHeadline, emptyWords, headingTime, headlineOf } from './describe';
import { type Fact, factsOf } from './facts';
import { besidesOf } from './in-place';
import { fileMarkdown, partsMarkdown } from './parts-markdown';
import { type Piece, piecesOf } from './pieces';

/** One event of the transcript, with what hangs beside it; a message with the blocks it came in. */
export function entryOf(page: PageSession, turn: Turn): string[] {
  const { event, blocks } = turn;
  const { words, rest, at } = piecesOf(turn);
  const trust = page.trust(event);
  const head = [numbersOf(page, [event, ...words]), escapeName(headlineOf(event)), ...timeWords(at)];
  return [
    `### ${[...head, ...(trust === null ? [] : [trust])].join(' · ')}`,
    ...words.flatMap((each) => withBeside(page, each)),
    ...withBeside(page, event, blocks.length > 0),
    ...rest.flatMap((piece) => pieceEntry(page, piece, { at, trust })),
  ];
}

/** Blocks of a message. What the message's heading says already is not said again. */
function pieceEntry(page: PageSession, piece: Piece, said: { at: string | null; trust: string | null }): string[] {
  const [block] = piece;
  const at = headingTime(block);
  const trust = page.trust(block);
  const head = [
    numbersOf(page, piece),
    escapeName(blockHeadline(block)),
    ...timeWords(at === said.at ? null : at),
    ...(trust === null || trust === said.trust ? [] : [trust]),
  ];
  return [`#### ${head.join(' · ')}`, ...piece.flatMap((each) => withBeside(page, each))];
}

const numbersOf = (page: PageSession, events: readonly Event[]): string =>
  events.map(({ id }) => place(page.shown, id)).join(', ');

const timeWords = (at: string | null): string[] => (at === null ? [] : [momentInWords(at, 'second')]);

/** What an event holds, and what hangs beside it. `hasMore`: more of it follows. */
function withBeside(page: PageSession, event: Event, hasMore = false): string[] {
  const beside = besidesOf(page, event);
  return [...bodyOf(page, event, hasMore), ...beside.flatMap((each) => besideEntry(page, each))];
}

function besideEntry(page: PageSession, event: Event): string[] {
  return [`*Beside it, ${place(page.shown, event.id)}: ${escapeName(headlineOf(event))}*`, ...bodyOf(page, event)];
}

function bodyOf(page: PageSession, event: Event, hasMore = false): string[] {
  const facts = factsOf(page.shown, event);
  const short = facts
    .filter(({ block }) => block === undefined)
    .map((fact) => `- ${labelOf(fact)}: ${escapeName(fact.value)}`);
  const parts = partsMarkdown(page, event);
  const rest = [
    ...(event.kind === 'artifact' ? [fileMarkdown(page, event)] : []),
    ...(event.kind === 'gap' ? [escapeName(sentence(gapSentence(event)))] : []),
    ...(short.length > 0 ? [short.join('\n')] : []),
    ...facts.flatMap(factBlock),
  ];
  const isEmpty = parts.length === 0 && (rest.length === 0 || event.kind === 'message');
  const empty = isEmpty && !hasMore ? emptyWords(event) : null;
  return [...(empty === null ? parts : [`*${empty}*`]), ...rest];
}

const labelOf = ({ label, isTheirs }: Fact): string => (isTheirs ? codeSpan(label) : escapeName(label));

function factBlock(fact: Fact): string[] {
  const { value, block } = fact;
  return block === undefined ? [] : [`${labelOf(fact)}:`, fenced(withoutMarks(value), block)];
}
