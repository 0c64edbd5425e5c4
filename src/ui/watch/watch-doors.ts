import { createContext } from 'preact';
import { useCallback, useContext, useEffect, useState } from 'preact/hooks';
import type { Send } from '../../messages/send';
import type { Site } from '../../providers/contract';

/** What turning "keep watching" on and off needs of the world. */
export interface WatchDoors {
  readonly send: Send;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly hasSite: (site: Site) => Promise<boolean>;
  /** Asks the browser for a site: to be called first in a click. */
  readonly requestSite: (site: Site) => Promise<boolean>;
  readonly giveBackHosts: (patterns: readonly string[]) => Promise<void>;
}

const WatchContext = createContext<WatchDoors | null>(null);
export const WatchProvider = WatchContext.Provider;

/** Null where a page is only shown: nothing can be turned on or off there. */
export const useWatchDoors = (): WatchDoors | null => useContext(WatchContext);

/** Whether a site is watched by now (null: not known yet), and how to look again. */
export function useGranted({ hasSite }: WatchDoors, site: Site): [granted: boolean | null, look: () => Promise<void>] {
  const [granted, setGranted] = useState<boolean | null>(null);
  const look = useCallback(async () => setGranted(await hasSite(site)), [hasSite, site]);
  useEffect(() => {
    look().catch(() => setGranted(false)); // a browser that does not say has granted nothing
  }, [look]);
  return [granted, look];
}
