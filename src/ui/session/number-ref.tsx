import { numberOf } from '../../projection/view';
import { bringIntoView } from '../into-view';
import { hashOf } from '../place';
import { chainedAt } from './path';
import { useReading } from './reading';

/** The whole address of a place of this page, without what the list is asked for. */
export const linkTo = (hash: string): string => `${location.origin}${location.pathname}${hash}`;

/** The number of an event that stands elsewhere: leads there, on whatever branch it is. What belongs to no place is only named. */
export function NumberRef({ id }: { id: string }) {
  const { shown, session } = useReading();
  const number = numberOf(shown.view, id);
  if (chainedAt(shown.view, id) === null) return <span class="number">{number}</span>;
  const href = hashOf(session, number);
  // an address that the page has already leads nowhere by itself
  const again = (): void => void (location.hash === href && bringIntoView(() => document.getElementById(number)));
  return (
    <a class="number" href={href} onClick={again}>
      {number}
    </a>
  );
}
