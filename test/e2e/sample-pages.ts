import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { outTo } from '../../src/cli/out';
import { packCommand } from '../../src/cli/pack';

/** A page of an unpacked archive. */
export interface Opened {
  readonly name: string;
  readonly address: string;
}

const SITES = ['chatgpt', 'claude'];

/**
 * Packs every sample of the folder that VALISE_SAMPLES names and unpacks it, as a person would. None where there is no
 * such folder; what is no session is left out.
 */
export async function samplePages(folder: string): Promise<Opened[]> {
  const samples = process.env.VALISE_SAMPLES;
  if (!samples) {
    console.log('VALISE_SAMPLES names no folder: the pages of samples are not opened.');
    return [];
  }
  const pages: Opened[] = [];
  for (const path of SITES.flatMap((site) => filesBelow(join(samples, site)))) {
    const name = relative(samples, path);
    const page = await unpacked(path, join(folder, 'samples', name.replaceAll('/', '_')));
    if (page !== null) pages.push({ name, address: pathToFileURL(page).href });
  }
  if (pages.length === 0) throw new Error(`${samples}: no sample could be packed`);
  return pages;
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder)
    .sort()
    .map((name) => join(folder, name))
    .flatMap((path) => (statSync(path).isDirectory() ? filesBelow(path) : path))
    .filter((path) => !/\.expected\.|\.md$/.test(path));

const silent = outTo({ result: () => undefined, complaint: () => undefined }, false);

/** The path of the page, or null where nothing could be packed. */
async function unpacked(sample: string, folder: string): Promise<string | null> {
  mkdirSync(folder, { recursive: true });
  const zip = join(folder, 'x.zip');
  await packCommand([sample], { site: null, only: [], at: null, out: zip }, silent);
  if (!readdirSync(folder).includes('x.zip')) return null;
  execFileSync('unzip', ['-q', zip, '-d', folder]);
  const top = readdirSync(folder).find((name) => name !== 'x.zip') ?? '';
  return join(folder, top, 'index.html');
}
