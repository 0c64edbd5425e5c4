import { ICONS, type IconName } from '../look/icons';

/** An icon beside the words that say the same, or in a button that has a name: nobody hears it. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
    <path d={ICONS[name]} />
  </svg>
);
