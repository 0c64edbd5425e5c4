import { defineConfig } from 'vite';

/** The command line: one file for Node 20 that runs from any folder, without node_modules. */
export default defineConfig(({ mode }) => ({
  publicDir: false,
  define: { __PRACTICE__: mode === 'practice' },
  ssr: { noExternal: true },
  build: {
    ssr: 'src/cli/main.ts',
    target: 'node20',
    outDir: mode === 'practice' ? '.output/cli-practice' : '.output/cli',
    emptyOutDir: true,
    minify: false,
    rolldownOptions: {
      output: { entryFileNames: 'valise.mjs', codeSplitting: false, banner: '#!/usr/bin/env node' },
    },
  },
}));
