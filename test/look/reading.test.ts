import { join } from 'node:path';
import { build, type InlineConfig, mergeConfig, type Rolldown } from 'vite';
import { describe, expect, test } from 'vitest';
import { STYLE } from '../../src/archive/pages/style';
import { lean, READING } from '../../src/look/reading';
import commandLine from '../../vite.cli.config';
import extension from '../../wxt.config';
import { filesUnder, root, textAt } from '../rooms/source';

const env = { mode: 'production', command: 'build' } as const;

/** The style of the page in an archive, as a module of a build with these options gives it. */
async function styleIn(options: InlineConfig): Promise<unknown> {
  const entry = join(root, 'src/archive/pages/style.ts');
  const output = await build(
    mergeConfig(options, {
      root,
      configFile: false,
      publicDir: false,
      logLevel: 'error',
      build: { write: false, ssr: false, lib: { entry, formats: ['es'], fileName: 'style' } },
    }),
  );
  const [chunk] = [output]
    .flat()
    .flatMap((each): Rolldown.RolldownOutput['output'][number][] => ('output' in each ? each.output : []));
  if (chunk?.type !== 'chunk') throw new Error('no module was built');
  const { STYLE: style } = await import(`data:text/javascript,${encodeURIComponent(chunk.code)}`);
  return style;
}

describe('the style of the page in an archive', () => {
  test.each([
    ['the extension', () => extension.vite?.({ ...env, browser: 'chrome', manifestVersion: 3 } as never)],
    ['the command line', () => commandLine(env)],
    ['a build that makes everything as small as it can', () => ({ build: { minify: true, cssMinify: true } })],
  ] as const)('is the same text out of %s', async (_, options) => {
    expect(await styleIn((await options()) as InlineConfig)).toBe(STYLE);
  });

  test('asks for nothing, from outside or beside it', () => {
    expect(STYLE).not.toMatch(/url\(|@import|@font-face|image-set|src:|expression|<|\r/i);
    expect(STYLE.length).toBeLessThan(16_000);
  });

  test('holds every shared file, in the order in which the extension has them', () => {
    const imported = [...textAt('src/look/look.css').matchAll(/@import "\.\/(.*?)";/g)].map(([, name]) => name ?? '');
    expect(imported.toSorted()).toEqual(
      filesUnder('src/look')
        .filter((path) => path.endsWith('.css') && !path.endsWith('/look.css'))
        .map((path) => path.replace('src/look/', '')),
    );
    expect(READING).toBe(lean(imported.map((name) => textAt(`src/look/${name}`)).join('\n')));
  });
});

test('a lean sheet has lost its comments and its indentation, whatever ends its lines', () => {
  const sheet = '/* a { */\r\na,\r\n\tb {\r\n  color: red; /* x\n*/\r\n}\r\n';
  expect(lean(sheet)).toBe('\na,\nb {\ncolor: red;\n}\n');
});
