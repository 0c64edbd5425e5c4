import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['test/**/*.test.ts', 'test/**/*.test.tsx'], exclude: ['test/e2e/**', 'test/slow/**'] } },
      { test: { name: 'slow', include: ['test/slow/**/*.test.ts'], testTimeout: 300_000, fileParallelism: false } },
      { test: { name: 'e2e', include: ['test/e2e/**/*.test.ts'], testTimeout: 180_000, hookTimeout: 120_000, fileParallelism: false } },
    ],
  },
});
