import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { Waiting } from '../../messages/compose';
import type { Send } from '../../messages/send';

/** What placing a handoff needs of the world. */
export interface PlaceDoors {
  readonly send: Send;
  readonly now: () => number;
  /** What waits, as the browser remembers it, unchecked. */
  readonly recallWaiting: () => Promise<unknown>;
  readonly forgetWaiting: () => Promise<void>;
  /** Calls back whenever that changes. Gives the function that ends it. */
  readonly onWaiting: (told: () => void) => () => void;
}

const PlaceContext = createContext<PlaceDoors | null>(null);
export const PlaceProvider = PlaceContext.Provider;

/** Null where a page is only shown: nothing can be placed from there. */
export const usePlaceDoors = (): PlaceDoors | null => useContext(PlaceContext);

/** The handoff that waits by now, or what came of it; null: none does. */
export function useWaiting({ now, recallWaiting, onWaiting }: PlaceDoors): Waiting | null {
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  useEffect(() => {
    let gone = false;
    const look = async (): Promise<void> => {
      const found = Waiting.safeParse(await recallWaiting());
      if (!gone) setWaiting(found.success && found.data.until > now() ? found.data : null);
    };
    const follow = (): void => void look().catch(() => undefined); // what is not remembered does not wait
    follow();
    const end = onWaiting(follow);
    return () => {
      gone = true;
      end();
    };
  }, [now, recallWaiting, onWaiting]);
  return waiting;
}
