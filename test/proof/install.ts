import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { run } from './run';

const CACHE = resolve('node_modules/.cache/valise-proof');

/** Installs a package of that version with what it brings, without running scripts of packages; gives where they lie. */
export const installed = (name: string, what: string): Promise<string> =>
  install(name, what, ['install', '--save-exact', what], (folder) =>
    writeFileSync(join(folder, 'package.json'), '{"private":true}\n'),
  );

/** The same with what a lock file pins; `lock` is its folder. */
export const installedBy = (lock: string): Promise<string> =>
  install(basename(lock), readFileSync(join(lock, 'package-lock.json'), 'utf8'), ['ci'], (folder) => {
    for (const name of ['package.json', 'package-lock.json']) copyFileSync(join(lock, name), join(folder, name));
  });

async function install(
  name: string,
  what: string,
  args: readonly string[],
  prepare: (folder: string) => void,
): Promise<string> {
  const folder = join(CACHE, name);
  const done = join(folder, 'installed.txt');
  if (existsSync(done) && readFileSync(done, 'utf8') === what) return join(folder, 'node_modules');
  mkdirSync(folder, { recursive: true });
  prepare(folder);
  const env = Object.fromEntries(
    Object.entries(process.env).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
  const command = ['npm', ...args, '--ignore-scripts', '--no-audit', '--no-fund'];
  const { code, err } = await run(command, { env, cwd: folder, limit: 600_000 });
  if (code !== 0) throw new Error(`${name} could not be installed: ${err.slice(-500)}`);
  writeFileSync(done, what);
  return join(folder, 'node_modules');
}
