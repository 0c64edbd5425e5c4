import { useEffect, useMemo, useState } from 'preact/hooks';
import { seenName, shownName } from '../../handoff/marks';
import { t } from '../../platform/strings';
import type { NumberedSource } from '../../projection/sources';
import { Dialog } from '../dialog';
import { Fold } from '../fold';
import { count } from '../format';
import { Icon } from '../icon';
import { type AskedPage, askedPages, patternsOf } from './asked-pages';
import type { PageDoors } from './page-doors';

interface KeepPagesProps {
  readonly sources: readonly NumberedSource[];
  readonly doors: PageDoors;
}

/** The way to copies of the pages that a session cites, and back: what was granted for that can be taken away again. */
export function KeepPages({ sources, doors }: KeepPagesProps) {
  const [open, setOpen] = useState(false);
  const pages = useMemo(() => askedPages(sources), [sources]);
  const { granted, look } = useGranted(pages, doors);
  if (pages.length === 0) return null;
  const takeBack = (): void => void doors.giveBack(granted).then(look, look);
  return (
    <div class="row">
      <button type="button" onClick={() => setOpen(true)}>
        <Icon name="import" />
        {t('pages_keep')}
      </button>
      {granted.length > 0 && (
        <button type="button" onClick={takeBack}>
          {t('pages_take_back', count(granted.length))}
        </button>
      )}
      {open && (
        <KeepDialog
          pages={pages}
          granted={granted}
          doors={doors}
          onClose={() => {
            setOpen(false);
            look();
          }}
        />
      )}
    </div>
  );
}

/** Which of the pages' hosts are granted by now. */
function useGranted(pages: readonly AskedPage[], doors: PageDoors) {
  const [granted, setGranted] = useState<readonly string[]>([]);
  const [looks, setLooks] = useState(0);
  useEffect(() => {
    let gone = false;
    doors.granted(patternsOf(pages)).then(
      (found) => gone || setGranted(found),
      () => undefined, // what is granted is not known: nothing is offered back
    );
    return () => {
      gone = true;
    };
  }, [pages, doors, looks]);
  return { granted, look: () => setLooks((before) => before + 1) };
}

interface KeepDialogProps {
  readonly pages: readonly AskedPage[];
  readonly granted: readonly string[];
  readonly doors: PageDoors;
  readonly onClose: () => void;
}

/** Which pages, and which hosts that means; then the browser's own question about exactly those. */
function KeepDialog({ pages, granted, doors, onClose }: KeepDialogProps) {
  const [chosen, choose] = useState<ReadonlySet<string>>(() => new Set(pages.filter(isUsual).map(({ url }) => url)));
  const [back, setBack] = useState(true);
  const [images, setImages] = useState(false);
  const [refused, setRefused] = useState(false);
  const wanted = pages.filter(({ url }) => chosen.has(url));
  const patterns = patternsOf(wanted);
  const hosts = [...new Set(wanted.flatMap(({ pattern, host }) => (pattern === null ? [] : host)))];
  const keep = (): void => {
    // the browser grants only what is asked for first thing in a click
    const asked = doors.request(patterns);
    const fresh = patterns.filter((each) => !granted.includes(each));
    asked.then(
      (yes) => {
        if (!yes) return setRefused(true);
        doors.keep(
          wanted.map(({ url }) => url),
          back ? fresh : [],
          images,
        );
        onClose();
      },
      () => setRefused(true),
    );
  };
  return (
    <Dialog title={t('pages_title')} class="keep-pages" onClose={onClose}>
      <p>{t('pages_words')}</p>
      <Choice pages={pages} chosen={chosen} choose={choose} />
      <Fold title={t('pages_hosts', count(hosts.length))} open>
        {() => (
          <ul class="hosts">
            {hosts.map((host) => (
              <li key={host}>
                <code>{shownName(host)}</code>
              </li>
            ))}
          </ul>
        )}
      </Fold>
      <label class="row">
        <input type="checkbox" checked={images} onChange={({ currentTarget }) => setImages(currentTarget.checked)} />
        {t('pages_images')}
      </label>
      <label class="row">
        <input type="checkbox" checked={back} onChange={({ currentTarget }) => setBack(currentTarget.checked)} />
        {t('pages_give_back')}
      </label>
      <div role="status">{refused && <p class="say careful">{t('pages_not_granted')}</p>}</div>
      <div class="row">
        <button type="button" class="main" disabled={patterns.length === 0} onClick={keep}>
          {t('pages_go', count(wanted.filter(({ pattern }) => pattern !== null).length))}
        </button>
        <button type="button" onClick={onClose}>
          {t('button_cancel')}
        </button>
      </div>
    </Dialog>
  );
}

const isUsual = ({ cited, pattern }: AskedPage): boolean => cited && pattern !== null;

interface ChoiceProps {
  readonly pages: readonly AskedPage[];
  readonly chosen: ReadonlySet<string>;
  readonly choose: (chosen: ReadonlySet<string>) => void;
}

function Choice({ pages, chosen, choose }: ChoiceProps) {
  const allowed = pages.filter(({ pattern }) => pattern !== null);
  const turn = (url: string): void => {
    const next = new Set(chosen);
    if (!next.delete(url)) next.add(url);
    choose(next);
  };
  return (
    <fieldset>
      <legend>{t('pages_choose')}</legend>
      <div class="row">
        <button type="button" class="plain" onClick={() => choose(new Set(allowed.map(({ url }) => url)))}>
          {t('pages_all')}
        </button>
        <button
          type="button"
          class="plain"
          onClick={() => choose(new Set(allowed.filter(isUsual).map(({ url }) => url)))}
        >
          {t('pages_cited')}
        </button>
        <button type="button" class="plain" onClick={() => choose(new Set())}>
          {t('pages_none')}
        </button>
      </div>
      <ul class="pages">
        {pages.map(({ url, title, cited, pattern, host }) => (
          <li key={url}>
            <label>
              <input type="checkbox" checked={chosen.has(url)} disabled={pattern === null} onChange={() => turn(url)} />
              <span>
                <bdi>{shownName(seenName(title, url) ?? url)}</bdi>{' '}
                <span class="quiet">
                  <bdi>{shownName(host)}</bdi>
                  {!cited && ` · ${t('source_not_cited')}`}
                  {pattern === null && ` · ${t('page_refused_address')}`}
                </span>
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
