import type { BlockContent, PhrasingContent } from 'mdast';
import { attachedName } from '../../handoff/attached';
import { type CitedText, citedTexts, type LooseCite, looseCites } from '../../handoff/cited';
import { seenName, withoutMarks } from '../../handoff/marks';
import { jsonLines, missingWords, suppliedBy } from '../../handoff/readable';
import { writtenIn } from '../../handoff/run';
import { RUN_WORDS, runsBefore } from '../../handoff/thoughts';
import { derivedWords } from '../../handoff/versions';
import { hashIn } from '../../lib/hash';
import { counted } from '../../lib/text';
import type { Event } from '../../model/event';
import type { Part, PartOf } from '../../model/parts';
import { partsOf } from '../../projection/sources';
import { carriedNodes } from '../../prose/carry';
import { plainNodes } from '../../prose/carry-plain';
import { emphasis, fenceNodes, innerLink, listOf, nameNode, outsideNodes, paragraph } from '../../prose/markdown-nodes';
import type { MarkdownWays } from '../../prose/ways';
import { UNNAMED_FILE, UNNAMED_SOURCE, whyOf } from '../../report/gaps';
import { type Beside, besideOf, isMedia, type MediaPart, mediaHash, unnamedMedia } from '../../report/media';
import { anchorOf, sourceName, type TranscriptPage } from './anchors';
import { linkFrom } from './context';
import { inPlace } from './in-place';
import { isInText, isPicture, localFiles } from './local-files';

/** The parts of an event as blocks of Markdown, in order. */
export function partsNodes(page: TranscriptPage, event: Event): BlockContent[] {
  const parts = partsOf(event);
  const texts = citedTexts(page.shown, parts);
  const cites = looseCites(page.shown, parts, texts);
  const ways = waysOf(page, event, parts);
  const names = quotes(event) ? namesOf(parts) : null;
  const runs = runsBefore(event);
  const placed = inPlace(page, event);
  const write = (part: Part, index: number): BlockContent[] => {
    const text = texts.get(index);
    if (text) return names ? quotedNodes(text, names.get(index) ?? '') : textNodes(page, text, ways);
    if (isMedia(part)) return [mediaNode(page, event, part, placed.get(index))];
    if (part.type === 'citation') return citationNodes(cites.get(index));
    return isInText(event, part) ? [] : partNodes(part);
  };
  const made: BlockContent[] = [];
  let evidence: PhrasingContent[][] = [];
  const closeList = (): void => {
    if (evidence.length > 0) made.push(listOf(evidence));
    evidence = [];
  };
  for (const [index, part] of parts.entries()) {
    const run = runs.get(index);
    if (run !== undefined || part.type !== 'evidence') closeList();
    if (run !== undefined) made.push(paragraph(emphasis(words(`${RUN_WORDS[run]}:`))));
    if (part.type === 'evidence' && !isInText(event, part))
      evidence.push(evidenceLine(part, page.shown.sourceNumber.get(`${event.id}#${part.id}`)));
    for (const block of write(part, index)) made.push(block);
  }
  closeList();
  return made;
}

const words = (value: string): PhrasingContent => ({ type: 'text', value });

/** Events whose words nobody said to be read: they stand in fences. */
const quotes = (event: Event): boolean =>
  event.kind === 'tool.result' || event.kind === 'config' || (event.kind === 'message' && event.body.role === 'tool');

/** What each text of a list is called, to be told from the others: what it is of, or its place among them. */
function namesOf(parts: readonly Part[]): ReadonlyMap<number, string> {
  const texts = [...parts.entries()].flatMap(([index, part]) => (part.type === 'text' ? [{ index, part }] : []));
  return new Map(
    texts.map(({ index, part }, nth) => {
      const name = attachedName(part) || (typeof part.of === 'string' ? part.of : '');
      return [index, name || (texts.length > 1 ? `Text ${nth + 1} of ${texts.length}` : '')];
    }),
  );
}

/** Links to files of the session that somebody's words hold, as the site wrote them, become links into the archive. */
function waysOf(page: TranscriptPage, event: Event, parts: readonly Part[]): MarkdownWays {
  const files = localFiles(page, event, parts);
  return {
    source: (number) => anchorOf(sourceName(number)),
    local: (address) => {
      const file = files.get(address);
      return file ? { ...file, href: linkFrom(page.folder, file.href) } : null;
    },
  };
}

const sourceLinks = (numbers: readonly number[]): PhrasingContent[] =>
  numbers.map((number) => innerLink(`[${number}]`, anchorOf(sourceName(number))));

function textNodes({ prose }: TranscriptPage, text: CitedText, ways: MarkdownWays): BlockContent[] {
  const attached = attachedName(text.part);
  if (attached !== null)
    return [
      paragraph(words('Attached, '), nameNode(attached || 'a pasted text'), words(':')),
      ...fenceNodes(text.text, 'text'),
      ...loose(text),
    ];
  if (text.part.format === 'markdown') return carriedNodes(prose(text), ways);
  if (text.part.format === 'plain') return plainNodes(text.text, text.cites, ways);
  return [...fenceNodes(text.text, 'html'), ...loose(text)];
}

