import { useState } from 'preact/hooks';
import { shownName } from '../../handoff/marks';
import { POINTED } from '../../handoff/pointer';
import { fromBase64 } from '../../lib/bytes';
import { type HandedFile, isPlaceable } from '../../messages/compose';
import { t } from '../../platform/strings';
import type { Site } from '../../providers/contract';
import { sites } from '../../providers/sites';
import { count } from '../format';
import { Icon } from '../icon';
import { save } from '../save';
import { errorSentence } from '../sentences';
import { CopyButton } from '../session/copy-button';
import { Outcome } from './outcome';
import { type PlaceDoors, usePlaceDoors, useWaiting } from './waiting-doors';

interface PlaceInProps {
  readonly title: string;
  readonly text: string;
  /** What may go along: the person picks. */
  readonly files: readonly HandedFile[];
  /** False while it is being looked for what should not go along. */
  readonly isReady: boolean;
  /** The bytes kept under a hash, or null. */
  readonly bytesOf: (hash: string) => Promise<Uint8Array<ArrayBuffer> | null>;
}

/** Where a handoff waits to be placed: under which number, and what is to be done now. */
interface Asked {
  readonly waiting: string;
  readonly words: string;
  /** The text that waits. */
  readonly text: string;
}

/** The ways into another chat's composer: a site that is opened, or a tab that is open; and the same by hand. */
export function PlaceIn(props: PlaceInProps) {
  const doors = usePlaceDoors();
  const [picked, pick] = useState<ReadonlySet<HandedFile>>(new Set());
  const files = props.files.filter((file) => picked.has(file));
  const fits = isPlaceable(props.text, files);
  return (
    <section class="stack" aria-labelledby="place-title">
      <h3 id="place-title">{t('place_title')}</h3>
      <p class="quiet">{t('place_words')}</p>
      <Along files={props.files} picked={picked} pick={pick} />
      {!fits && <p class="say careful">{t('place_too_large')}</p>}
      {fits && doors && <Sites {...props} files={files} doors={doors} />}
      <ByHand {...props} files={files} />
    </section>
  );
}

interface AlongProps {
  readonly files: readonly HandedFile[];
  readonly picked: ReadonlySet<HandedFile>;
  readonly pick: (picked: ReadonlySet<HandedFile>) => void;
}

/** The files that the person wants to take along: none at first, since they leave as they are. */
function Along({ files, picked, pick }: AlongProps) {
  if (files.length === 0) return null;
  const turn = (file: HandedFile): void => {
    const next = new Set(picked);
    if (!next.delete(file)) next.add(file);
    pick(next);
  };
  return (
    <fieldset>
      <legend>{t('place_files', count(files.length))}</legend>
      <ul class="along">
        {files.map((file) => (
          <li key={JSON.stringify(file.bytes)}>
            <label class="row">
              <input type="checkbox" checked={picked.has(file)} onChange={() => turn(file)} />
              <bdi>{shownName(file.name)}</bdi>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

function Sites({ title, text, files, isReady, doors }: PlaceInProps & { readonly doors: PlaceDoors }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const waiting = useWaiting(doors);
  const outcome = asked && waiting?.id === asked.waiting ? waiting.outcome : null;
  const ask = (site: Pick<Site, 'id' | 'name'> | null): void => {
    setTrouble(null);
    doors.send('compose.wait', { title: title.slice(0, 1000), text, files: [...files], site: site?.id ?? null }).then(
      ({ waiting: id, byItself }) => setAsked({ waiting: id, words: whatNow(site?.name ?? null, byItself), text }),
      (error) => setTrouble(errorSentence(error)),
    );
  };
  return (
    <>
      <div class="row">
        {WITH_COMPOSER.map((site) => (
          <button key={site.id} type="button" disabled={!isReady} onClick={() => ask(site)}>
            <Icon name="next" />
            {t('place_in', site.name)}
          </button>
        ))}
        <button type="button" disabled={!isReady} onClick={() => ask(null)}>
          {t('place_in_open_tab')}
        </button>
      </div>
      <div class="stack" role="status">
        {trouble !== null && <p class="say bad">{trouble}</p>}
        {outcome ? <Outcome outcome={outcome} /> : asked && <p class="say careful">{asked.words}</p>}
        {!outcome && asked && isReady && asked.text !== text && <p class="say careful">{t('place_older')}</p>}
      </div>
    </>
  );
}

const WITH_COMPOSER = sites.filter(({ composer }) => composer !== undefined);

function whatNow(name: string | null, byItself: boolean): string {
  if (name === null) return t('place_waits_open_tab');
  return byItself ? t('place_by_itself', name) : t('place_waits', name);
}

/** What always works: the text in the clipboard, and everything as files. */
function ByHand({ text, files, isReady, bytesOf }: PlaceInProps) {
  const [lost, setLost] = useState<readonly string[]>([]);
  const saveAll = (): void => {
    save(text, POINTED);
    Promise.all(files.map(async (file) => ({ file, bytes: await bytesIn(file, bytesOf) }))).then(
      (found) => {
        for (const { file, bytes } of found) if (bytes) save(bytes, file.name);
        setLost(found.flatMap(({ file, bytes }) => (bytes ? [] : [file.name])));
      },
      () => setLost(files.map(({ name }) => name)),
    );
  };
  if (!isReady) return null;
  return (
    <div class="stack">
      <div class="row">
        <CopyButton label={t('place_copy')} text={() => text} />
        <button type="button" class="plain copy" onClick={saveAll}>
          <Icon name="export" />
          {t('place_save')}
        </button>
      </div>
      <div role="status">
        {lost.length > 0 && <p class="say bad">{t('place_not_saved', lost.map(shownName).join(', '))}</p>}
      </div>
    </div>
  );
}

async function bytesIn(
  { bytes }: HandedFile,
  bytesOf: PlaceInProps['bytesOf'],
): Promise<Uint8Array<ArrayBuffer> | null> {
  return 'base64' in bytes ? fromBase64(bytes.base64) : bytesOf(bytes.artifact);
}
