import { bibliography } from '../../archive/pages/bibliography';
import type { Shown } from '../../handoff/shown';
import { t } from '../../platform/strings';
import type { NumberedSource } from '../../projection/sources';
import { type AroundProps, Gradual } from '../gradual';
import { save } from '../save';
import { citingEvents } from './citing';
import { KeepPages } from './keep-pages';
import { NumberRef } from './number-ref';
import { useReading } from './reading';
import { Source } from './source';
import { SourceCopy } from './source-copy';

/** Sources that are added at a time. */
const STEP = 40;

/** All sources of a session, numbered, with the passages that were kept and who supplied each. */
export function Sources() {
  const { shown, pages } = useReading();
  const citing = citingEvents(shown);
  const render = (source: NumberedSource) => (
    <li key={source.number} class="source" id={`source-${source.number}`} tabIndex={-1}>
      <div class="about">
        <Source source={source} />
        <SourceCopy source={source} />
        <CitedAt events={citing.get(source.number) ?? []} />
      </div>
    </li>
  );
  return (
    <section class="sources" aria-labelledby="sources-title">
      <div>
        <h3 id="sources-title">{t('reader_sources')}</h3>
        <div class="row">
          <button type="button" onClick={() => saveAs(shown, 'ris')}>
            {t('sources_ris')}
          </button>
          <button type="button" onClick={() => saveAs(shown, 'csl')}>
            {t('sources_csl')}
          </button>
        </div>
        <div>
          {pages && <KeepPages sources={shown.sources} doors={pages} />}
          <Gradual items={shown.sources} keyOf={numberOf} render={render} around={OneList} step={STEP} />
        </div>
      </div>
    </section>
  );
}

const FORMS = { ris: 'sources.ris', csl: 'sources.json' } as const;

/** The bibliography as a file of its own: the same as in an archive. */
function saveAs({ sources }: Shown, form: 'ris' | 'csl'): void {
  const written = bibliography(sources);
  if (written) save(written[form], FORMS[form]);
}

const OneList = ({ make, from }: AroundProps) => (
  <ol class="stretch" start={from + 1}>
    {make()}
  </ol>
);

const numberOf = ({ number }: NumberedSource): string => String(number);

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
