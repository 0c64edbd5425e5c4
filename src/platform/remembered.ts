import { ext } from './browser';

/** Two stores of the browser beside the database: what the one holds ends with the browser, what the other holds does not. */
type Where = 'session' | 'local';

const store = (where: Where) => (where === 'session' ? ext.storage.session : ext.storage.local);

export const recall = async (where: Where, key: string): Promise<unknown> => (await store(where).get(key))[key];

export const remember = (where: Where, key: string, value: unknown): Promise<void> =>
  store(where).set({ [key]: value });

export const forget = (where: Where, key: string): Promise<void> => store(where).remove(key);

/** Calls back whenever another value is remembered, in whatever context. Gives the function that ends it. */
export function onChange(where: Where, key: string, told: () => void): () => void {
  const listener = (changes: Readonly<Record<string, unknown>>): void => {
    if (Object.hasOwn(changes, key)) told();
  };
  const { onChanged } = store(where);
  onChanged.addListener(listener);
  return () => onChanged.removeListener(listener);
}
