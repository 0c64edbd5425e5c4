import '../with-browser';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { manifestFor } from '../../scripts/build/manifest';
import { permissions } from '../../src/platform/permissions';
import { t } from '../../src/platform/strings';

describe('permissions', () => {
  test.each(['chrome', 'firefox'])(
    'of the manifest for %s each have a line, and no line is without one',
    async (browser) => {
      const manifest = await manifestFor(browser, 'production');
      const named = permissions.map(({ name }) => name).filter((name) => browser === 'chrome' || name !== 'offscreen');
      expect([...(manifest.permissions ?? [])].sort()).toEqual([...named].sort());
    },
  );

  test.each(permissions.map((each) => [each.name, each] as const))(
    '%s says why, and which file uses it',
    (name, { why, file }) => {
      expect(t(why)).toMatch(/\.$/);
      expect(existsSync(file), file).toBe(true);
      const used: Record<string, string> = {
        activeTab: 'executeScript',
        offscreen: 'createDocument',
        unlimitedStorage: 'navigator.storage',
      };
      expect(readFileSync(file, 'utf8')).toContain(used[name] ?? `.${name}.`);
    },
  );
});
