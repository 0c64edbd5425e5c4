// The main job in one command: a practice chat on this machine, in a browser that has the extension.
// With `-- --headless`, or where there is no display, the whole way is walked and every step printed.
import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { ensure } from './browsers.mjs';
import { bundled } from './bundled.mjs';

/** @param {string} script */
function build(script) {
  console.log(`Building (npm run ${script}) …`);
  const { status, stdout, stderr } = spawnSync('npm', ['run', '-s', script], { encoding: 'utf8' });
  if (status === 0) return;
  process.stdout.write(`${stdout}${stderr}`);
  throw new Error(`npm run ${script} ended with ${status}`);
}

const USAGE = `npm start [-- --headless]
Builds Valise and opens a browser that has it, on a practice chat on this machine.
--headless (also without a display): captures that chat, exports and verifies it, and prints every step.`;

const wanted = process.argv.slice(2);
const strange = wanted.filter((each) => each !== '--headless');
if (strange.length > 0) {
  const isHelp = strange.every((each) => each === '--help' || each === '-h');
  console.log(isHelp ? USAGE : `Unknown: ${strange.join(' ')}\n${USAGE}`);
  process.exit(isHelp ? 0 : 2);
}
try {
  ensure(['chromium']);
  build('build:practice');
  build('build:cli');
  const walk = await bundled('test/practice/practice-run.ts', 'practice');
  const { status } = spawnSync(process.execPath, [walk, ...wanted], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
