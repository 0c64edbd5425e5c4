import { first } from './0001-first';
import type { Migration } from './migration';

/** Every step, oldest first. */
export const migrations: readonly Migration[] = [first];

/** The version this release writes. */
export const DATABASE_VERSION = 1;
