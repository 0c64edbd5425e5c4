import { useEffect, useState } from 'preact/hooks';
import type { Database } from '../../store/database';
import { readPicture } from '../../store/pictures';
import { Icon } from '../icon';
import { useNear } from './use-near';

/** A kept picture, drawn small once it comes near; a sign where its bytes are none. What it shows is said beside it. */
export function Thumbnail({ db, hash }: { db: Database; hash: string }) {
  const { place, isNear } = useNear<HTMLSpanElement>(true);
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!isNear) return;
    let made: string | null = null;
    let gone = false;
    readPicture(db, hash)
      .then((picture) => {
        if (gone || !picture) return;
        made = URL.createObjectURL(new Blob([picture.bytes], { type: picture.mime }));
        setUrl(made);
      })
      .catch(() => undefined); // the database is closed: the sign stays
    return () => {
      gone = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, [db, hash, isNear]);
  return (
    <span class="thumb" ref={place}>
      {url === null ? <Icon name="image" /> : <img src={url} alt="" decoding="async" onError={() => setUrl(null)} />}
    </span>
  );
}
