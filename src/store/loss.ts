import { z } from 'zod';
import { FLOOR } from './care';
import { type Database, reading, writing } from './database';

/** What a database of ours held that is no longer there. */
const Loss = z.object({ sessions: z.int().nonnegative() });
export type Loss = z.infer<typeof Loss>;

/** What is remembered beside the database: which one it was, how many sessions it held, and what was lost before. */
const Memory = z.object({ database: z.string(), sessions: z.int().nonnegative(), lost: Loss.nullable() });
type Memory = z.infer<typeof Memory>;

const memoryOf = async ({ care }: Database): Promise<Memory | null> =>
  Memory.safeParse(await care?.recall()).data ?? null;

/** The id of this very database: a browser that throws one away begins another without. */
const idOf = async (db: Database): Promise<string | null> => {
  const id = (await db.settings.get('database'))?.value;
  return typeof id === 'string' ? id : null;
};

/** The sessions that the browser has lost, or null: none, or none that the person has not heard of. */
export const lossOf = (db: Database): Promise<Loss | null> =>
  reading(db, async () => {
    const memory = await memoryOf(db);
    if (!memory || (await idOf(db)) !== null) return memory?.lost ?? null;
    return together(memory);
  });

/** Calls back whenever that may have changed, in whatever context. Gives the function that ends it. */
export const watchLoss = ({ care }: Database, told: () => void): (() => void) =>
  care?.onRemembered(told) ?? (() => undefined);

/** What was lost before, and what this memory has of a database that is gone. */
function together({ sessions, lost }: Memory): Loss | null {
  const all = sessions + (lost?.sessions ?? 0);
  return all > 0 ? { sessions: all } : null;
}

/**
 * Remembers beside the database how many sessions it holds, and finds out whether it is another one than it was. Called
 * when the background opens the database and after sessions come or go. Where it cannot be done, the next time does it.
 */
export async function noteSessions(db: Database): Promise<void> {
  if (!db.care) return;
  try {
    await reading(db, () => noted(db));
  } catch {
    // only a witness: a disk without room for it must not make what was kept look as if it were not
  }
}

async function noted(db: Database): Promise<void> {
  const { care } = db;
  const left = await care?.left();
  if (typeof left === 'number' && left < FLOOR) return;
  const memory = await memoryOf(db);
  const known = await idOf(db);
  const database = known ?? crypto.randomUUID();
  const sessions = await db.sessions.count();
  const lost = memory && known === null ? together(memory) : (memory?.lost ?? null);
  const isNews = memory?.database !== database || memory.sessions !== sessions;
  if (known === null) {
    // first of all: a death after the next step would hide the loss
    if (memory) await care?.remember({ database, sessions: 0, lost } satisfies Memory);
    await writing(db, [db.settings], async () => void (await db.settings.put({ name: 'database', value: database })));
  }
  if (isNews) await care?.remember({ database, sessions, lost } satisfies Memory);
}

/** The person has heard of what was lost. */
export const forgetLoss = (db: Database): Promise<void> =>
  reading(db, async () => {
    await noteSessions(db);
    const memory = await memoryOf(db);
    if (memory) await db.care?.remember({ ...memory, lost: null } satisfies Memory);
  });
