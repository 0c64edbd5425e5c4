import type { PhrasingContent, RootContent } from 'mdast';
import { shownName } from '../../handoff/marks';
import { place } from '../../handoff/shown';
import { sessionName, siteName } from '../../handoff/titles';
import { beganWords, heldIn, recordedFact } from '../../handoff/when';
import { concat, looseText, utf8 } from '../../lib/bytes';
import { counted, sentence } from '../../lib/text';
import { momentInWords } from '../../lib/time';
import type { Event } from '../../model/event';
import { TESTS } from '../../model/session';
import { messagesIn, type Turn } from '../../projection/branches';
import { gapsOf } from '../../projection/lacks';
import { headingNode, innerLink, linkedNodes, listOf, nameNode, paragraph, strong } from '../../prose/markdown-nodes';
import { writeMarkdown } from '../../prose/write';
import { COMPARED } from '../../report/evidence-words';
import { gapGroups, gapSentence } from '../../report/gaps';
import { QUESTIONS, VERDICTS } from '../../report/words';
import { anchorOf, type TranscriptPage, transcriptPage } from './anchors';
import type { PageSession } from './context';
import { stretchName } from './describe';
import { entryOf, factList } from './entries';
import { copyFacts } from './facts';
import type { Stretch } from './outline';
import { COUNTS } from './report-html';
import { sourceEntry } from './source-list';

/** Headings of what is no branch. One word each: their anchors are then the same in every reader of Markdown. */
const SOURCES = 'Sources';
const MISSING = 'Missing';
const FIVE_TESTS = 'Tests';
const COPIES = 'Copies';
const BESIDE = 'Beside the conversation'; // led to by its first event

/** Every message of a session, and every event that belongs to none, in the order in which pages have them. */
export function turnsOf(page: PageSession): Turn[] {
  const { stretches, rest } = page.outline();
  return [...stretches.flatMap(({ turns }) => turns), ...rest.map(alone)];
}

const alone = (event: Event): Turn => ({ event, blocks: [] });

/** A message under its number, as the transcript has it. */
export const entryText = (page: TranscriptPage, turn: Turn): string => writeMarkdown(entryOf(page, turn));

/**
 * The conversation as Markdown: the branch the person was on, then what the other branches have of their own, then what
 * belongs to no message; sources numbered once, what is missing, the five tests. Whatever somebody wrote cannot leave its
 * place.
 */
export const transcriptOf = (session: PageSession): string => looseText(transcriptBytes(session));

/**
 * The same in UTF-8.
 * @param said a message under its number, where that is written already
 */
export function transcriptBytes(session: PageSession, said?: (turn: Turn) => Bytes): Bytes {
  const page = transcriptPage(session);
  const { stretches, rest, servers } = page.outline();
  const { sources } = page.shown;
  const entry = said ?? ((turn: Turn) => utf8(entryText(page, turn)));
  // piece by piece: a list at the end of one never runs on in the next, as each begins with a heading
  const pieces: (Bytes | RootContent[])[] = [
    [headingNode(1, titleOf(page)), about(page), headingNode(2, 'Contents'), contents(page)],
    ...stretches.flatMap((stretch) => [[headingNode(2, stretchHeading(page, stretch))], ...stretch.turns.map(entry)]),
    ...(rest.length > 0 ? [[headingNode(2, BESIDE)], ...rest.map((event) => entry(alone(event)))] : []),
    ...(sources.length > 0
      ? [[headingNode(2, SOURCES), ...compared(page)], ...sources.map((source) => sourceEntry(page, source))]
      : []),
    gapList(page),
    testList(page),
    ...(servers.length > 0 ? [[headingNode(2, COPIES), paragraph(words('Copies on servers:'))]] : []),
    ...servers.map((event) => [
      headingNode(3, place(page.shown, event.id)),
      ...factList(copyFacts(event.body, page.namesOfCopies()), page),
    ]),
  ];
  const written = pieces
    .map((piece) => (Array.isArray(piece) ? utf8(writeMarkdown(piece)) : piece))
    .filter(({ length }) => length > 0);
  return concat(written.flatMap((piece, index) => (index === 0 ? [piece] : [LINE_END, piece])));
}

type Bytes = Uint8Array<ArrayBuffer>;

const LINE_END = utf8('\n');

/** What the states of sources mean, where any page was compared. */
const compared = ({ evidence }: PageSession): RootContent[] =>
  [...(evidence?.sources.values() ?? [])].some((source) => source.page !== null) ? [paragraph(words(COMPARED))] : [];

const words = (value: string): PhrasingContent => ({ type: 'text', value });

/** Anchors of ours, however a reader of Markdown makes them of a heading: letters and digits alone. */
const OURS = /^(?:v\d+|source\d+|sources\d*|missing\d*|tests\d*|copies\d*|contents\d*)$/;

