import type { Element, ElementContent } from 'hast';
import type { Cite } from '../handoff/cited';
import { codeFigure } from './blocks';
import { element, words } from './elements';
import { linkTree } from './links';
import { addressesIn, type PlainBlock, type PlainPiece, plainBlocks, wordsBlocks } from './plain-pieces';
import type { Ways } from './ways';

/** Words as somebody typed them: line breaks and blanks as they are, addresses as links, what stands in fences as code. */
export const plainTree = (text: string, cites: readonly Cite[], ways: Ways): Element[] =>
  plainBlocks(text, cites).map((block) => blockTree(block, ways));

/** All of a text as words, in paragraphs. */
export const wordsTree = (text: string, cites: readonly Cite[], ways: Ways): Element[] =>
  wordsBlocks(text, cites).map((block) => blockTree(block, ways));

/** Words in which addresses are links. */
export const linked = (text: string, ways: Ways): ElementContent[] =>
  addressesIn(text).flatMap((piece) => pieceTree(piece, ways));

function blockTree(block: PlainBlock, ways: Ways): Element {
  if (block.kind === 'code') return codeFigure(block.text, block.label, block.language);
  const own = block.text === '' ? {} : { dir: 'auto' };
  return element(
    'p',
    own,
    block.pieces.flatMap((piece) => pieceTree(piece, ways)),
  );
}

function pieceTree(piece: PlainPiece, ways: Ways): ElementContent[] {
  if (piece.kind === 'cite') return piece.numbers.map(ways.cite);
  return piece.kind === 'address' ? linkTree([piece.text], piece.text, null, ways) : [words(piece.text)];
}
