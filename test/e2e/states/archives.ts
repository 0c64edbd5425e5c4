import 'fake-indexeddb/auto';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import JSZip from 'jszip';
import { DEFAULT_OPTIONS } from '../../../src/archive/options';
import { pack } from '../../../src/archive/pack';
import { memorySink } from '../../../src/archive/zip/ports';
import type { logOf } from '../../ui/kept';
import { temporaryFolder } from '../harness/temporary';

type Log = Awaited<ReturnType<typeof logOf>>;

/** Files to give to the library, and what a person sees who opens the page in one. */
export interface Archives {
  readonly sound: string;
  /** What is wrong with it can be passed over. */
  readonly damaged: string;
  /** It is not to be opened. */
  readonly refused: string;
  /** Addresses of the page of an unpacked archive: of one session, of several. */
  readonly one: string;
  readonly several: string;
}

/** The archive of some sessions, as this release packs it. */
export async function archiveOf(...logs: readonly Log[]): Promise<Uint8Array> {
  const sink = memorySink();
  const sessions = logs.map(({ identity, lines }) => ({
    identity,
    containers: [],
    lines: lines.map(({ line }) => line),
  }));
  const artifacts = new Map(logs.flatMap((log) => [...log.artifacts]));
  const artifact = async (hash: string) => artifacts.get(hash) ?? null;
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  await pack({ sessions, artifact, release: version, options: DEFAULT_OPTIONS }, sink);
  return sink.bytes();
}

/** The same archive with some words changed in the files whose path ends so. */
export async function changed(archive: Uint8Array, ending: string, from: string, to: string): Promise<Uint8Array> {
  const zip = await JSZip.loadAsync(archive);
  for (const [path, file] of Object.entries(zip.files))
    if (path.endsWith(ending)) zip.file(path, (await file.async('string')).replace(from, to), { createFolders: false });
  return zip.generateAsync({ type: 'uint8array', compression: 'DEFLATE' });
}

/** Writes all of them into a folder of this run; the first log has the words that are changed. */
export async function writeArchives(first: Log, ...others: readonly Log[]): Promise<Archives> {
  const folder = temporaryFolder('archives');
  const archive = await archiveOf(first);
  const written = (name: string, bytes: Uint8Array): string => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    return path;
  };
  const sound = written('tides.zip', archive);
  return {
    sound,
    damaged: written('damaged.zip', await changed(archive, '/raw.pack', 'Skerry harbour', 'Merry harbours')),
    refused: written('refused.zip', await changed(archive, '/session.jsonl', 'Skerry harbour', 'Merry harbours')),
    one: pageOf(sound),
    several: pageOf(written('several.zip', await archiveOf(first, ...others))),
  };
}

/** Unpacks an archive as a person would; the address of its page. */
function pageOf(path: string): string {
  const folder = temporaryFolder('unpacked');
  execFileSync('unzip', ['-q', path, '-d', folder]);
  return pathToFileURL(join(folder, readdirSync(folder)[0] ?? '', 'index.html')).href;
}
