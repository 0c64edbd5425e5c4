import { numberOf } from '../../projection/view';
import { bringIntoView } from './into-view';
import { chainedAt } from './path';
import { useReading } from './reading';

/** The page's address with the number at its end: opens this session at this event. */
export const addressOf = (number: string): string => `${location.hash.split('/')[0] || '#'}/${number}`;

/** The whole address of an event of the session that is open, without what the list is asked for. */
export const linkTo = (number: string): string => `${location.origin}${location.pathname}${addressOf(number)}`;

/** The number of an event that stands elsewhere: leads there, on whatever branch it is. What belongs to no place is only named. */
export function NumberRef({ id }: { id: string }) {
  const { shown } = useReading();
  const number = numberOf(shown.view, id);
  if (chainedAt(shown.view, id) === null) return <span class="number">{number}</span>;
  const href = addressOf(number);
  // an address that the page has already leads nowhere by itself
  const again = (): void => void (location.hash === href && bringIntoView(() => document.getElementById(number)));
  return (
    <a class="number" href={href} onClick={again}>
      {number}
    </a>
  );
}
