import process from 'node:process';
import { benchArchives } from './archives';
import { benchPage } from './page';
import { report } from './result';

const [name] = process.argv.slice(2);
await report(name === 'page' ? await benchPage() : benchArchives());
