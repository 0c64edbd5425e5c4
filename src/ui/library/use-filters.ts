import { useCallback, useEffect, useState } from 'preact/hooks';
import { EVERYTHING, type Filters, filtersIn, queryOf } from './filters';

/** How long typing has to rest before the address says what was typed, in milliseconds: browsers count such changes. */
const REST = 300;

/** What the list is asked for, as the address says it, and how it is changed. Words typed one after the other are one step back. */
export function useFilters(): readonly [Filters, (change: Partial<Filters>) => void] {
  const [filters, setFilters] = useState(() => filtersIn(location.search));
  useEffect(() => {
    const follow = (): void => setFilters(filtersIn(location.search));
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, []);
  useEffect(() => {
    const said = filtersIn(location.search);
    if (queryOf(said) === queryOf(filters)) return;
    const isTyping = said.text !== '' && filters.text !== '' && said.text !== filters.text;
    const timer = setTimeout(() => sayInAddress(filters, isTyping), said.text === filters.text ? 0 : REST);
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
