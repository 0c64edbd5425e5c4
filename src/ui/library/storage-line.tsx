import { useEffect, useState } from 'preact/hooks';
import type { Durability } from '../../platform/durability';
import { t } from '../../platform/strings';
import { size } from '../format';

interface StorageLineProps {
  readonly ask: () => Promise<Durability>;
  /** Differs whenever it is worth asking again. */
  readonly changed: unknown;
}

/** Where everything is kept, how much it is, and how safe it is there. */
export function StorageLine({ ask, changed }: StorageLineProps) {
  const [storage, setStorage] = useState<Durability | null>(null);
  useEffect(() => {
    let gone = false;
    ask()
      .then((answer) => !gone && setStorage(answer))
      .catch(() => !gone && setStorage(null)); // a browser that does not say: nothing is shown
    return () => {
      gone = true;
    };
  }, [ask, changed]);
  if (!storage) return null;
  return (
    <p class="quiet foot">
      {storage.used !== null && t('library_storage', size(storage.used))}{' '}
      {t(storage.persisted ? 'kept_here_safe' : 'kept_here')}
    </p>
  );
}
