import { chatgptReader } from './chatgpt/read';
import { claudeReader } from './claude/read';
import type { Reader } from './contract';
import { practiceReader } from './practice/read';

/** Every reader, sorted by site: heavy, for the background and the command line. */
export const readers: readonly Reader[] = [chatgptReader, claudeReader, ...(__PRACTICE__ ? [practiceReader] : [])];

/** The reader of a site, or null. */
export const readerOf = (site: string): Reader | null => readers.find((reader) => reader.site.id === site) ?? null;
