import { ext } from './browser';

/** Two stores of the browser beside the database: what the one holds ends with the browser, what the other holds does not. */
type Where = 'session' | 'local';

export const recall = async (where: Where, key: string): Promise<unknown> => (await ext.storage[where].get(key))[key];

export const remember = (where: Where, key: string, value: unknown): Promise<void> =>
  ext.storage[where].set({ [key]: value });

export const forget = (where: Where, key: string): Promise<void> => ext.storage[where].remove(key);
