import { useCallback, useEffect, useState } from 'preact/hooks';
import type { Durability } from '../platform/durability';
import { t } from '../platform/strings';
import { RESERVE } from '../store/care';
import type { Database } from '../store/database';
import { forgetLoss, type Loss, lossOf, watchLoss } from '../store/loss';
import { count, size } from './format';

/** What the browser says of our storage, asked again whenever `changed` differs; null while it says nothing. */
export function useStorage(ask: () => Promise<Durability>, changed: unknown): Durability | null {
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
  return storage;
}

/** A sentence where so little is left that nothing new is kept; else null. */
export function lowWords(storage: Durability | null): string | null {
  if (storage?.used == null || storage.quota === null) return null;
  const left = Math.max(0, storage.quota - storage.used);
  return left < RESERVE ? t('storage_low', size(left), size(RESERVE)) : null;
}

/** From this share of what the browser allows on, it is said. */
const NEARLY = 0.8;

/** A sentence before there is too little room, while there is still time; else null. */
export function nearlyWords({ used, quota }: Durability): string | null {
  const share = used === null || !quota ? 0 : Math.min(1, used / quota);
  return share > NEARLY ? t('storage_nearly', count(Math.round(share * 100))) : null;
}

/** What the browser has lost of what was kept here, as soon as it is known, and the way to say that one has heard of it. */
export function useLoss(db: Database): { readonly loss: Loss | null; readonly hear: () => void } {
  const [loss, setLoss] = useState<Loss | null>(null);
  useEffect(() => {
    let gone = false;
    const look = (): void => {
      lossOf(db)
        .then((found) => !gone && setLoss(found))
        .catch(() => undefined); // what keeps this from being read is said where the sessions are
    };
    look();
    const end = watchLoss(db, look);
    return () => {
      gone = true;
      end();
    };
  }, [db]);
  const hear = useCallback(() => {
    setLoss(null);
    forgetLoss(db).catch(() => undefined); // it is said again the next time
  }, [db]);
  return { loss, hear };
}

/** What was lost, in words, and what to do; null for no loss. */
export const lossWords = (loss: Loss | null): string | null => loss && t('storage_lost', count(loss.sessions));
