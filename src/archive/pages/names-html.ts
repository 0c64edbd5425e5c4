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
