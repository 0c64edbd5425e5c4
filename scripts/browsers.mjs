// What a run needs from the machine: browsers for the end-to-end tests, and the ordinary tools that check an archive.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import process from 'node:process';

/**
 * @typedef {object} Need
 * @property {string} name  what a person calls it
 * @property {string} [variable]  the environment variable that names the program
 * @property {readonly string[]} programs  names and usual paths, the best first
 * @property {string} debian  the package that brings it
 */

/** @satisfies {Record<string, Need>} */
const needs = {
  chromium: {
    name: 'Chromium',
    variable: 'CHROMIUM_PATH',
    programs: [
      'chromium',
      'chromium-browser',
      '/usr/lib/chromium/chromium',
      '/snap/bin/chromium',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
    ],
    debian: 'chromium',
  },
  firefox: {
    name: 'Firefox 140 or later',
    variable: 'FIREFOX_PATH',
    programs: ['firefox-esr', 'firefox', '/snap/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox'],
    debian: 'firefox-esr',
  },
  unzip: { name: 'unzip', programs: ['unzip'], debian: 'unzip' },
  sevenZip: { name: '7-Zip (7z)', programs: ['7z', '7zz'], debian: 'p7zip-full' },
  python: { name: 'Python 3', programs: ['python3'], debian: 'python3' },
  screen: { name: 'Xvfb', programs: ['Xvfb'], debian: 'xvfb' },
  keys: { name: 'xdotool', programs: ['xdotool'], debian: 'xdotool' },
};

/** @typedef {keyof typeof needs} NeedId */

/**
 * Where a program is, or null.
 * @param {NeedId} id
 * @returns {string | null}
 */
export function find(id) {
  /** @type {Need} */
  const { variable, programs } = needs[id];
  const named = variable === undefined ? undefined : process.env[variable];
  if (named) return existsSync(named) ? named : null;
  return programs.flatMap(places).find((path) => existsSync(path)) ?? null;
}

/** @param {string} program */
const places = (program) =>
  program.includes('/') ? [program] : (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, program));

/**
 * Makes sure that the machine has what is needed: on Debian as root it installs what is missing, elsewhere it says what
 * to install and throws. What is only welcome (a test that needs it is skipped without) is not insisted on.
 * @param {readonly NeedId[]} ids
 * @param {readonly NeedId[]} welcome
 */
export function ensure(ids, welcome = []) {
  const missing = [...ids, ...welcome].filter((id) => find(id) === null);
  if (missing.length > 0 && canInstall()) install(missing.map((id) => needs[id].debian));
  const still = ids.filter((id) => find(id) === null);
  if (still.length > 0) throw new Error(still.map(advice).join('\n'));
}

/** @param {NeedId} id */
function advice(id) {
  /** @type {Need} */
  const { name, variable, debian } = needs[id];
  const other = variable === undefined ? '' : `, or set ${variable} to its path`;
  return `${name} is missing: install it (on Debian: apt-get install ${debian})${other}.`;
}

const canInstall = () =>
  process.platform === 'linux' && process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;

/** @param {readonly string[]} packages */
function install(packages) {
  console.log(`Installing ${packages.join(', ')} (missing on this machine) …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  /** @param {string[]} args */
  const apt = (...args) =>
    execFileSync('apt-get', ['-q', '-o', 'DPkg::Lock::Timeout=300', ...args], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  apt('update');
  apt('install', '-y', '--no-install-recommends', ...packages);
}
