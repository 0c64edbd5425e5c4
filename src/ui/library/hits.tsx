import { t } from '../../platform/strings';
import { count } from '../format';
import type { Found } from '../search/search-logs';

/** The places of a session at which something was found: each opens it there. */
export function Hits({ found: { session, hits, count: all } }: { found: Found }) {
  const more = all - hits.length;
  return (
    <ol class="hits">
      {hits.map(({ number, snippet: { before, hit, after } }) => (
        <li key={number}>
          <a href={`#${session}/${number}`}>
            <span class="number">{number}</span>{' '}
            <bdi>
              {before}
              <mark>{hit}</mark>
              {after}
            </bdi>
          </a>
        </li>
      ))}
      {more > 0 && <li class="quiet">{t('search_more', count(more))}</li>}
    </ol>
  );
}
