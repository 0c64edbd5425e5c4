import type { BlockContent, PhrasingContent, RootContent } from 'mdast';
import { seenName, withoutMarks } from '../../handoff/marks';
import { suppliedBy } from '../../handoff/readable';
import type { NumberedSource } from '../../projection/sources';
import { fenceNodes, headingNode, nameNode, outsideNodes, paragraph } from '../../prose/markdown-nodes';
import { sourceName, type TranscriptPage } from './anchors';
import { publishedWords } from './describe';
import { copyNodes } from './source-copy';

const words = (value: string): PhrasingContent => ({ type: 'text', value });

/** A source under its number, as the end of a transcript lists them, with every passage it gave. */
export function sourceEntry(page: TranscriptPage, source: NumberedSource): RootContent[] {
  const { url, site, published } = source;
  const facts = [site, published === null ? null : publishedWords(published)].flatMap((fact) =>
    fact === null ? [] : [nameNode(fact), words(' · ')],
  );
  const status = words(`${source.cited ? 'cited' : 'retrieved, not cited'} · first in `);
  const passages = source.passages.flatMap(({ text, origin }): BlockContent[] => [
    paragraph(words(`Passage, ${suppliedBy(origin)}:`)),
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
    ),
    ...passages,
    ...copyNodes(page, source),
  ];
}
