import { useMemo } from 'preact/hooks';
import { citedNumbers } from '../../handoff/cited';
import { shownName, withoutMarks } from '../../handoff/marks';
import type { Shown } from '../../handoff/shown';
import { isLogTime } from '../../lib/time';
import { type MessageKey, t } from '../../platform/strings';
import { type NumberedSource, partsOf } from '../../projection/sources';
import { Fold } from '../fold';
import { day } from '../format';
import { OutsideLink } from '../link';
import { NumberRef } from './number-ref';
import { useReading } from './reading';

const ORIGINS: Readonly<Record<string, MessageKey>> = {
  provider: 'source_from_provider',
  page: 'source_from_page',
  refetch: 'source_from_refetch',
  user: 'source_from_user',
};

/** All sources of a session, numbered, with the passages that were kept and who supplied each. */
export function Sources() {
  const { shown } = useReading();
  const citing = useMemo(() => citingEvents(shown), [shown]);
  return (
    <section class="sources" aria-labelledby="sources-title">
      <div>
        <h3 id="sources-title">{t('reader_sources')}</h3>
        <ol>
          {shown.sources.map((source) => (
            <li key={source.number} class="source" id={`source-${source.number}`} tabIndex={-1}>
              <Source source={source} />
              <CitedAt events={citing.get(source.number) ?? []} />
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

/** Events that cite each source, by its number. */
function citingEvents(shown: Shown): ReadonlyMap<number, readonly string[]> {
  const citing = new Map<number, string[]>();
  for (const event of shown.view.current.values())
    for (const number of new Set(
      partsOf(event).flatMap((part) => (part.type === 'citation' ? citedNumbers(shown, part) : [])),
    )) {
      const list = citing.get(number);
      if (list) list.push(event.id);
      else citing.set(number, [event.id]);
    }
  return citing;
}

/** Places that are named; the rest is counted. */
const NAMED = 12;

/** The way back to the texts that rest on a source. */
function CitedAt({ events }: { events: readonly string[] }) {
  if (events.length === 0) return null;
  const more = events.length - NAMED;
  return (
    <p class="quiet refs">
      {t('source_cited_at')}
      {events.slice(0, NAMED).map((id) => (
        <NumberRef key={id} id={id} />
      ))}
      {more > 0 && <span>{t('list_more', more)}</span>}
    </p>
  );
}

function Source({ source: { url, title, site, published, passages, cited } }: { source: NumberedSource }) {
  const named = title ?? url;
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
      {passages.length > 0 && (
        <Fold title={t('source_passages', passages.length)}>
          {() =>
            passages.map(({ text, origin }) => (
              <blockquote key={`${origin}\n${text}`} class="text" dir="auto">
                {withoutMarks(text)}
                <footer class="quiet">{t(ORIGINS[origin] ?? 'source_from_unknown')}</footer>
              </blockquote>
            ))
          }
        </Fold>
      )}
    </>
  );
}
