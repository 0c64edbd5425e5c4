import { useEffect, useState } from 'preact/hooks';

/** What the page shows, as its address says: `#<session>` or `#<session>/V-0142`. */
export interface Place {
  readonly session: string | null;
  readonly event: string | null;
}

const PLACE = /^#([0-9a-f-]{36})(?:\/(V-\d{4,}))?$/;

/** The place that an address names. */
export function placeIn(hash: string): Place {
  const [, session = null, event = null] = PLACE.exec(hash) ?? [];
  return { session, event };
}

/** The place that the page shows now. */
export function usePlace(): Place {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const follow = (): void => setHash(location.hash);
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return placeIn(hash);
}

/** Shows a session, or the list where there is none. */
export function goTo(session: string | null): void {
  location.hash = session ?? '';
}
