import process from 'node:process';
import { type Result, report, rowsNamed } from './result';
import { benchWatchWrites } from './watch';
import { benchIdle } from './watch-idle';

const ROWS: readonly { readonly name: string; readonly run: () => AsyncIterable<Result> }[] = [
  { name: 'writes', run: benchWatchWrites },
  { name: 'idle', run: benchIdle },
];

const [, row] = process.argv.slice(2);
for (const { run } of rowsNamed(ROWS, row)) await report(run());
