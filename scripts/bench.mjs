// Speed and memory as ratios of one run. `npm run bench -- NAME…` runs only the named ones.
// Bundled, since a test runner's module system would be measured too; a process of its own, to collect garbage on demand.
import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { bundled } from './bundled.mjs';

const script = await bundled('test/bench/main.ts');
const args = ['--expose-gc', script, ...process.argv.slice(2)];
process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1;
