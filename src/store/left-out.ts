import { z } from 'zod';
import { type Database, reading, writing } from './database';

/** Why a conversation is left out of what is heard: the person deleted it here, or the site does not keep it either. */
export type LeftOut = 'deleted' | 'temporary';

/** Session keys: hashes, that say nothing of a conversation to who does not know its address. */
const Row = z.array(z.tuple([z.string(), z.enum(['deleted', 'temporary'])])).catch([]);

/** How many are remembered, the latest. */
const MOST = 10_000;

const NAME = 'left-out';

const rowIn = async (db: Database): Promise<[string, LeftOut][]> => Row.parse((await db.settings.get(NAME))?.value);

/** Why what is heard of a session key is left out, or null. */
export const leftOut = (db: Database, key: string): Promise<LeftOut | null> =>
  reading(db, async () => (await rowIn(db)).find(([each]) => each === key)?.[1] ?? null);

/** From now on these are left out. May be a part of a transaction over the settings. */
export const leaveOut = (db: Database, keys: readonly string[], because: LeftOut): Promise<void> =>
  writing(db, [db.settings], async () => {
    if (keys.length === 0) return;
    const fresh = new Set(keys);
    const before = (await rowIn(db)).filter(([each]) => !fresh.has(each));
    const value = [...before, ...keys.map((each) => [each, because] as const)].slice(-MOST);
    await db.settings.put({ name: NAME, value });
  });

/** The person asks for it: it is no longer left out. */
export const takeIn = (db: Database, key: string): Promise<void> =>
  writing(db, [db.settings], async () => {
    const before = await rowIn(db);
    const value = before.filter(([each]) => each !== key);
    if (value.length < before.length) await db.settings.put({ name: NAME, value });
  });
