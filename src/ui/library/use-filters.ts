import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { EVERYTHING, type Filters, filtersIn, queryOf } from './filters';

/** How long typing has to rest before the address says what was typed, in milliseconds: browsers count such changes. */
const REST = 300;

/** What the list is asked for, as the address says it, and how it is changed. Words typed one after the other are one step back. */
export function useFilters(): readonly [Filters, (change: Partial<Filters>) => void] {
  const [filters, setFilters] = useState(() => filtersIn(location.search));
  /** The part of the address that is known: following a link inside the page says nothing new. */
  const known = useRef(location.search);
  useEffect(() => {
    const follow = (): void => {
      if (location.search === known.current) return;
      known.current = location.search;
      setFilters(filtersIn(location.search));
    };
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, []);
  useEffect(() => {
    const said = filtersIn(location.search);
    if (queryOf(said) === queryOf(filters)) return;
    const isTyping = said.text !== '' && filters.text !== '' && said.text !== filters.text;
    const say = (): void => {
      sayInAddress(filters, isTyping);
      known.current = location.search;
    };
    const timer = setTimeout(say, said.text === filters.text ? 0 : REST);
    return () => clearTimeout(timer);
  }, [filters]);
  const change = useCallback((part: Partial<Filters>): void => setFilters((before) => ({ ...before, ...part })), []);
  return [filters, change];
}

function sayInAddress(filters: Filters, isTyping: boolean): void {
  const address = `${location.pathname}${queryOf(filters)}${location.hash}`;
  if (isTyping) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
}

/** Everything again, the words kept. */
export const unfiltered = ({ text, sort }: Filters): Filters => ({ ...EVERYTHING, text, sort });
