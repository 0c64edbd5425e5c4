import { shownName } from '../../handoff/marks';
import { html, type Markup } from './html';

/** A name or title that somebody else chose: everything in it can be seen, and it turns nothing around it. */
export function nameHtml(name: string, where: 'element' | 'text' = 'element'): Markup {
  const shown = shownName(name);
  return where === 'text' ? html`${shown}` : html`<bdi>${shown}</bdi>`;
}

/** The heading of a part of a session: one step lower where the page holds several. `prefix` is that of its anchors. */
export const partHeading = (prefix: string, id: string, words: Markup | string): Markup =>
  prefix === '' ? html`<h2 id="${id}">${words}</h2>` : html`<h3 id="${prefix}${id}">${words}</h3>`;

/** The number of an event where it stands, as a link to itself. */
export const numberLink = (prefix: string, number: string): Markup =>
  html`<a class="number" href="#${prefix}${number}">${number}</a>`;

/** The number of an event where something else speaks of it. */
export const referenceLink = (prefix: string, number: string): Markup =>
  html`<a class="reference" href="#${prefix}${number}">${number}</a>`;
