import { ICONS, type IconName } from '../../look/icons';
import { html, type Markup } from './html';

/** An icon beside the words that say the same: nobody hears it. */
export const iconHtml = (name: IconName): Markup =>
  html`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d="${ICONS[name]}"></path></svg>`;