/** A title that would take an anchor of ours away says what it is. */
function titleOf({ view }: PageSession): string {
  const name = sessionName(view);
  const letters = name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
  return OURS.test(letters) || OURS.test(letters.replace(/^\p{N}+/u, '')) ? `${name} (the title of the chat)` : name;
}

function about({ identity, view, shown }: PageSession): RootContent {
  const held = heldIn(view);
  const recorded = recordedFact(view);
  return listOf([
    [nameNode(`Site: ${siteName(identity.site)}`), words(' ('), ...linkedNodes(shownName(identity.origin)), words(')')],
    [words(`The chat began: ${beganWords(view)}`)],
    ...(held === null ? [] : [[words(`Its last event: ${momentInWords(held.last)}`)]]),
    [words(`${recorded.label}: ${recorded.value}`)],
    [
      words(
        `Messages: ${messagesIn(view).length}; lines of the log: ${view.log.length}; sources: ${shown.sources.length}`,
      ),
    ],
    [
      words('Numbers such as V-0042 are the numbers of lines in '),
      { type: 'inlineCode', value: 'session.jsonl' },
      words(', and the headings of this file. Times are UTC.'),
    ],
    [
      words(
        'Links outside name the host they lead to, and its pages may have changed; all others lead to this file or to files of the archive.',
      ),
    ],
  ]);
}

function contents(page: TranscriptPage): RootContent {
  const { stretches, rest, servers } = page.outline();
  const { sources } = page.shown;
  const gaps = gapsOf(page.view).length;
  const line = (name: string, to: string, more: string): PhrasingContent[] => [innerLink(name, to), words(more)];
  const at = (id: string): string => anchorOf(place(page.shown, id));
  const branches = stretches.flatMap(({ turns: [first], ...stretch }) => {
    if (!first) return [];
    const name = shownName(stretchName(page.shown, { ...stretch, turns: [first] }));
    const from = stretch.from === null ? [] : [words(', after '), page.refer(stretch.from)];
    return [[innerLink(name, at(first.event.id)), ...from]];
  });
  return listOf([
    ...branches,
    ...rest.slice(0, 1).map(({ id }) => line(BESIDE, at(id), `: ${counted(rest.length, 'event')}`)),
    ...(sources.length > 0 ? [line(SOURCES, anchorOf(SOURCES), `: ${sources.length}`)] : []),
    line(MISSING, anchorOf(MISSING), `: ${gaps === 0 ? 'nothing that the log knows of' : gaps}`),
    line(FIVE_TESTS, anchorOf(FIVE_TESTS), `: ${verdictsIn(page)}`),
    ...(servers.length > 0 ? [line(COPIES, anchorOf(COPIES), ` on servers: ${servers.length}`)] : []),
  ]);
}

/** The five verdicts in one line. */
function verdictsIn(page: PageSession): string {
  const report = page.report();
  return TESTS.map((test) => `${test} ${VERDICTS[report[test].verdict]}`).join(', ');
}

const stretchHeading = ({ shown }: PageSession, stretch: Stretch): string =>
  `${stretchName(shown, stretch)}${stretch.from === null ? '' : `, after ${place(shown, stretch.from)}`}`;

function gapList(page: TranscriptPage): RootContent[] {
  const lines = gapGroups(gapsOf(page.view)).map((group) => [
    ...group.flatMap(({ id }, index) => [...(index === 0 ? [] : [words(', ')]), page.refer(id)]),
    words(' '),
    nameNode(sentence(gapSentence(group[0]))),
  ]);
  return [
    headingNode(2, MISSING),
    paragraph(words(lines.length === 0 ? 'Nothing that the log knows of.' : 'Known to be missing:')),
    ...(lines.length === 0 ? [] : [listOf(lines)]),
  ];
}

function testList(page: TranscriptPage): RootContent[] {
  const report = page.report();
  return [
    headingNode(2, FIVE_TESTS),
    ...TESTS.flatMap((name) => {
      const { verdict, counts, items, next } = report[name];
      const counted = Object.entries(counts).flatMap(([label, count]) =>
        count === 0 ? [] : `${COUNTS[label] ?? label}: ${count}`,
      );
      const title = `${name[0]?.toUpperCase() ?? ''}${name.slice(1)}`;
      return [
        paragraph(strong(words(title)), words(` ${VERDICTS[verdict]}. ${QUESTIONS[name]}`)),
        ...(counted.length === 0 ? [] : [paragraph(words(`${sentence(counted.join(', '))}`))]),
        ...(items.length === 0
          ? []
          : [
              listOf(
                items.map(({ event, why }) => [
                  ...(event !== null && page.view.current.has(event) ? [page.refer(event), words(' ')] : []),
                  nameNode(why),
                ]),
              ),
            ]),
        ...(next === null ? [] : [paragraph(nameNode(next))]),
      ];
    }),
  ];
}
