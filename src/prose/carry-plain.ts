import type { BlockContent, PhrasingContent } from 'mdast';
import type { Cite } from '../handoff/cited';
import { isReadable } from './limits';
import { codeNodes, fenceNodes, innerLink, linkNodes, paragraph, wordsNode } from './markdown-nodes';
import { type PlainBlock, type PlainPiece, plainBlocks } from './plain-pieces';
import type { MarkdownWays } from './ways';

/**
 * Plain words as blocks of Markdown that show them as they are, line by line. A paragraph with a layout of its own
 * (indented lines, columns) stands in a fence, and so does a text that is too long or too deep to be read.
 */
export function plainNodes(text: string, cites: readonly Cite[], ways: MarkdownWays): BlockContent[] {
  if (isReadable(text)) return plainBlocks(text, cites).flatMap((block) => nodesOf(block, ways));
  const numbers = [...new Set(cites.flatMap((cite) => cite.numbers))];
  const last = numbers.map((number) => sourceLink(number, ways));
  return [...fenceNodes(text, 'text'), ...(last.length === 0 ? [] : [paragraph(...last)])];
}

const LAYOUT = /^(?: {2,}|\t)\S|\S {3,}\S|\S\t+\S/m;

function nodesOf(block: PlainBlock, ways: MarkdownWays): BlockContent[] {
  if (block.kind === 'code') return codeNodes(block.text, block.label, block.language);
  const { text, pieces } = block;
  if (!LAYOUT.test(text)) return [paragraph(...pieces.flatMap((piece) => pieceNodes(piece, ways)))];
  const cited = pieces.filter((piece) => piece.kind === 'cite').flatMap((piece) => pieceNodes(piece, ways));
  return [...fenceNodes(text, 'text'), ...(cited.length === 0 ? [] : [paragraph(...cited)])];
}

function pieceNodes(piece: PlainPiece, ways: MarkdownWays): PhrasingContent[] {
  if (piece.kind === 'cite') return piece.numbers.map((number) => sourceLink(number, ways));
  if (piece.kind === 'address') return linkNodes([wordsNode(piece.text)], piece.text, null, ways);
  return piece.text.split('\n').flatMap((line, index): PhrasingContent[] => {
    const words = line === '' ? [] : [wordsNode(line)];
    return index === 0 ? words : [{ type: 'break' }, ...words];
  });
}

const sourceLink = (number: number, ways: MarkdownWays): PhrasingContent =>
  innerLink(`[${number}]`, ways.source(number));
