import type { Care } from '../../src/store/care';
import { type Database, openDatabase } from '../../src/store/database';

/** A browser around the database, to be turned by hand. */
export interface Around extends Care {
  free: number | null;
  sound: boolean | null;
  memory: unknown;
}

/** One with room for everything, in which the database was looked after since it started. */
export function aroundOf(changes: Partial<Pick<Around, 'free' | 'sound' | 'memory'>> = {}): Around {
  let last: Promise<void> = Promise.resolve();
  const listeners = new Set<() => void>();
  const around: Around = {
    free: 2 ** 40,
    sound: true,
    memory: undefined,
    ...changes,
    left: async () => around.free,
    isSound: async () => around.sound,
    setSound: async (sound) => {
      around.sound = sound;
    },
    alone: (work) => {
      last = last.then(work, work);
      return last;
    },
    recall: async () => structuredClone(around.memory),
    remember: async (value) => {
      around.memory = structuredClone(value);
      for (const told of listeners) told();
    },
    onRemembered: (told) => {
      listeners.add(told);
      return () => listeners.delete(told);
    },
    pause: async () => undefined,
  };
  return around;
}

let databases = 0;

/** A database with such a browser around it. */
export const caredFor = (care: Care, name = `cared-${++databases}`): Promise<Database> => openDatabase({ care, name });
