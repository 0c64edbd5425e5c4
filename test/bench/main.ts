import process from 'node:process';
import { benchPacking, benchVerifying, writeArchive } from './archives';
import { benchMemory } from './memory';
import { benchReading } from './reading';
import { report } from './result';

const benches: Readonly<Record<string, () => Promise<void>>> = {
  reading: async () => report(await benchReading()),
  packing: async () => report(await benchPacking()),
  verifying: async () => report(await benchVerifying()),
  memory: async () => report(await benchMemory()),
  write: () => writeArchive(kind, path),
};

const [name = '', kind = '', path = ''] = process.argv.slice(2);
await benches[name]?.();
