// Speed and memory as ratios of one run. `npm run bench -- NAME…` runs only the named ones, `NAME:ROW`
// (`files:large`) only that row, where a bench has rows that take minutes each. `extracts` measures no speed, but what is
// chosen where not all fits (docs/extracts.md); `extracts:FOLDER` also over the sessions of a folder.
// Bundled, since a test runner's module system would be measured too. Each runs in a process of its own, where garbage is
// collected on demand, and nothing that another needs (a driver of browsers is large) lies in memory.
import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { bundled } from './bundled.mjs';

/** @type {Readonly<Record<string, string>>} */
const PROGRAMS = {
  reading: 'main',
  claude: 'main',
  archives: 'in-browser',
  memory: 'main',
  files: 'files-main',
  extracts: 'extracts/extracts-main',
  click: 'in-browser',
  page: 'in-browser',
  library: 'in-browser',
  watch: 'watch-main',
};

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(PROGRAMS);
const unknown = names.filter((name) => !Object.hasOwn(PROGRAMS, name.split(':')[0] ?? ''));
if (unknown.length > 0) throw new Error(`there is no ${unknown.join(', ')}: ${Object.keys(PROGRAMS).join(', ')}`);

// what Node can do and a browser cannot is left out: the rooms are measured as the extension runs them
const asBrowser = 'data:text/javascript,process.getBuiltinModule=undefined';
const over = [];
for (const name of names) {
  const [program = '', ...row] = name.split(':');
  const script = await bundled(`test/bench/${PROGRAMS[program]}.ts`);
  const { status } = spawnSync(process.execPath, ['--expose-gc', '--import', asBrowser, script, program, ...row], {
    stdio: 'inherit',
  });
  if (status !== 0) over.push(name);
}
console.log(over.length === 0 ? 'Every limit holds.' : `Over the limit, or broken off: ${over.join(', ')}.`);
process.exitCode = over.length === 0 ? 0 : 1;
