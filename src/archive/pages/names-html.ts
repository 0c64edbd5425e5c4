import { shownName } from '../../handoff/marks';
import { html, type Markup } from './html';

/** A name or title that somebody else chose: everything in it can be seen, and it turns nothing around it. */
export function nameHtml(name: string, where: 'element' | 'text' = 'element'): Markup {
  const shown = shownName(name);
  return where === 'text' ? html`${shown}` : html`<bdi>${shown}</bdi>`;
}
