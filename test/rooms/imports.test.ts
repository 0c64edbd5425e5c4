import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { type Room, rooms } from './rooms';
import { loadedBy, packageOf, type Source, sources, target } from './source';

const inSrc = (path: string): string => path.replace(/^src\//, '').replace(/(\.d)?\.tsx?$/, '');

/** What `*` stood for where the path lies in the room, or null where it does not. */
function fits(room: string, path: string): readonly string[] | null {
  const pattern = new RegExp(`^${room.replaceAll('*', '([^/]+)')}(?:/|$)`);
  return pattern.exec(path)?.slice(1) ?? null;
}

const roomOf = (path: string): Room | undefined => rooms.find(({ room }) => fits(room, path) !== null);

/** True if the file may reach that path by one of the rooms listed, `$1` being what its own room's `*` stood for. */
function allowed(list: readonly string[], stood: readonly string[], path: string): boolean {
  return list.some((room) => fits(room.replaceAll('$1', stood[0] ?? ''), path) !== null);
}

/** What is wrong with one file's imports, as sentences. */
function faults(source: Source): string[] {
  const path = inSrc(source.path);
  const own = roomOf(path);
  if (!own) return [`${source.path} lies in no room: put it into one, or add the room to test/rooms/rooms.ts`];
  const stood = fits(own.room, path) ?? [];
  const home = own.room.replace('*', stood[0] ?? '');
  const wrong = ({ from, type }: Source['imports'][number]): boolean => {
    const file = target(source, from);
    if (file === null) return !type && !(own.packages ?? []).includes(packageOf(from) ?? '');
    if (!file.startsWith('src/')) return !/\.(css|json)$/.test(file);
    return !allowed([home, ...own.may, ...(type ? (own.types ?? []) : [])], stood, inSrc(file));
  };
  return source.imports
    .filter(wrong)
    .map(({ from }) => `${source.path} imports ${target(source, from) ?? from}: ${own.because}`);
}

test('imports go only where the table of rooms lets them', () => {
  expect(sources.filter(({ path }) => path.startsWith('src/') && !path.endsWith('.d.ts')).flatMap(faults)).toEqual([]);
});

test('what the table forbids is found', () => {
  const invented = (path: string, ...imports: string[]): Source => ({
    path,
    text: '',
    imports: imports.map((from) => ({ from, type: false })),
    dynamicImports: 0,
  });
  expect(faults(invented('src/ui/app.tsx', '../capture/tap/main', '../store/database', 'preact/hooks'))).toEqual([
    'src/ui/app.tsx imports src/capture/tap/main.ts: it asks and shows; it never reaches into a site',
  ]);
  const read = invented('src/providers/acme/read.ts', './site', '../kit/tree', '../chatgpt/site', 'dexie');
  expect(faults(read).map((each) => each.split(':')[0])).toEqual([
    'src/providers/acme/read.ts imports src/providers/chatgpt/site.ts',
    'src/providers/acme/read.ts imports dexie',
  ]);
  expect(faults(invented('src/somewhere/else.ts'))[0]).toContain('lies in no room');
});

/** What is loaded when it is first asked for, and why: each by one literal path into its own room. */
const LATER: Readonly<Record<string, string>> = {
  'src/tokens/counter.ts': 'the table of a tokenizer is two megabytes, and most pages count nothing',
  'entrypoints/offscreen/main.ts': 'what reads cited pages is 2.6 megabytes of program, and most exports have none',
};

test('every import is static', () => {
  for (const [path, why] of Object.entries(LATER)) {
    const source = sources.find((each) => each.path === path);
    expect([source?.dynamicImports, source?.text.match(/import\('\.\/[\w-]+'\)/g)?.length], why).toEqual([1, 1]);
  }
  const dynamic = sources.filter(({ path, dynamicImports }) => dynamicImports > 0 && !Object.hasOwn(LATER, path));
  expect(dynamic.map(({ path }) => `${path} has a dynamic import: a reader and a rule must see every import`)).toEqual(
    [],
  );
});

test('no file of ours is named with its extension, an alias or a folder', () => {
  const odd = sources.flatMap((source) =>
    source.imports
      .filter(({ from }) => /^[@~]{1,2}\/|^\..*\.tsx?$/.test(from) || /^\.*\/?$|\/index$/.test(from))
      .map(({ from }) => `${source.path} imports ${from}: name the file itself, relative and without extension`),
  );
  expect(odd).toEqual([]);
});

test('no file only passes on what others export', () => {
  const barrels = sources
    .filter(({ path }) => posix.basename(path).startsWith('index.'))
    .map(({ path }) => `${path}: there are no barrels here, import the file that has the thing`);
  expect(barrels).toEqual([]);
});

test('no page of ours and no worker loads the network room; only the background does', () => {
  const outside = sources
    .map(({ path }) => path)
    .filter((path) => /^entrypoints\/(?!background)/.test(path) || /worker\.ts$/.test(path))
    .flatMap((path) =>
      [...loadedBy(path)].filter((file) => file.startsWith('src/network/')).map((file) => [path, file]),
    );
  expect(outside.map(([path, file]) => `${path} loads ${file}: only the background reaches a network`)).toEqual([]);
});

test('the tap loads no package at all', () => {
  const taps = sources.filter(({ path }) => loadedBy('src/capture/tap/main.ts').has(path));
  const packages = taps.flatMap(({ path, imports }) =>
    imports.filter(({ from, type }) => !type && packageOf(from) !== null).map(({ from }) => `${path} loads ${from}`),
  );
  expect(packages).toEqual([]);
});
