import type { BlockContent, PhrasingContent, RootContent } from 'mdast';
import { shownName, withoutMarks } from '../../handoff/marks';
import { place } from '../../handoff/shown';
import { sentence } from '../../lib/text';
import { momentInWords } from '../../lib/time';
import type { Event } from '../../model/event';
import type { Turn } from '../../projection/branches';
import {
  emphasis,
  fenceNodes,
  headingNode,
  linkedNodes,
  listOf,
  nameNode,
  paragraph,
  strong,
} from '../../prose/markdown-nodes';
import { gapSentence } from '../../report/gaps';
import type { TranscriptPage } from './anchors';
import { besideHeadline, blockHeadline, emptyWords, headingTime, headlineOf } from './describe';
import { type Fact, factsOf } from './facts';
import { besidesOf } from './in-place';
import { fileNodes, partsNodes } from './parts-markdown';
import { type Piece, piecesOf } from './pieces';

/** One event of the transcript under its number, with what hangs beside it; a message with the blocks it came in. */
export function entryOf(page: TranscriptPage, turn: Turn): RootContent[] {
  const { event, blocks } = turn;
  const { words, rest, at } = piecesOf(turn);
  const trust = page.trust(event);
  const all = [event, ...words];
  return [
    headingNode(3, place(page.shown, event.id)),
    headOf(page, all, headlineOf(event), { at, trust }),
    ...words.flatMap((each) => bodyOf(page, each)),
    ...bodyOf(page, event, blocks.length > 0),
    ...[...words, event].flatMap((each) => besideEntries(page, each, 4)),
    ...rest.flatMap((piece) => pieceEntry(page, piece, { at, trust })),
  ];
}

interface Said {
  readonly at: string | null;
  readonly trust: string | null;
}

/** Blocks of a message. What the message's heading says already is not said again. */
function pieceEntry(page: TranscriptPage, piece: Piece, said: Said): RootContent[] {
  const [block] = piece;
  const at = headingTime(block);
  const trust = page.trust(block);
  const own = { at: at === said.at ? null : at, trust: trust === said.trust ? null : trust };
  return [
    headingNode(4, place(page.shown, block.id)),
    headOf(page, piece, blockHeadline(block), own),
    ...piece.flatMap((each) => bodyOf(page, each)),
    ...piece.flatMap((each) => besideEntries(page, each, 5)),
  ];
}

/** Who or what, with the numbers of what is said under the same heading, and when. */
function headOf(page: TranscriptPage, events: readonly Event[], headline: string, { at, trust }: Said): BlockContent {
  const others = events.slice(1).map(({ id }) => place(page.shown, id));
  const more = [
    ...(others.length === 0 ? [] : [`with ${others.join(', ')}`]),
    ...(at === null ? [] : [momentInWords(at, 'second')]),
    ...(trust === null ? [] : [trust]),
  ];
  return paragraph(strong(nameNode(headline)), ...more.map((each): PhrasingContent => words(` · ${each}`)));
}

const words = (value: string): PhrasingContent => ({ type: 'text', value });

const besideEntries = (page: TranscriptPage, event: Event, depth: 4 | 5): RootContent[] =>
  besidesOf(page, event).flatMap((each) => [
    headingNode(depth, place(page.shown, each.id)),
    paragraph(strong(nameNode(besideHeadline(page.view, each))), words(' · beside '), page.refer(event.id)),
    ...bodyOf(page, each),
  ]);

/** What an event holds. `hasMore`: more of it follows. */
function bodyOf(page: TranscriptPage, event: Event, hasMore = false): BlockContent[] {
  const facts = factsOf(page.shown, event);
  const short = facts.filter(({ block }) => block === undefined);
  const parts = partsNodes(page, event);
  const rest = [
    ...(event.kind === 'artifact' ? fileNodes(page, event) : []),
    ...(event.kind === 'gap' ? [paragraph(nameNode(sentence(gapSentence(event))))] : []),
    ...factList(short, page),
    ...facts.flatMap(factBlock),
  ];
  const isEmpty = parts.length === 0 && (rest.length === 0 || event.kind === 'message');
  const empty = isEmpty && !hasMore ? emptyWords(event) : null;
  return [...(empty === null ? parts : [paragraph(emphasis(words(empty)))]), ...rest];
}

/** Short facts, a line each; the number of an event leads to it. */
export const factList = (facts: readonly Fact[], { refer }: Pick<TranscriptPage, 'refer'>): BlockContent[] =>
  facts.length === 0
    ? []
    : [
        listOf(
          facts.map((fact) => [
            ...labelOf(fact),
            words(': '),
            ...(fact.event === undefined ? linkedNodes(shownName(fact.value)) : [refer(fact.event)]),
          ]),
        ),
      ];

const labelOf = ({ label, isTheirs }: Fact): PhrasingContent[] =>
  isTheirs ? [{ type: 'inlineCode', value: shownName(label) || ' ' }] : [nameNode(label)];

const factBlock = (fact: Fact): BlockContent[] =>
  fact.block === undefined
    ? []
    : [paragraph(...labelOf(fact), words(':')), ...fenceNodes(withoutMarks(fact.value), fact.block)];
