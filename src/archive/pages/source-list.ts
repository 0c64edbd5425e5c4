import type { BlockContent, PhrasingContent, RootContent } from 'mdast';
import { clipped, seenName, withoutMarks } from '../../handoff/marks';
import { suppliedBy } from '../../handoff/readable';
import type { CheckedQuote } from '../../projection/evidence-state';
import { quotesAt } from '../../projection/quotes-at';
import type { NumberedSource } from '../../projection/sources';
import {
  fenceNodes,
  headingNode,
  innerLink,
  listOf,
  nameNode,
  outsideNodes,
  paragraph,
} from '../../prose/markdown-nodes';
import { comparedWords, lostWords, quoteWords, standWords } from '../../report/evidence-words';
import { anchorOf, sourceName, type TranscriptPage } from './anchors';
import { foundWords, publishedWords } from './describe';
import { copyNodes } from './source-copy';

/** Of a quotation so much is said again. */
export const QUOTED = 120;

const words = (value: string): PhrasingContent => ({ type: 'text', value });

/** A source under its number, as the end of a transcript lists them, with every passage it gave. */
export function sourceEntry(page: TranscriptPage, source: NumberedSource): RootContent[] {
  const { url, site, published } = source;
  const facts = [site, published === null ? null : publishedWords(published)].flatMap((fact) =>
    fact === null ? [] : [nameNode(fact), words(' · ')],
  );
  const status = words(`${source.cited ? 'cited' : 'retrieved, not cited'} · first in `);
  const checked = page.evidence?.sources.get(source.number);
  const stand = standWords(checked, source);
  const found = foundWords(source.found);
  const passages = source.passages.flatMap(({ text, origin }): BlockContent[] => [
    paragraph(words(`Passage, ${suppliedBy(origin)}${comparedWords(checked, text)}:`)),
    ...fenceNodes(withoutMarks(text), 'text'),
  ]);
  return [
    headingNode(3, sourceName(source.number)),
    paragraph(
      nameNode(seenName(source.title) ?? 'Without a title'),
      { type: 'break' },
      ...(url === null ? [] : [...outsideNodes(url, url), { type: 'break' } as const]),
      ...facts,
      status,
      page.refer(source.event),
      ...(found === null ? [] : [words(' · '), nameNode(found)]),
      ...(stand === null ? [] : [words(` · ${stand}`)]),
    ),
    ...passages,
    ...quoteList(page, source.number),
    ...copyNodes(page, source),
  ];
}

/** Quotations of answers that are spoken of at this source, and where they were found. */
function quoteList(page: TranscriptPage, number: number): BlockContent[] {
  const quotes = page.evidence ? (quotesAt(page.evidence).get(number) ?? []) : [];
  if (quotes.length === 0) return [];
  return [paragraph(words('Quotes in answers that cite it:')), listOf(quotes.map((quote) => quoteLine(page, quote)))];
}

function quoteLine(page: TranscriptPage, quote: CheckedQuote): PhrasingContent[] {
  const { event, quotation, found } = quote;
  const said = [page.refer(event), words(' '), nameNode(`“${clipped(quotation.text, QUOTED)}”`), words(': ')];
  if (!found) return [...said, words(`${lostWords(quote)}.`)];
  const source = innerLink(`source ${found.source}`, anchorOf(sourceName(found.source)));
  return [...said, words('found in '), source, words(`, ${quoteWords(found)}.`)];
}
