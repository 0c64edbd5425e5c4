import { useEffect, useState } from 'preact/hooks';
import { TESTS, type TestName } from '../model/session';

/** A part of an open session that has an address of its own: its files, what is missing, or one of the five tests. */
export type PartName = 'files' | 'missing' | TestName;

/** What the page shows, as its address says: `#<session>`, `#<session>/V-0142`, `#<session>/missing`, `#<session>/audit`. */
export interface Place {
  readonly session: string | null;
  readonly event: string | null;
  readonly part: PartName | null;
  /** Where it can be continued is shown: `#<session>/continue`. */
  readonly continues: boolean;
  /** A view that is about no session: `#everything`, `#backup`, `#storage`, `#settings`, `#journal`. */
  readonly view: ViewName | null;
}

export type ViewName = 'everything' | 'backup' | 'storage' | 'settings' | 'journal';
const VIEWS: readonly ViewName[] = ['everything', 'backup', 'storage', 'settings', 'journal'];

const PARTS: readonly PartName[] = ['files', 'missing', ...TESTS];
const PLACE = new RegExp(`^#([0-9a-f-]{36})(?:/(?:(V-\\d{4,})|(${PARTS.join('|')})|(continue)))?$`);

/** The place that an address names. */
export function placeIn(hash: string): Place {
  const view = VIEWS.find((each) => hash === `#${each}`) ?? null;
  const [, session = null, event = null, part, continues] = PLACE.exec(hash) ?? [];
  return {
    session,
    event,
    part: PARTS.find((each) => each === part) ?? null,
    continues: continues !== undefined,
    view,
  };
}

/** The end of an address that names a place of a session: the number of an event, a part, or `continue`. */
export const hashOf = (session: string, place: string): string => `#${session}/${place}`;

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

/** Shows a session, or a place of it, or the list where there is none. */
export function goTo(session: string | null): void {
  location.hash = session ?? '';
}
