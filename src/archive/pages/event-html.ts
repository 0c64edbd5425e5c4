import { clipped, shownName, withoutMarks } from '../../handoff/marks';
import { jsonText } from '../../handoff/readable';
import { place } from '../../handoff/shown';
import { sentence } from '../../lib/text';
import { momentInWords } from '../../lib/time';
import type { Event } from '../../model/event';
import type { Turn } from '../../projection/branches';
import { gapSentence } from '../../report/gaps';
import { versionsHtml } from './branches-html';
import type { PageSession } from './context';
import { besideHeadline, blockHeadline, emptyWords, headingTime, headlineOf } from './describe';
import { type Fact, factsOf } from './facts';
import { html, joined, type Markup, NOTHING } from './html';
import { besidesOf } from './in-place';
import { nameHtml, numberLink } from './names-html';
import { fileHtml, partsHtml } from './parts-html';
import { type Piece, piecesOf } from './pieces';
import { codeHtml } from './tree-html';

/** One event with its number as an anchor, and what hangs beside it; a message with the blocks it came in. */
export function eventHtml(page: PageSession, turn: Turn, prefix: string): Markup {
  const { event, blocks } = turn;
  const { words, rest, at } = piecesOf(turn);
  const said = { at, trust: page.trust(event) };
  const body = bodyHtml(page, event, prefix, blocks.length > 0);
  const lead = joined(
    words.map((each) => html`<div id="${prefix}${place(page.shown, each.id)}">${wordsHtml(page, each, prefix)}</div>`),
  );
  return html`<article class="event ${classOf(event)}" id="${prefix}${place(page.shown, event.id)}">
${versionsHtml(page, event, prefix)}
${foldable(page, [event, ...words], prefix, { headline: headlineOf(event), ...said, body: html`${lead}${body}` })}
${besidesHtml(page, event, prefix)}
${rest.map((piece) => pieceHtml(page, piece, prefix, said))}
</article>
`;
}

/** Blocks of a message. What the message's heading says already is not said again. */
function pieceHtml(page: PageSession, piece: Piece, prefix: string, said: Said): Markup {
  const [block, ...others] = piece;
  const at = headingTime(block);
  const trust = page.trust(block);
  const own = { at: momentWords(at) === momentWords(said.at) ? null : at, trust: trust === said.trust ? null : trust };
  const body = bodyHtml(page, block, prefix);
  return html`<div class="block${block.kind === 'message' ? '' : ' of-work'}" id="${prefix}${place(page.shown, block.id)}">
${foldable(page, piece, prefix, { headline: blockHeadline(block), ...own, body })}
${besidesHtml(page, block, prefix)}
${others.map((each) => html`<div id="${prefix}${place(page.shown, each.id)}">${wordsHtml(page, each, prefix)}</div>`)}
</div>
`;
}

const wordsHtml = (page: PageSession, event: Event, prefix: string): Markup =>
  html`${bodyHtml(page, event, prefix)}${besidesHtml(page, event, prefix)}`;

/** An event under its headline, folded where a reader opens it if they want to. */
function foldable(
  page: PageSession,
  events: Piece,
  prefix: string,
  { body, ...said }: Said & { readonly headline: string; readonly body: Markup },
): Markup {
  const isFolded = FOLDED.has(events[0].kind) && body.markup !== '';
  const who = whoHtml(page, events, isFolded ? null : prefix, said);
  return isFolded
    ? html`<details><summary>${who}</summary>${body}</details>`
    : html`<p class="byline">${who}</p>${body}`;
}

interface Said {
  readonly at: string | null;
  readonly trust: string | null;
}

/** Who or what, numbers and time. No link (`prefix` null) inside what opens and closes by a click. */
function whoHtml(
  page: PageSession,
  events: Piece,
  prefix: string | null,
  { headline, at, trust }: Said & { readonly headline: string },
): Markup {
  const numbers = events.map(({ id }) => {
    const number = place(page.shown, id);
    return prefix === null ? html`<span class="number">${number}</span>` : numberLink(prefix, number);
  });
  return html`<b>${nameHtml(headline)}</b> ${joined(numbers, ' ')} ${timeHtml(at)} ${trustHtml(trust)}${previewOf(events[0])}`;
}

function besidesHtml(page: PageSession, event: Event, prefix: string): Markup {
  const beside = besidesOf(page, event);
  return beside.length === 0
    ? NOTHING
    : html`<div class="beside">${beside.map((each) => besideHtml(page, each, prefix))}</div>`;
}

/** Kinds that a reader opens when they want to know how an answer came about. */
const FOLDED: ReadonlySet<string> = new Set([
  'reasoning',
  'tool.call',
  'tool.result',
  'config',
  'context.edit',
  'unknown',
]);

const PREVIEW = 90;

/** What a tool was given, in a few words, to be seen without opening it. */
function previewOf(event: Event): Markup {
  if (event.kind !== 'tool.call') return NOTHING;
  const { input, inputText } = event.body;
  const given = inputText ?? (typeof input === 'string' ? input : input === undefined ? '' : jsonText(input));
  return given === ''
    ? NOTHING
    : html` <span class="quiet preview"><bdi>${clipped(withoutMarks(given), PREVIEW)}</bdi></span>`;
}

function besideHtml(page: PageSession, event: Event, prefix: string): Markup {
  const number = place(page.shown, event.id);
  return html`<div id="${prefix}${number}"><span class="quiet">${nameHtml(besideHeadline(page.view, event))}</span> ${numberLink(prefix, number)}${bodyHtml(page, event, prefix)}</div>`;
}

function classOf(event: Event): string {
  if (event.kind !== 'message') return 'of-work';
  return `of-${event.body.role}${event.body.hidden ? ' hidden' : ''}`;
}

function timeHtml(at: string | null): Markup {
  return at === null ? NOTHING : html`<time datetime="${at}">${momentInWords(at)}</time>`;
}

const momentWords = (at: string | null): string => (at === null ? '' : momentInWords(at));

function trustHtml(trust: string | null): Markup {
  return trust === null ? NOTHING : html`<span class="quiet">${trust}</span>`;
}

function bodyHtml(page: PageSession, event: Event, prefix: string, hasMore = false): Markup {
  const facts = factsOf(page.shown, event);
  const short = facts.filter(({ block }) => block === undefined);
  const parts = partsHtml(page, event, prefix);
  const file = event.kind === 'artifact' ? fileHtml(page, event) : event.kind === 'gap' ? gapHtml(event) : NOTHING;
  const isEmpty = parts.markup === '' && (event.kind === 'message' || (file.markup === '' && facts.length === 0));
  const empty = isEmpty && !hasMore ? emptyWords(event) : null;
  const content = empty === null ? parts : html`<p class="quiet">${empty}</p>`;
  return html`${content}${file}${short.length === 0 ? NOTHING : html`<dl>${short.map(factRow)}</dl>`}${facts.map(factBlock)}`;
}

const gapHtml = (gap: Event<'gap'>): Markup => html`<p class="missing">${nameHtml(sentence(gapSentence(gap)))}</p>`;

const factRow = ({ label, value, isTheirs }: Fact): Markup =>
  html`<dt>${isTheirs ? html`<code>${shownName(label)}</code>` : nameHtml(label)}</dt><dd>${nameHtml(value)}</dd>`;

const factBlock = ({ label, value, block }: Fact): Markup =>
  block === undefined ? NOTHING : codeHtml(withoutMarks(value), block === '' ? label : `${label}, ${block}`, block);
