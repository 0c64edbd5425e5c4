import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Shown } from '../../handoff/shown';
import type { SetTexts } from './apart';
import type { PageDoors } from './page-doors';

/** What every piece of a shown session may need. */
export interface Reading {
  /** The id under which it is kept: what addresses of its places begin with. */
  readonly session: string;
  readonly shown: Shown;
  /** Ids of what was only heard in the page. */
  readonly unconfirmed: ReadonlySet<string>;
  /** The bytes of a kept artifact by bare hash, or null where they are not kept. */
  readonly bytesOf: (hash: string) => Promise<Uint8Array<ArrayBuffer> | null>;
  /** What keeps copies of cited pages; null where nothing can grow. */
  readonly pages: PageDoors | null;
  /** True where so much is shown that texts are set only when they come near. */
  readonly isLong: boolean;
  /** Shows the branch through another event. */
  readonly goTo: (id: string) => void;
}

const ReadingContext = createContext<Reading | null>(null);
export const ReadingProvider = ReadingContext.Provider;

/** The session that is being shown. */
export function useReading(): Reading {
  const reading = useContext(ReadingContext);
  if (!reading) throw new Error('a part of a session is shown outside of one');
  return reading;
}

const TargetContext = createContext<string | null>(null);
export const TargetProvider = TargetContext.Provider;

/** The number of the event that the address names, or null. By itself: another one must not make a long session anew. */
export const useTarget = (): string | null => useContext(TargetContext);

const SetTextsContext = createContext<SetTexts | null>(null);
export const SetTextsProvider = SetTextsContext.Provider;

/** What was set before it is shown. */
export const useSetTexts = (): SetTexts | null => useContext(SetTextsContext);
