import { join } from 'node:path';
import { build, type Rolldown } from 'vite';

/** One of the programs beside these tests, with all it imports, as a single module that Node and browsers run. */
export async function bundled(program: string): Promise<string> {
  const result = (await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      target: 'es2023',
      lib: { entry: join(import.meta.dirname, program), formats: ['es'], fileName: 'program' },
    },
  })) as Rolldown.RolldownOutput[];
  const [output] = result;
  const [chunk] = output?.output ?? [];
  if (chunk?.type !== 'chunk') throw new Error(`no bundle of ${program}`);
  return chunk.code;
}
