import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { exportName } from '../../scripts/build/site-scripts';
import { readers } from '../../src/providers/readers';
import { sites } from '../../src/providers/sites';
import { root, textAt } from './source';

const folder = join(root, 'src/providers');
const has = (site: string, file: string): boolean => existsSync(join(folder, site, file));

/** One folder per site; the practice chat's is listed in practice builds only. */
const folders = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'kit')
  .map(({ name }) => name)
  .sort();
const shipped = folders.filter((name) => name !== 'practice');

/** The line a list must have for a site, wherever it stands. */
const lists = (file: string, imported: string, from: string): boolean => {
  const text = existsSync(join(folder, file)) ? textAt(`src/providers/${file}`) : '';
  return new RegExp(`import \\{ ${imported} \\} from '\\./${from}'`).test(text);
};

describe('the site lists', () => {
  test('are in order, and hold every folder once', () => {
    expect(sites.map(({ id }) => id)).toEqual(shipped);
    expect(readers.map(({ site }) => site.id)).toEqual(shipped);
  });

  test('a reader is the reader of the site beside it', () => {
    for (const { site } of readers) expect(sites).toContain(site);
  });

  test('no two sites claim one origin', () => {
    const origins = sites.flatMap((site) => site.origins);
    expect(origins.filter((origin, at) => origins.indexOf(origin) !== at)).toEqual([]);
  });

  test('origins and file hosts are match patterns of one host and no port, as both browsers take them', () => {
    const patterns = sites.flatMap((site) => [...site.origins, ...site.fileHosts]);
    expect(patterns.filter((each) => !/^(https|http):\/\/(\*\.)?[a-z0-9.-]+\/\*$/.test(each))).toEqual([]);
  });

  test('routes of a site have names of their own, and a read call names one of them', () => {
    for (const { id, routes, call } of sites) {
      const names: string[] = routes.map(({ name }) => name);
      expect([...new Set(names)], id).toEqual(names);
      for (const { route } of call?.ways ?? []) expect(names, id).toContain(route);
    }
  });
});

describe.each(folders)('the folder of %s', (id) => {
  test('says who, what and how to read it', () => {
    const missing = ['site.ts', 'wire.ts', 'read.ts'].filter((file) => !has(id, file));
    expect(missing.map((file) => `src/providers/${id}/${file} is missing: see CONTRIBUTING.md, adding a site`)).toEqual(
      [],
    );
  });

  test('is in the lists, under its own name', () => {
    const name = exportName(id);
    expect(lists('sites.ts', name, `${id}/site`), `sites.ts has no line for ${name}`).toBe(true);
    expect(lists('readers.ts', `${name}Reader`, `${id}/read`), `readers.ts has no line for ${name}Reader`).toBe(true);
  });
});

describe.each(shipped)('the recorded exchanges of %s', (id) => {
  test('are there, each with what it should become', () => {
    const cases = join(root, 'test/providers', id);
    const names = existsSync(cases)
      ? readdirSync(cases, { withFileTypes: true }).filter((each) => each.isDirectory())
      : [];
    expect(names.length, `test/providers/${id}/ has no case: record an exchange`).toBeGreaterThan(0);
    const without = names.filter(({ name }) => !existsSync(join(cases, name, 'expected.json')));
    expect(without.map(({ name }) => `test/providers/${id}/${name} has no expected.json`)).toEqual([]);
  });
});
