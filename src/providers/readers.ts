import { chatgptReader } from './chatgpt/read';
import type { Reader } from './contract';

/** Every reader, sorted by site: heavy, for the background and the command line. */
export const readers: readonly Reader[] = [chatgptReader];

/** The reader of a site, or null. */
export const readerOf = (site: string): Reader | null => readers.find((reader) => reader.site.id === site) ?? null;
