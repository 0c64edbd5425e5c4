import * as remembered from './remembered';

/*
 * What the database needs of the browser around it: see care in the store. What has to end with the browser is in its
 * session's storage, what has to outlast the database in its local one.
 */
const SOUND = 'sound';
const LIBRARY = 'library';

/**
 * Bytes that may still be written. In Chromium, with `unlimitedStorage`, these are the free bytes of the disk (0.1 ms;
 * compared in 156); in Firefox what is left of our share of it.
 */
export async function left(): Promise<number | null> {
  try {
    const { quota, usage } = await navigator.storage.estimate();
    return quota === undefined || usage === undefined ? null : Math.max(0, quota - usage);
  } catch {
    return null; // whether it still writes is then for it to say
  }
}

/** Firefox keeps its databases in SQLite, which needs no mending. */
export async function isSound(): Promise<boolean | null> {
  if (import.meta.env.FIREFOX) return true;
  const sound = await remembered.recall('session', SOUND);
  return typeof sound === 'boolean' ? sound : null;
}

export const setSound = (sound: boolean): Promise<void> => remembered.remember('session', SOUND, sound);

export async function alone(work: () => Promise<void>): Promise<void> {
  await navigator.locks.request('valise.mend', work);
}

export const recall = (): Promise<unknown> => remembered.recall('local', LIBRARY);

export const remember = (value: unknown): Promise<void> => remembered.remember('local', LIBRARY, value);

export const onRemembered = (told: () => void): (() => void) => remembered.onChange('local', LIBRARY, told);

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
