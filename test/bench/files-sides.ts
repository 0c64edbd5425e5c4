import { readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { DEFAULT_OPTIONS } from '../../src/archive/options';
import { type PackInput, type PackSession, pack } from '../../src/archive/pack';
import { centralHeader, endRecords, localHeader } from '../../src/archive/zip/headers';
import { packEntry } from '../../src/archive/zip/pack-entry';
import type { ByteSink } from '../../src/archive/zip/ports';
import { fileSource } from '../../src/cli/files';
import { concat } from '../../src/lib/bytes';

/*
 * The two sides of packing files that lie on the disk, in a process of their own: packing as the extension does it, and
 * what any packer must do.
 */

/** A file of the archive and where its bytes lie. */
export interface FloorEntry {
  readonly path: string;
  readonly from: string;
  readonly compressed: boolean;
  /** An artifact: not one of the documents that are made of the log. */
  readonly isFile: boolean;
}

/** What a process is to pack, as the bench leaves it in a folder. */
export const inputOf = (folder: string, name: string): PackInput => ({
  sessions: [JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as PackSession], // written by the bench
  artifact: (hash) => wholeOf(join(folder, 'artifacts', hash)),
  release: '0',
  options: { ...DEFAULT_OPTIONS, targets: [] },
});

async function wholeOf(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const source = await fileSource(path);
  try {
    return await source.read(0, source.size);
  } finally {
    await source.close();
  }
}

/** Writes the archive of a session. */
const packed = async (folder: string, name: string, out: string): Promise<void> => {
  const input = inputOf(folder, name);
  await into(out, (sink) => pack(input, sink));
};

/** The same session and its pages, with none of its files' bytes. */
async function bare(folder: string, name: string, out: string): Promise<void> {
  const { artifact, ...input } = inputOf(folder, name);
  const files = new Set(floorOf(folder, name).map(({ from }) => basename(from)));
  await into(out, (sink) =>
    pack({ ...input, artifact: async (hash) => (files.has(hash) ? null : artifact(hash)) }, sink),
  );
}

const floorOf = (folder: string, name: string): FloorEntry[] =>
  JSON.parse(readFileSync(join(folder, `${name}.floor.json`), 'utf8')) as FloorEntry[]; // written by the bench

async function into(path: string, write: (sink: ByteSink) => Promise<unknown>): Promise<void> {
  const file = await open(path, 'w');
  try {
    await write({ write: (chunk) => file.writeFile(chunk) });
  } finally {
    await file.close();
  }
}

/** Reads every file, hashes it, deflates it as the archive has it, sums it up, and writes the same zip. */
async function floored(entries: readonly FloorEntry[], out: string): Promise<void> {
  await into(out, async (sink) => {
    const list: Uint8Array[] = [];
    let offset = 0;
    for (const { path, from, compressed } of entries) {
      const bytes = await wholeOf(from);
      await crypto.subtle.digest('SHA-256', bytes);
      const entry = { path, size: bytes.length, compressed, bytes: async () => bytes };
      const { header, pieces } = await packEntry(entry, offset, undefined);
      const local = localHeader(header);
      await sink.write(local);
      for (const piece of pieces) await sink.write(piece);
      list.push(centralHeader(header));
      offset += local.length + header.packed;
    }
    const directory = concat(list);
    await sink.write(directory);
    await sink.write(endRecords(entries.length, directory.length, offset));
  });
}

type Side = (folder: string, name: string, out: string) => Promise<void>;

export const sides = {
  pack: packed,
  packBare: bare,
  floor: (folder, name, out) => floored(floorOf(folder, name), out),
  filesFloor: (folder, name, out) =>
    floored(
      floorOf(folder, name).filter(({ isFile }) => isFile),
      out,
    ),
} satisfies Record<string, Side>;
export type SideName = keyof typeof sides;
