import process from 'node:process';
import { benchArchives } from './archives';
import { benchClaude } from './claude';
import { benchMemory } from './memory';
import { benchPage } from './page';
import { benchReading } from './reading';
import { holds, type Result, shown } from './result';

const benches: Readonly<Record<string, () => Promise<Result[]>>> = {
  reading: benchReading,
  claude: benchClaude,
  archives: benchArchives,
  memory: benchMemory,
  page: benchPage,
};

const named = process.argv.slice(2);
const unknown = named.filter((name) => !Object.hasOwn(benches, name));
if (unknown.length > 0) throw new Error(`there is no ${unknown.join(', ')}: ${Object.keys(benches).join(', ')}`);

const results: Result[] = [];
for (const [name, run] of Object.entries(benches)) {
  if (named.length > 0 && !named.includes(name)) continue;
  for (const result of await run()) {
    results.push(result);
    console.log(shown(result));
  }
}
const over = results.filter((result) => !holds(result));
console.log(over.length === 0 ? 'Every limit holds.' : `${over.length} over the limit.`);
process.exitCode = over.length === 0 ? 0 : 1;
