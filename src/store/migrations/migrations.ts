import { first } from './0001-first';
import { unasked } from './0002-unasked';
import type { Migration } from './migration';

/** Every step, oldest first. */
export const migrations: readonly Migration[] = [first, unasked];

/** The version this release writes. */
export const DATABASE_VERSION = 2;
