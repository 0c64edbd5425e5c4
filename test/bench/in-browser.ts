import process from 'node:process';
import { benchArchives } from './archives';
import { benchClick } from './click';
import { benchLibrary } from './library';
import { benchPage } from './page';
import { type Result, report } from './result';

const benches: Readonly<Record<string, (row?: string) => AsyncIterable<Result> | Promise<Result[]>>> = {
  archives: benchArchives,
  click: benchClick,
  library: benchLibrary,
  page: benchPage,
};

const [name = '', row] = process.argv.slice(2);
await report((await benches[name]?.(row)) ?? []);
