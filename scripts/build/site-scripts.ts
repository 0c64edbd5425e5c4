import { join } from 'node:path';
import { build, type Rolldown } from 'vite';
import type { GeneratedPublicFile } from 'wxt';
import type { Site } from '../../src/providers/contract';

const ENTRY = 'valise:site-script';

/**
 * Bundles `tap-<site>.js` (page world), `relay-<site>.js` (isolated world) and, beside that, `files-<site>.js` (brought
 * only where files are fetched) and `lists-<site>.js` (only where conversations are listed) for every site of the list: a page carries the description of its own site and no other. Plain scripts, without a framework's wrapper: a wrapper would announce
 * itself to the page and log into the site's console. `compose.js` is one for all sites: it is brought into a page only where
 * a composer is to be filled, which may be anybody's. The entries have no file: each only joins a site with the code
 * that all sites share.
 */
export async function bundleSiteScripts(
  root: string,
  mode: string,
  sites: readonly Site[],
): Promise<GeneratedPublicFile[]> {
  const composer = `import { leavePlace } from '${join(root, 'src/compose/page/main')}'; leavePlace();`;
  const files: GeneratedPublicFile[] = [{ relativeDest: 'compose.js', contents: await bundle(root, mode, composer) }];
  for (const site of sites) {
    const { id } = site;
    files.push({ relativeDest: `tap-${id}.js`, contents: await bundle(root, mode, tapEntry(root, site)) });
    files.push({ relativeDest: `relay-${id}.js`, contents: await bundle(root, mode, relayEntry(root, id)) });
    if (site.files)
      files.push({ relativeDest: `files-${id}.js`, contents: await bundle(root, mode, filesEntry(root, id)) });
    if (site.lists)
      files.push({ relativeDest: `lists-${id}.js`, contents: await bundle(root, mode, listsEntry(root, id)) });
  }
  return files;
}

/** The name a provider's files export for a site's id: `open-webui` is `openWebui`. */
export const exportName = (id: string): string =>
  id.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** What hears event sources and sockets comes along only where a route of the site can be one. */
function tapEntry(root: string, { id, routes }: Site): string {
  const gets = routes.filter(({ method }) => method === 'GET').map(({ body }) => body);
  const ears = [
    ...(gets.includes('events') ? ['hearEventSources'] : []),
    ...(gets.includes('lines') ? ['hearSockets'] : []),
  ].join(', ');
  return `
    import { startTap } from '${join(root, 'src/capture/tap/main')}';
    import { routes } from '${join(root, 'src/providers', id, 'site')}';
    ${ears === '' ? '' : `import { ${ears} } from '${join(root, 'src/capture/tap/sockets')}';`}
    startTap(routes, [${ears}]);
  `;
}

function relayEntry(root: string, id: string): string {
  return `
    import { startRelay } from '${join(root, 'src/capture/relay/main')}';
    import { ${exportName(id)} as site } from '${join(root, 'src/providers', id, 'site')}';
    startRelay(site);
  `;
}

function filesEntry(root: string, id: string): string {
  return `
    import { startFiles } from '${join(root, 'src/capture/relay/files-main')}';
    import { ${exportName(id)} as site } from '${join(root, 'src/providers', id, 'site')}';
    startFiles(site);
  `;
}

function listsEntry(root: string, id: string): string {
  return `
    import { startLists } from '${join(root, 'src/capture/relay/lists')}';
    import { ${exportName(id)}Lists as lists } from '${join(root, 'src/providers', id, 'lists')}';
    startLists(lists);
  `;
}

async function bundle(root: string, mode: string, entry: string): Promise<string> {
  const output = await build({
    root,
    mode,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: { __PRACTICE__: mode === 'practice' },
    plugins: [
      {
        name: ENTRY,
        resolveId: (id) => (id === ENTRY ? `\0${ENTRY}` : undefined),
        load: (id) => (id === `\0${ENTRY}` ? entry : undefined),
      },
    ],
    build: {
      write: false,
      target: ['chrome120', 'firefox140'],
      modulePreload: false,
      rolldownOptions: {
        input: ENTRY,
        output: { format: 'iife' },
        treeshake: { moduleSideEffects: false }, // a library that is not used leaves nothing behind
      },
    },
  });
  return only([output].flat().flatMap((each) => ('output' in each ? each.output : [])));
}

function only(chunks: readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[]): string {
  const [chunk, ...rest] = chunks;
  if (chunk?.type !== 'chunk' || rest.length > 0)
    throw new Error('a site script must be one file: what did it import?');
  return chunk.code;
}
