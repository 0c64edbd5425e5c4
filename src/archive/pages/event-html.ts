import { clipped, shownName, withoutMarks } from '../../handoff/marks';
import { place } from '../../handoff/shown';
import { momentInWords } from '../../lib/time';
import type { Event } from '../../model/event';
import type { PageSession } from './context';
import { emptyWords, headingTime, headlineOf } from './describe';
import { type Fact, factsOf } from './facts';
import { html, type Markup, NOTHING } from './html';
import { nameHtml } from './names-html';
import { fileHtml, partsHtml } from './parts-html';
import { codeHtml } from './text-blocks';

/** One event with its number as an anchor, and what hangs beside it. */
export function eventHtml(page: PageSession, event: Event, prefix: string): Markup {
  const beside = page.outline().beside.get(event.id) ?? [];
  const number = place(page.shown, event.id);
  const body = bodyHtml(page, event, prefix);
  const isFolded = FOLDED.has(event.kind) && body.markup !== '';
  // no link inside what opens and closes by a click
  const shown = isFolded ? html`<span class="number">${number}</span>` : numberLink(prefix, number);
  const who = html`<b>${nameHtml(headlineOf(event))}</b> ${shown} ${timeHtml(event)} ${trustHtml(page.trust(event))}${previewOf(page, event)}`;
  return html`<article class="event ${classOf(event)}" id="${prefix}${number}">
${isFolded ? html`<details><summary>${who}</summary>${body}</details>` : html`<p class="who">${who}</p>${body}`}
${beside.length === 0 ? NOTHING : html`<div class="beside">${beside.map((each) => besideHtml(page, each, prefix))}</div>`}
</article>
`;
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
function previewOf({ shown }: PageSession, event: Event): Markup {
  if (event.kind !== 'tool.call') return NOTHING;
  const [input] = factsOf(shown, event).filter(({ label }) => label === 'Input');
  return input
    ? html` <span class="soft preview"><bdi>${clipped(withoutMarks(input.value), PREVIEW)}</bdi></span>`
    : NOTHING;
}

function besideHtml(page: PageSession, event: Event, prefix: string): Markup {
  const number = place(page.shown, event.id);
  return html`<div id="${prefix}${number}"><span class="soft">${nameHtml(headlineOf(event))}</span> ${numberLink(prefix, number)}${bodyHtml(page, event, prefix)}</div>`;
}

const numberLink = (prefix: string, number: string): Markup =>
  html`<a class="number" href="#${prefix}${number}">${number}</a>`;

function classOf(event: Event): string {
  if (event.kind !== 'message') return 'work';
  return `${event.body.role}${event.body.hidden ? ' hidden' : ''}`;
}

function timeHtml(event: Event): Markup {
  const at = headingTime(event);
  return at === null ? NOTHING : html`<time datetime="${at}">${momentInWords(at)}</time>`;
}

function trustHtml(trust: string | null): Markup {
  return trust === null ? NOTHING : html`<span class="soft">${trust}</span>`;
}

function bodyHtml(page: PageSession, event: Event, prefix: string): Markup {
  const facts = factsOf(page.shown, event);
  const short = facts.filter(({ block }) => block === undefined);
  const parts = partsHtml(page, event, prefix);
  const file = event.kind === 'artifact' ? fileHtml(page, event) : NOTHING;
  const isEmpty = parts.markup === '' && (event.kind === 'message' || (file.markup === '' && facts.length === 0));
  const empty = isEmpty ? emptyWords(event) : null;
  const content = empty === null ? parts : html`<p class="soft">${empty}</p>`;
  return html`${content}${file}${short.length === 0 ? NOTHING : html`<dl>${short.map(factRow)}</dl>`}${facts.map(factBlock)}`;
}

const factRow = ({ label, value, isTheirs }: Fact): Markup =>
  html`<dt>${isTheirs ? html`<code>${shownName(label)}</code>` : nameHtml(label)}</dt><dd>${nameHtml(value)}</dd>`;

const factBlock = ({ label, value, block }: Fact): Markup =>
  block === undefined ? NOTHING : codeHtml(withoutMarks(value), block === '' ? label : `${label}, ${block}`);
