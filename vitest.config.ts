import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The end-to-end tests that take longest. One of them begun last would run alone at the end. */
const LONGEST = ['states', 'backup-parts', 'round-trip', 'capture-life', 'pages-index', 'compose', 'everything'];

/** Begins with the longest files: a fresh checkout remembers none, and a short file may take long. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const at = LONGEST.findIndex((name) => moduleId.endsWith(`/e2e/${name}.test.ts`));
      return at < 0 ? LONGEST.length : at;
    };
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b));
  }
}

/**
 * `unit`: every room, and the house itself, on Node (a file that needs a page says so: `@vitest-environment happy-dom`).
 * `slow`: what takes minutes or much memory. `e2e`: the built extension in real browsers, two files at a time. `proof`: real
 * agent clients and a chat app go on with what we make; it installs them, some 2 GB, and is no part of `npm test`.
 */
export default defineConfig({
  define: { __PRACTICE__: false },
  test: {
    setupFiles: ['test/seed.ts'],
    expect: { poll: { timeout: 15_000 } }, // as long as the harness waits: what is busy answers late
    sequence: { sequencer: LongestFirst },
    css: { include: /\.css\?raw$/ }, // a style sheet that is taken as text is text
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          testTimeout: 60_000, // no test is about time: a busy machine must not fail one
          maxWorkers: '100%', // the runner's own process only hands out work: by itself it leaves a core for that
          include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
          exclude: ['test/e2e/**', 'test/slow/**', 'test/proof/**'],
        },
      },
      {
        extends: true,
        test: { name: 'slow', include: ['test/slow/**/*.test.ts'], testTimeout: 300_000, fileParallelism: false },
      },
      {
        extends: true,
        test: { name: 'proof', include: ['test/proof/**/*.test.ts'], testTimeout: 900_000, fileParallelism: false },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          retry: 1, // a real browser on a busy machine: `npm test` names each that needed it
          testTimeout: 180_000,
          hookTimeout: 120_000,
          maxWorkers: 2, // one alone leaves a quarter to a half of two cores idle
          sequence: { groupOrder: 1 }, // with other projects in one run: after them, since it has its own number of workers
        },
      },
    ],
  },
});
