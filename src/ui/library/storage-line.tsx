import type { Durability } from '../../platform/durability';
import { t } from '../../platform/strings';
import { size } from '../format';
import { lowWords, nearlyWords, useStorage } from '../storage';

interface StorageLineProps {
  readonly ask: () => Promise<Durability>;
  /** Differs whenever it is worth asking again. */
  readonly changed: unknown;
}

/** Where everything is kept, how much it is, how safe it is there, and whether there is room for more. */
export function StorageLine({ ask, changed }: StorageLineProps) {
  const storage = useStorage(ask, changed);
  if (!storage) return null;
  const low = lowWords(storage) ?? nearlyWords(storage);
  return (
    <div class="foot stack">
      {low !== null && <p class="say careful">{low}</p>}
      <p class="quiet">
        {storage.used !== null && t('library_storage', size(storage.used))}{' '}
        {t(storage.persisted ? 'kept_here_safe' : 'kept_here')}
        {low !== null && (
          <>
            {' '}
            <a href="#storage">{t('storage_title')}</a>
          </>
        )}
      </p>
    </div>
  );
}
