/*
 * A database as a file: its stores and indexes as the browser has them, and every row. What a release wrote is kept like
 * this, and put back without any code of ours.
 */
export interface Dump {
  /** The browser's version number: Dexie's in tens. */
  readonly version: number;
  readonly stores: readonly {
    readonly name: string;
    readonly keyPath: string | string[] | null;
    readonly autoIncrement: boolean;
    readonly indexes: readonly {
      readonly name: string;
      readonly keyPath: string | string[];
      readonly multiEntry: boolean;
      readonly unique: boolean;
    }[];
    readonly rows: readonly unknown[];
  }[];
}

const done = <R>(asked: IDBRequest<R>): Promise<R> =>
  new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });

/** Reads a whole database. */
export async function dump(name: string): Promise<Dump> {
  const db = await done(indexedDB.open(name));
  const stores: Dump['stores'][number][] = [];
  for (const each of [...db.objectStoreNames].sort()) {
    const store = db.transaction(each).objectStore(each);
    const indexes = [...store.indexNames].map((index) => {
      const { keyPath, multiEntry, unique } = store.index(index);
      return { name: index, keyPath, multiEntry, unique };
    });
    const { keyPath, autoIncrement } = store;
    stores.push({ name: each, keyPath, autoIncrement, indexes, rows: packed(await done(store.getAll())) as unknown[] });
  }
  db.close();
  return { version: db.version, stores };
}

/** Makes a database of that name as the dump has it. */
export async function putBack(name: string, { version, stores }: Dump): Promise<void> {
  const asked = indexedDB.open(name, version);
  asked.onupgradeneeded = () => {
    for (const { name: each, keyPath, autoIncrement, indexes, rows } of stores) {
      const store = asked.result.createObjectStore(each, { keyPath, autoIncrement });
      for (const { name: index, keyPath: path, multiEntry, unique } of indexes)
        store.createIndex(index, path, { multiEntry, unique });
      for (const row of unpacked(rows) as unknown[]) store.put(row);
    }
  };
  (await done(asked)).close();
}

const MARK = 'base64:';

/** Bytes as texts; a text that looks like one is not among what is kept. */
function packed(value: unknown): unknown {
  if (value instanceof Uint8Array) return MARK + Buffer.from(value).toString('base64');
  if (Array.isArray(value)) return value.map(packed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, packed(each)]));
}

function unpacked(value: unknown): unknown {
  if (typeof value === 'string' && value.startsWith(MARK))
    return new Uint8Array(Buffer.from(value.slice(MARK.length), 'base64'));
  if (Array.isArray(value)) return value.map(unpacked);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, unpacked(each)]));
}
