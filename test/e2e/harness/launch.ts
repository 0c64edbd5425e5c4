import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Browser, LaunchOptions } from './browser';
import { launchChromium } from './chromium';
import { launchFirefox } from './firefox';

/** The browsers that every end-to-end test runs in. */
export const browsers = ['chromium', 'firefox'] as const;
export type BrowserKind = (typeof browsers)[number];

/** Starts one of them. */
export const launch = (kind: BrowserKind, options: LaunchOptions): Promise<Browser> =>
  kind === 'chromium' ? launchChromium(options) : launchFirefox(options);

/**
 * The folder of a build for a browser: what people get, or `e2e` (optional hosts granted), or `practice`. `VALISE_BUILDS`
 * names another place than `.output` to look in.
 */
export function buildFor(kind: BrowserKind, mode: 'production' | 'e2e' | 'practice' = 'production'): string {
  const name = `${kind === 'chromium' ? 'chrome' : 'firefox'}-mv3${mode === 'production' ? '' : `-${mode}`}`;
  const folder = resolve(process.env.VALISE_BUILDS ?? '.output', name);
  if (!existsSync(join(folder, 'manifest.json'))) {
    throw new Error(`${folder} is not built: npm run build${mode === 'production' ? '' : `:${mode}`}`);
  }
  return folder;
}
