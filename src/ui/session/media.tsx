import { useEffect, useState } from 'preact/hooks';
import { seenName, shownName } from '../../handoff/marks';
import { fileIcon } from '../../look/icons';
import { t } from '../../platform/strings';
import { size } from '../format';
import { Icon } from '../icon';
import { Picture } from './picture';
import { useReading } from './reading';

/** Pictures a browser draws from pixels alone; whatever else calls itself an image is offered as a file. */
const PIXELS = /^image\/(png|jpeg|gif|webp|avif|bmp)$/;
const SOUNDS = /^(audio|video)\/[\w.+-]+$/;
/** What a saved file is called by its type: never something that a click would run. */
const BINARY = 'application/octet-stream';

interface Kept {
  readonly url: string;
  readonly bytes: number;
}

/** An object address for kept bytes, given back when it is no longer shown. Null: not kept. Undefined: not yet known. */
function useKept(hash: string | null, type: string): Kept | null | undefined {
  const { bytesOf } = useReading();
  const [kept, setKept] = useState<Kept | null | undefined>(hash === null ? null : undefined);
  useEffect(() => {
    if (hash === null) return setKept(null);
    let made: string | null = null;
    let gone = false;
    bytesOf(hash)
      .then((bytes) => {
        if (gone) return;
        made = bytes && URL.createObjectURL(new Blob([bytes], { type }));
        setKept(bytes && made ? { url: made, bytes: bytes.length } : null);
      })
      .catch(() => !gone && setKept(null)); // the database is closed: shown as not kept until the page is opened again
    return () => {
      gone = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, [hash, type, bytesOf]);
  return kept;
}

export interface MediaProps {
  /** Bare hex, or null: nothing is kept. */
  readonly hash: string | null;
  readonly mime: string | null;
  readonly name: string | null;
  /** What the picture shows, where the site says it. */
  readonly alt?: string | null;
}

/** A picture, a sound or a file out of the store, or a line that says it is not kept. */
export function Media({ hash, mime, name, alt = null }: MediaProps) {
  const type = mime?.toLowerCase() ?? '';
  const shown = PIXELS.test(type) || SOUNDS.test(type);
  const kept = useKept(hash, shown ? type : BINARY);
  const label = shownName(seenName(name) ?? t('reader_file_unnamed'));
  if (kept === undefined) return <p class="quiet">{label}</p>;
  if (kept === null) return <p class="missing">{t('reader_file_missing', label)}</p>;
  return (
    <figure class="media">
      {PIXELS.test(type) && <Picture url={kept.url} alt={alt || name || t('reader_image')} />}
      {type.startsWith('audio/') && <Sound url={kept.url} label={label} />}
      {type.startsWith('video/') && <Film url={kept.url} label={label} />}
      <figcaption>
        <Icon name={fileIcon(mime)} />
        <a href={kept.url} download={label}>
          <bdi>{label}</bdi>
        </a>{' '}
        <span class="quiet">{size(kept.bytes)}</span>
      </figcaption>
    </figure>
  );
}

// A chat has no captions to offer: what was said stands in the message beside it.
const Sound = ({ url, label }: { url: string; label: string }) => (
  // biome-ignore lint/a11y/useMediaCaption: see above
  <audio controls preload="none" src={url} aria-label={label} />
);
const Film = ({ url, label }: { url: string; label: string }) => (
  // biome-ignore lint/a11y/useMediaCaption: see above
  <video class="seen" controls preload="none" src={url} aria-label={label} />
);
