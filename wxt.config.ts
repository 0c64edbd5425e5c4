import { defaultClientConditions } from 'vite';
import { defineConfig } from 'wxt';
import { manifestFor } from './scripts/build/manifest';
import { sitesOf } from './scripts/build/site-list';
import { bundleSiteScripts } from './scripts/build/site-scripts';

/**
 * Modes: `production` is what people get; `e2e` is the same with the optional hosts granted, since no test can press
 * the browser's own prompt; `practice` adds the practice chat on loopback to the site list.
 */
export default defineConfig({
  srcDir: '.',
  publicDir: 'assets',
  imports: false,
  manifestVersion: 3,
  manifest: ({ browser, mode }) => manifestFor(browser, mode),
  vite: ({ mode }) => ({
    define: { __PRACTICE__: mode === 'practice' },
    // the background of Chromium is a worker: a library's variant for pages would look for a document there
    resolve: { conditions: ['worker', ...defaultClientConditions] },
    build: { modulePreload: false, target: ['chrome120', 'firefox140'] },
  }),
  hooks: {
    'build:manifestGenerated': (_, { action }) => {
      if (action) action.default_title = '__MSG_action_title__'; // not the popup's own title
    },
    'build:publicAssets': async ({ config: { root, mode } }, files) => {
      files.push(...(await bundleSiteScripts(root, mode, await sitesOf(mode))));
    },
  },
});
