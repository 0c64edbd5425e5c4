import { build, type Rolldown } from 'vite';
import { type Refusal, type Served, serve } from '../stand-in';
import { documentFor } from './document';

/** A server of pages that run real editors: `https://composers.example/<editor>`, and the sites’ own names. */
export interface Composers extends Pick<Served, 'hosts' | 'requests' | 'refusals' | 'close'> {
  /** Requests that only somebody who sends a message makes. */
  sent(): number;
}

const PAGES = [
  ...['editable', 'framed', 'lexical', 'none', 'prosemirror', 'quill', 'react', 'slate', 'textarea'],
] as const;

/** Bundles the editors' pages and serves them on a free port of loopback. */
export async function startComposers(): Promise<Composers> {
  const scripts = await bundled();
  const refusals: Refusal[] = [];
  const state = { instead: [], refusals, gate: null, pace: 0 };
  const served = await serve(['composers.example', 'chatgpt.com', 'claude.ai'], state, (request, response) => {
    const address = new URL(request.url ?? '/', `https://${request.headers.host}`);
    const { pathname } = address;
    const script = scripts.get(pathname.slice(1));
    const isPage = request.method === 'GET' && script === undefined;
    response.writeHead(200, { 'content-type': isPage ? 'text/html; charset=utf-8' : 'text/javascript; charset=utf-8' });
    response.end(script ?? (isPage ? documentFor(address) : ''));
  });
  const { hosts, requests, close } = served;
  return {
    hosts,
    requests,
    refusals,
    close,
    sent: () => requests.filter(({ method }) => method === 'POST').length,
  };
}

/** Each editor's page as a script, by its name. What several need is a script of its own. */
async function bundled(): Promise<ReadonlyMap<string, string>> {
  const output = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: false,
      modulePreload: false,
      target: 'es2022',
      rolldownOptions: {
        input: Object.fromEntries(PAGES.map((name) => [name, new URL(`./${name}.mjs`, import.meta.url).pathname])),
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
  const chunks = [output].flat().flatMap((each) => ('output' in each ? each.output : []));
  const isChunk = (each: Rolldown.OutputChunk | Rolldown.OutputAsset) => each.type === 'chunk';
  return new Map(chunks.filter(isChunk).map(({ fileName, code }) => [fileName, code]));
}
