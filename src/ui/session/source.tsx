import { clipped, seenName, shownName, withoutMarks } from '../../handoff/marks';
import { isLogTime } from '../../lib/time';
import { type MessageKey, t } from '../../platform/strings';
import type { Finding, NumberedSource } from '../../projection/sources';
import { Fold } from '../fold';
import { day } from '../format';
import { OutsideLink } from '../link';
import { PassageStanding, Quotes, Standing } from './standing';

const ORIGINS: Readonly<Record<string, MessageKey>> = {
  provider: 'source_from_provider',
  page: 'source_from_page',
  refetch: 'source_from_refetch',
  user: 'source_from_user',
};

/** Of so many searches that found a source each is named. */
const MOST_FOUND = 5;

/** By which search a source was found, and as which of its hits. */
function foundBy({ query, rank }: Finding): string {
  const by = query === null ? null : clipped(query, 120);
  if (by === null) return t('source_hit', rank ?? '');
  return rank === null ? t('source_found', by) : t('source_hit_of', rank, by);
}

/**
 * One source: where it leads, what is known of it, whether our copy has its passages, and each with who supplied it.
 * @param of quotations of these events only
 */
export function Source({ source, of }: { source: NumberedSource; of?: ReadonlySet<string> }) {
  const { url, title, site, published, passages, found, cited } = source;
  const named = seenName(title, url);
  const on = published !== null && isLogTime(published) ? day(published) : published;
  const about = [site, on, cited ? null : t('source_not_cited')].filter((each) => each !== null);
  return (
    <>
      <OutsideLink address={url}>{named === null ? t('source_unnamed') : shownName(named)}</OutsideLink>{' '}
      {about.length > 0 && (
        <span class="quiet">
          <bdi>{about.map(shownName).join(' · ')}</bdi>
        </span>
      )}
      <Standing source={source} />
      {found.length > 0 && (
        <p class="quiet">
          <bdi>{found.slice(0, MOST_FOUND).map(foundBy).join(' · ')}</bdi>
        </p>
      )}
      {passages.length > 0 && (
        <Fold title={t('source_passages', passages.length)}>
          {() =>
            passages.map(({ text, origin }) => (
              <blockquote key={`${origin}\n${text}`} class="text" dir="auto">
                {withoutMarks(text)}
                <footer class="quiet">
                  {t(ORIGINS[origin] ?? 'source_from_unknown')}
                  <PassageStanding source={source} passage={text} />
                </footer>
              </blockquote>
            ))
          }
        </Fold>
      )}
      <Quotes source={source} {...(of ? { of } : {})} />
    </>
  );
}
