import { execFileSync } from 'node:child_process';

/** Runs the built command line; what it says. A code other than 0 is thrown. */
export const valise = (...args: string[]): string =>
  execFileSync(process.execPath, ['.output/cli/valise.mjs', ...args], { encoding: 'utf8' });
