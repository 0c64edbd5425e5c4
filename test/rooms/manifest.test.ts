import '../with-browser';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { permissions } from '../../src/platform/permissions';
import { sites } from '../../src/providers/sites';
import { root, sources } from './source';

interface Manifest {
  readonly permissions: readonly string[];
  readonly host_permissions?: readonly string[];
  readonly optional_host_permissions?: readonly string[];
  readonly content_scripts?: readonly unknown[];
  readonly web_accessible_resources?: readonly unknown[];
  readonly externally_connectable?: unknown;
  readonly incognito: string;
  readonly message_serialization?: string;
  readonly content_security_policy: { readonly extension_pages: string };
  readonly action: { readonly default_area?: string };
}

const ALWAYS = ['activeTab', 'alarms', 'downloads', 'scripting', 'storage', 'unlimitedStorage'];

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; media-src blob:; connect-src https: http:";

const hosts = [...sites.flatMap(({ origins, fileHosts }) => [...origins, ...fileHosts]), '*://*/*'].sort();

const folderOf = (build: string): string => join(root, '.output', build);
const isBuilt = (build: string): boolean => existsSync(join(folderOf(build), 'manifest.json'));
const whenBuilt = (build: string) => test.skipIf(!isBuilt(build));
const manifestOf = (build: string): Manifest =>
  JSON.parse(readFileSync(join(folderOf(build), 'manifest.json'), 'utf8'));

describe('the lines of src/platform/permissions.ts', () => {
  test('are the permissions decided, each once', () => {
    expect(permissions.map(({ name }) => name).sort()).toEqual([...ALWAYS, 'offscreen'].sort());
  });

  test('name the one file that uses each', () => {
    const used = /\b(?:ext|chrome|browser|globalThis\.chrome)\.(alarms|downloads|scripting|storage)\b/g;
    const lines = permissions.map(({ name, file }) => `${name} in ${file}`);
    const elsewhere = sources.flatMap(({ path, text }) =>
      [...text.matchAll(used)].map(([, name]) => `${name} in ${path}`).filter((line) => !lines.includes(line)),
    );
    expect(elsewhere.map((line) => `${line}: add it to its line, or move it to the file that has one`)).toEqual([]);
    const paths = sources.map(({ path }) => path);
    expect(permissions.map(({ file }) => file).filter((file) => !paths.includes(file))).toEqual([]);
  });
});

const builds = ['chrome-mv3', 'firefox-mv3'].map((build) => ({
  build,
  title: isBuilt(build) ? build : `${build} (not built: npm run build)`,
}));

describe.each(builds)('the manifest of $title', ({ build }) => {
  const test = whenBuilt(build);
  const chromium = build.startsWith('chrome');

  test('asks for the permissions decided, and no more', () => {
    const manifest = manifestOf(build);
    expect([...manifest.permissions].sort()).toEqual([...ALWAYS, ...(chromium ? ['offscreen'] : [])].sort());
  });

  test('requires no host and declares no content script', () => {
    const manifest = manifestOf(build);
    expect(manifest.host_permissions).toBeUndefined();
    expect(manifest.content_scripts).toBeUndefined();
  });

  test('may ask for each host of the site list, and for any site', () => {
    const manifest = manifestOf(build);
    expect([...(manifest.optional_host_permissions ?? [])].sort()).toEqual([...new Set(hosts)]);
  });

  test('has the browser let bytes through its messages, where it asks to be told', () => {
    expect(manifestOf(build).message_serialization).toBe(chromium ? 'structured_clone' : undefined);
  });

  test('keeps private windows out, and lets no page load or call anything of ours', () => {
    const manifest = manifestOf(build);
    expect(manifest.incognito).toBe('not_allowed');
    expect(manifest.web_accessible_resources).toBeUndefined();
    expect(manifest.externally_connectable).toBeUndefined();
  });

  test('has the content policy decided, word for word', () => {
    const manifest = manifestOf(build);
    expect(manifest.content_security_policy).toEqual({ extension_pages: POLICY });
  });

  test('puts the button where a person sees it', () => {
    const manifest = manifestOf(build);
    expect(manifest.action.default_area).toBe(chromium ? undefined : 'navbar');
  });

  test('every page narrows its connections to nothing', () => {
    const pages = readdirSync(folderOf(build)).filter((name) => name.endsWith('.html'));
    const open = pages.filter((name) => {
      const html = readFileSync(join(folderOf(build), name), 'utf8');
      return !/<meta http-equiv="content-security-policy" content="connect-src 'none'; worker-src 'self'"/i.test(html);
    });
    expect(pages.length).toBeGreaterThan(0);
    expect(open).toEqual([]);
  });

  test('nothing of the practice chat ships', () => {
    const names = readdirSync(folderOf(build), { recursive: true, encoding: 'utf8' });
    const code = names.filter((name) => /\.(js|json|html)$/.test(name));
    const practising = code.filter((name) =>
      readFileSync(join(folderOf(build), name), 'utf8').includes('Practice chat'),
    );
    expect([...names.filter((name) => name.includes('practice')), ...practising]).toEqual([]);
  });

  test('what fills composers is there, one for all pages', () => {
    expect(readdirSync(folderOf(build)).filter((name) => /compose/.test(name))).toEqual(['compose.js']);
  });

  test('every site has its tap, its relay and what fetches its files', () => {
    const scripts = sites.flatMap(({ id }) => [`tap-${id}.js`, `relay-${id}.js`, `files-${id}.js`]);
    expect(readdirSync(folderOf(build))).toEqual(expect.arrayContaining(scripts));
  });
});
