// Node 20 runs no TypeScript: what a script shares with the product or its tests is bundled first.
import { basename, join, resolve } from 'node:path';
import { build } from 'vite';

/**
 * Bundles a TypeScript file of ours for Node, packages left where they are, and says where the bundle is.
 * @param {string} entry  from the repository's folder
 * @param {'production' | 'practice'} [mode]
 * @returns {Promise<string>}
 */
export async function bundled(entry, mode = 'production') {
  const name = basename(entry).replace(/\.ts$/, '');
  await build({
    mode,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: { __PRACTICE__: mode === 'practice' },
    build: {
      ssr: entry,
      target: 'node20',
      minify: false,
      emptyOutDir: false,
      outDir: '.output/scripts',
      rolldownOptions: { output: { entryFileNames: `${name}.mjs`, codeSplitting: false } },
    },
  });
  return resolve(join('.output/scripts', `${name}.mjs`));
}