const quotedNodes = (text: CitedText, name: string): BlockContent[] => [
  ...(name === '' ? [] : [paragraph(nameNode(name), words(':'))]),
  ...fenceNodes(text.text, 'text'),
  ...loose(text),
];

/** Sources of a text that is shown in a fence: after it. */
function loose({ cites }: CitedText): BlockContent[] {
  const numbers = new Set(cites.flatMap((cite) => cite.numbers));
  return numbers.size === 0 ? [] : [paragraph(...sourceLinks([...numbers]))];
}

const RUN = { 'what was run': 'What was run', output: 'Output', errors: 'Errors' } as const;

function partNodes(part: Part): BlockContent[] {
  switch (part.type) {
    case 'code':
      return fenceNodes(part.text, part.language ?? '');
    case 'json':
      return [
        ...(typeof part.of === 'string' ? [paragraph(nameNode(part.of), words(':'))] : []),
        ...fenceNodes(jsonLines(part.value), 'json'),
      ];
    case 'command':
      return writtenIn(part).flatMap(({ text, what }) => [
        paragraph(words(`${RUN[what]}:`)),
        ...fenceNodes(text, 'text'),
      ]);
    case 'diff':
      return [...(part.path ? [paragraph(nameNode(part.path))] : []), ...fenceNodes(part.text, 'diff')];
    case 'refusal':
      return plainNodes(withoutMarks(part.text), [], { source: () => '', local: () => null });
    case 'link':
      return [paragraph(...outsideNodes(part.url, part.url))];
    case 'placeholder':
      return [paragraph(emphasis(words('Not readable: '), nameNode(part.reason)))];
    default:
      return [];
  }
}

function citationNodes(cite: LooseCite | undefined): BlockContent[] {
  if (!cite) return [];
  if ('numbers' in cite) return [paragraph(words('Cited: '), ...sourceLinks(cite.numbers))];
  const { title, url } = cite.unproven;
  const name = seenName(title, url) ?? UNNAMED_SOURCE;
  const source = url ? outsideNodes(name, url) : [nameNode(name)];
  return [paragraph(words('Cited, without evidence: '), ...source)];
}

function evidenceLine(part: PartOf<'evidence'>, number: number | undefined): PhrasingContent[] {
  const head = [
    ...(number === undefined ? [] : [...sourceLinks([number]), words(' ')]),
    nameNode(seenName(part.title, part.url) ?? UNNAMED_SOURCE),
  ];
  const origins = [...new Set(part.passages.map(({ origin }) => suppliedBy(origin)))].join(', ');
  const count = part.passages.length;
  return count === 0 ? head : [...head, words(` (${counted(count, 'passage')}, ${origins}: see the source)`)];
}

/** A file where a part names it, or why its bytes are not there; `beside`: what is said there, with its number. */
function mediaNode(page: TranscriptPage, event: Event, part: MediaPart, beside: Beside | undefined): BlockContent {
  const hash = mediaHash(page.view, event, part);
  const named = seenName(part.name);
  const name = named === null ? unnamedMedia(part) : `${part.type} ${named}`;
  const number = beside === undefined ? [] : [page.refer(beside.id)];
  if (hash !== null) {
    const role = beside?.kind === 'artifact' ? [nameNode(beside.body.role)] : [];
    const size = page.artifact(hash)?.size;
    const bytes = size === undefined ? [] : [words(`${size} bytes`)];
    return paragraph(
      ...fileLink(page, hash, name, true),
      ...[...number, ...role, ...bytes].flatMap((each) => [words(' · '), each]),
    );
  }
  const gap = besideOf(page.view, event, part);
  const why = missingWords(page.shown, event, part, gap?.kind === 'gap' ? whyOf(gap) : null);
  return paragraph(emphasis(nameNode(name), ...number.flatMap((each) => [words(', '), each]), words(`: ${why}.`)));
}

/** The file that an `artifact` event names. */
export function fileNodes(page: TranscriptPage, event: Event<'artifact'>): BlockContent[] {
  const { body } = event;
  const derived = derivedWords(page.view, event);
  const size = page.artifact(hashIn(body.artifact) ?? '')?.size ?? body.bytes;
  const bytes = size === undefined ? '' : `, ${size} bytes`;
  return [
    paragraph(
      ...fileLink(page, hashIn(body.artifact) ?? '', seenName(body.name) ?? UNNAMED_FILE, false),
      words(' · '),
      nameNode(body.role),
      words(`${bytes}${derived === null ? '' : `, ${derived}`}`),
    ),
  ];
}

function fileLink(page: TranscriptPage, hash: string, name: string, isShown: boolean): PhrasingContent[] {
  const file = page.artifact(hash);
  const label = nameNode(name);
  if (!file)
    return page.has(hash)
      ? [label, words(' (in '), { type: 'inlineCode', value: 'raw.pack' }, words(`, sha256 ${hash})`)]
      : [emphasis(label, words(`: its bytes are not in the archive (sha256 ${hash}).`))];
  const url = linkFrom(page.folder, file.path);
  if (isShown && isPicture(file.sniffed.mime)) return [{ type: 'image', url, alt: label.value }];
  return [innerLink(label.value || UNNAMED_FILE, url)];
}
