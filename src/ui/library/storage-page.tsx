import { useEffect, useState } from 'preact/hooks';
import { siteName } from '../../handoff/titles';
import { askToKeep } from '../../platform/durability';
import { type MessageKey, t } from '../../platform/strings';
import { USES, type Usage, type Use, usageBySite } from '../../store/usage';
import { count, size } from '../format';
import { errorSentence } from '../sentences';
import { lowWords, nearlyWords, useStorage } from '../storage';
import { CleanUp } from './clean-up';
import type { LibraryDoors } from './doors';

const NAMES: Record<Use, MessageKey> = {
  raw: 'use_raw',
  files: 'use_files',
  pages: 'use_pages',
  logs: 'use_logs',
};

/** What is used of the storage and by what, how safe it is there, and what can be let go of. */
export function StoragePage({ doors }: { doors: LibraryDoors }) {
  const [round, setRound] = useState(0);
  return (
    <div class="stack storage">
      <Room doors={doors} round={round} />
      <Used key={round} doors={doors} />
      <CleanUp doors={doors} onDone={() => setRound((before) => before + 1)} />
    </div>
  );
}

/** How much room there is, and whether the browser may clear it. */
function Room({ doors, round }: { doors: LibraryDoors; round: number }) {
  const [asked, setAsked] = useState(0);
  const [isRefused, setRefused] = useState(false);
  const storage = useStorage(doors.durability, `${round} ${asked}`);
  if (!storage) return null;
  const { used, quota, persisted } = storage;
  const [low, nearly] = [lowWords(storage), nearlyWords(storage)];
  const ask = (): void =>
    void askToKeep().then(
      (kept) => {
        setRefused(!kept);
        setAsked((before) => before + 1);
      },
      () => setRefused(true),
    );
  return (
    <section class="stack">
      <h3>{t('storage_room')}</h3>
      {low !== null && <p class="say bad">{low}</p>}
      {low === null && nearly !== null && <p class="say careful">{nearly}</p>}
      {used !== null && quota !== null && <p>{t('storage_of', size(used), size(quota))}</p>}
      <p>{t(persisted ? 'kept_here_safe' : 'kept_here')}</p>
      {!persisted && (
        <div class="row">
          <button type="button" onClick={ask}>
            {t('storage_ask')}
          </button>
        </div>
      )}
      <p class={isRefused ? 'say' : 'unseen'} role="status">
        {isRefused && t('storage_refused')}
      </p>
    </section>
  );
}

type Counted =
  | { readonly state: 'counting'; readonly done: number; readonly of: number }
  | { readonly state: 'counted'; readonly usage: ReadonlyMap<string, Usage> }
  | { readonly state: 'failed'; readonly sentence: string };

/** What is used by what: bars for the eye, and the same numbers as a table. */
function Used({ doors: { db } }: { doors: LibraryDoors }) {
  const [counted, setCounted] = useState<Counted>({ state: 'counting', done: 0, of: 0 });
  useEffect(() => {
    const stop = new AbortController();
    const tell = (next: Counted): void => {
      if (!stop.signal.aborted) setCounted(next);
    };
    const looked = (done: number, of: number): void => {
      if (done % 20 === 0) tell({ state: 'counting', done, of });
    };
    usageBySite(db, { signal: stop.signal, looked }).then(
      (usage) => tell({ state: 'counted', usage }),
      (error) => tell({ state: 'failed', sentence: errorSentence(error) }),
    );
    return () => stop.abort();
  }, [db]);
  return (
    <section class="stack">
      <h3>{t('storage_used')}</h3>
      {counted.state === 'counting' && (
        <p class="quiet" role="status">
          {t('storage_counting', count(counted.done), count(counted.of))}
        </p>
      )}
      {counted.state === 'failed' && <p class="say bad">{counted.sentence}</p>}
      {counted.state === 'counted' && <Chart usage={counted.usage} />}
    </section>
  );
}

const sumOf = (usage: Usage): number => USES.reduce((sum, use) => sum + usage[use], 0);

function Chart({ usage }: { usage: ReadonlyMap<string, Usage> }) {
  const rows = [...usage].toSorted(([, a], [, b]) => sumOf(b) - sumOf(a));
  const most = rows[0] ? Math.max(1, sumOf(rows[0][1])) : 1;
  if (rows.length === 0) return <p class="quiet">{t('backup_nothing')}</p>;
  return (
    <>
      <ul class="bare legend" aria-hidden="true">
        {USES.map((use) => (
          <li key={use}>
            <span class={`swatch ${use}`} /> {t(NAMES[use])}
          </li>
        ))}
      </ul>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached with the keyboard */}
      <section class="scroll" aria-label={t('storage_used')} tabIndex={0}>
        <table class="usage">
          <caption class="unseen">{t('storage_used')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('filter_site')}</th>
              {USES.map((use) => (
                <th key={use} scope="col">
                  {t(NAMES[use])}
                </th>
              ))}
              <th scope="col">{t('use_all')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([site, each]) => (
              <SiteRow key={site} site={site} usage={each} most={most} />
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

function SiteRow({ site, usage, most }: { site: string; usage: Usage; most: number }) {
  return (
    <tr>
      <th scope="row">
        {siteName(site)}
        <svg class="bars" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
          {USES.map((use, at) => {
            const before = USES.slice(0, at).reduce((sum, each) => sum + usage[each], 0);
            const [x, width] = [(before / most) * 100, (usage[use] / most) * 100];
            return <rect key={use} class={use} x={x} y="0" width={width} height="4" />;
          })}
        </svg>
      </th>
      {USES.map((use) => (
        <td key={use}>{size(usage[use])}</td>
      ))}
      <td>{size(sumOf(usage))}</td>
    </tr>
  );
}
