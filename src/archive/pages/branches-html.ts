import { place } from '../../handoff/shown';
import { counted } from '../../lib/text';
import type { Event } from '../../model/event';
import { pictureOf, type TreeRow, treeOf } from '../../projection/branch-lines';
import type { PageSession } from './context';
import { stretchName } from './describe';
import { html, joined, type Markup, NOTHING } from './html';
import { nameHtml, referenceLink } from './names-html';
import type { Stretch } from './outline';

/** Where a stretch of a session begins on the page. `index`: its place in the outline. */
export const stretchAnchor = (prefix: string, index: number): string => `${prefix}branch-${index + 1}`;

/** All branches as a small picture, and as a list of links beside it, row by row; nothing where there is one. */
export function branchesHtml(page: PageSession, prefix: string): Markup {
  const { stretches } = page.outline();
  if (stretches.length < 2) return NOTHING;
  const rows = treeOf(
    page.view,
    stretches.map(({ leaf }) => leaf),
  );
  const byLeaf = new Map(stretches.map((stretch, index) => [stretch.leaf, { stretch, index }]));
  const inPicture = new Set(rows.map(({ leaf }) => leaf));
  const rest = stretches.filter(({ leaf }) => !inPicture.has(leaf)).map(({ leaf }) => leaf);
  const items = (leaves: readonly string[]): Markup[] =>
    leaves.flatMap((leaf) => {
      const found = byLeaf.get(leaf);
      return found ? itemHtml(page, found.stretch, stretchAnchor(prefix, found.index)) : [];
    });
  const list = items(rows.map(({ leaf }) => leaf));
  return html`<div class="tree">${treePicture(rows)}<ol>${list}</ol></div>${rest.length === 0 ? NOTHING : html`<ul class="other-branches">${items(rest)}</ul>`}`;
}

function itemHtml({ shown }: PageSession, stretch: Stretch, anchor: string): Markup {
  const current = stretch.active ? html` class="here"` : NOTHING;
  return html`<li${current}><a href="#${anchor}">${nameHtml(stretchName(shown, stretch))}</a> <span class="quiet">${counted(eventsIn(stretch), 'event')}</span></li>`;
}

const eventsIn = ({ turns }: Stretch): number => turns.reduce((sum, { blocks }) => sum + 1 + blocks.length, 0);

/** Height of a row, as in the style sheet; 16 are the size of letters. */
const GRID = { row: 28, step: 16, widest: 112 };

/** The list beside it says the same in words. */
function treePicture(rows: readonly TreeRow[]): Markup {
  const { width, height, lines } = pictureOf(rows, GRID);
  const drawn = lines.map(
    ({ path, x, y }, at) =>
      html`<g${at === 0 ? html` class="here"` : NOTHING}><path d="${path}"></path><circle cx="${x}" cy="${y}" r="${at === 0 ? 4.5 : 3}"></circle></g>`,
  );
  return html`<svg width="${width / 16}rem" height="${height / 16}rem" viewBox="0 0 ${width} ${height}" aria-hidden="true">${drawn}</svg>`;
}

/** Where a conversation could go on in several ways: which of them this is, and the way to its neighbours. */
export function versionsHtml(page: PageSession, event: Event, prefix: string): Markup {
  const versions = page.outline().versions.get(event.id);
  if (!versions) return NOTHING;
  const at = versions.indexOf(event.id);
  const link = (label: string, id: string | undefined): Markup[] =>
    id === undefined ? [] : [html`${label} ${referenceLink(prefix, place(page.shown, id))}`];
  const ways = [...link('the one before:', versions[at - 1]), ...link('the next:', versions[at + 1])];
  return html`<p class="versions quiet">Version ${at + 1} of ${versions.length}, ${joined(ways, ', ')}</p>`;
}
