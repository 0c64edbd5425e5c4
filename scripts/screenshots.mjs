// Takes pictures of every page of ours in each of its states, light and dark, into docs/screens.
import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { ensure } from './browsers.mjs';
import { bundled } from './bundled.mjs';

ensure(['chromium']);
for (const script of ['build', 'build:e2e']) {
  const { status, stdout } = spawnSync('npm', ['run', '-s', script], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm run ${script} ended with ${status}\n${stdout}`);
}
const take = await bundled('test/e2e/screenshots.ts');
const { status } = spawnSync(process.execPath, [take, ...process.argv.slice(2)], { stdio: 'inherit' });
process.exitCode = status ?? 1;
