import process from 'node:process';
import { benchClaude } from './claude';
import { benchMemory } from './memory';
import { benchReading } from './reading';
import { type Result, report } from './result';

const benches: Readonly<Record<string, () => Promise<Result[]>>> = {
  reading: benchReading,
  claude: benchClaude,
  memory: benchMemory,
};

const [name = ''] = process.argv.slice(2);
await report((await benches[name]?.()) ?? []);
