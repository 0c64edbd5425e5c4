import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openArchive } from '../../src/archive/open';
import { type PackInput, pack, planArchive } from '../../src/archive/pack';
import { RawIndex } from '../../src/archive/raw-pack';
import { verifyArchive } from '../../src/archive/verify';
import { LIMITS } from '../../src/archive/zip/limits';
import { STORE } from '../../src/archive/zip/listed';
import type { ByteSource } from '../../src/archive/zip/ports';
import { preflight } from '../../src/archive/zip/preflight';
import { openZip, type ZipEntry } from '../../src/archive/zip/reader';
import { writeZip } from '../../src/archive/zip/write';
import { fileSource, wholeFile } from '../../src/cli/files';
import { write } from '../../src/intake/record';
import { textOf } from '../../src/lib/bytes';
import { artifactName, sha256Hex, sha256Native, sha256Quick } from '../../src/lib/hash';
import { parseJson } from '../../src/lib/json';
import { hashLines } from '../../src/model/chain';
import { FORMAT_VERSION, type Observation } from '../../src/model/event';
import { sessionEventId, sessionKey } from '../../src/model/ids';
import { composed, noise } from './compose';
import { contest, type Outcome } from './measure';
import { logged } from './reading';
import type { Result } from './result';

const identityOf = (native: string): PackInput['sessions'][number]['identity'] => ({
  key: sessionKey('chatgpt', 'https://chatgpt.com', native),
  site: 'chatgpt',
  origin: 'https://chatgpt.com',
  native,
});

/** One long conversation: nothing but text. */
async function textInput(): Promise<PackInput> {
  const { taken, lines, native } = await logged(composed('c1', 18_000_000));
  return {
    sessions: [{ identity: identityOf(native), containers: [], lines }],
    artifact: async (hash) => taken.artifacts.get(hash) ?? null,
    release: '0',
    options: { targets: [] },
  };
}

/** A picture the person added: an event of its own, so that the archive has its bytes to keep. */
const pictureEvent = (name: string, hash: string, bytes: number): Observation<'artifact'> => ({
  v: FORMAT_VERSION,
  id: sessionEventId('chatgpt', 'c2', 'artifact', name),
  thread: 'root',
  parents: [],
  at: { occurred: null, updated: null },
  actor: { kind: 'user', name: null, model: null },
  kind: 'artifact',
  body: { artifact: artifactName(hash), name, mime: 'image/jpeg', bytes, role: 'attachment' },
  native: { id: null, node: null, type: null, parent: null },
  source: { platform: 'chatgpt', capture: 'user', form: 'note', reader: 'chatgpt@1', raw: [] },
  fidelity: 'exact',
  sealed: [],
});

/** A short conversation with many large pictures. */
async function mediaInput(): Promise<PackInput> {
  const { taken, log, lines, native } = await logged(composed('c2', 50_000));
  const artifacts = new Map(taken.artifacts);
  const events = Array.from({ length: 48 }, (_, n) => {
    const bytes = noise(4 * 1024 * 1024, n + 1);
    const hash = sha256Hex(bytes);
    artifacts.set(hash, bytes);
    return pictureEvent(`${n}.jpg`, hash, bytes.length);
  });
  const more = write(log, events, { artifacts }, '2026-10-01T12:00:00.000Z');
  return {
    sessions: [
      { identity: identityOf(native), containers: [], lines: [...lines, ...more.lines.map(({ line }) => line)] },
    ],
    artifact: async (hash) => artifacts.get(hash) ?? null,
    release: '0',
    options: { targets: [] },
  };
}

/** What packing cannot do without: every file hashed, and written by the same writer (so by the same codec). */
async function packFloor(input: PackInput, path: string): Promise<() => Promise<void>> {
  const { entries } = await planArchive(input);
  const files = await Promise.all(entries.map(async (entry) => ({ entry, bytes: await entry.bytes() })));
  return async () => {
    for (const { bytes } of files) await sha256Native(bytes);
    const file = await wholeFile(path);
    const filled = files.map(({ entry, bytes }) => ({ ...entry, bytes: async () => bytes }));
    await writeZip(filled, file);
    await file.done();
  };
}

/**
 * What verifying any archive costs at least: every file read, inflated and hashed by what every platform has for it, a
 * browser too.
 */
const platformFloor = (path: string) => async (): Promise<void> => {
  const source = await fileSource(path);
  const zip = await preflight(source, 'archive', LIMITS);
  if (zip.kind === 'refused') throw new Error('refused');
  for (const { entry, start } of zip.entries) {
    const packed = await source.read(start, start + entry.packed);
    const bytes = entry.method === STORE ? packed : await inflated(packed);
    await crypto.subtle.digest('SHA-256', bytes);
  }
  await source.close();
};

const inflated = async (packed: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> =>
  new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'))).arrayBuffer();

/** The same by our own reader, with the checksums that a zip has. */
const readerFloor = (path: string) => async (): Promise<void> => {
  const source = await fileSource(path);
  for (const entry of (await entriesOf(source)).values()) await sha256Native(await entry.read());
  await source.close();
};

/**
 * What verifying one of ours costs at least: that, and every line of a log hashed, for the chain, parsed, and written
 * again, to see that it is canonical; every piece of a pack hashed, for its index.
 */
const formatFloor = (path: string) => async (): Promise<void> => {
  const source = await fileSource(path);
  const entries = await entriesOf(source);
  const pieces = await piecesOf(entries);
  for (const [name, entry] of entries) await fileFloor(name, await entry.read(), pieces);
  await source.close();
};

async function entriesOf(source: ByteSource): Promise<ReadonlyMap<string, ZipEntry>> {
  const zip = await openZip(source, 'archive');
  if (zip.kind === 'refused') throw new Error('refused');
  return zip.entries;
}

async function fileFloor(
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  pieces: readonly (readonly [from: number, to: number])[],
): Promise<void> {
  await sha256Native(bytes);
  if (name.endsWith('/session.jsonl')) await logFloor(bytes);
  if (name.endsWith('/raw.pack')) for (const [from, to] of pieces) await sha256Quick(bytes.subarray(from, to));
}

async function logFloor(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const lines = (textOf(bytes) ?? '').split('\n').slice(0, -1);
  await hashLines(bytes);
  for (const line of lines) if (JSON.stringify(JSON.parse(line)) !== line) throw new Error('not canonical');
}

async function piecesOf(entries: ReadonlyMap<string, ZipEntry>): Promise<[number, number][]> {
  const index = [...entries].find(([name]) => name.endsWith('/raw.index.json'))?.[1];
  const listed = index ? RawIndex.parse(parseJson(textOf(await index.read()) ?? '')) : [];
  return listed.map(({ offset, bytes }) => [offset, offset + bytes]);
}

async function verify(path: string): Promise<void> {
  const source = await fileSource(path);
  const archive = await openArchive(source);
  if (archive.kind === 'refused') throw new Error(archive.flaw.sentence);
  const verdict = await verifyArchive(archive);
  if (verdict.kind !== 'sound') throw new Error(`the archive is ${verdict.kind}`);
  await source.close();
}

const line = (what: string, { ratio, work, floor }: Outcome, most?: number): Result => ({
  what,
  value: ratio,
  unit: '×',
  ...(most === undefined ? {} : { most }),
  detail: `${work.cpu.toFixed(0)} ms against ${floor.cpu.toFixed(0)} ms of CPU, ${work.wall.toFixed(0)} against ${floor.wall.toFixed(0)} by the clock`,
});

/** Packing and verifying against their floors, without `continue/`. */
export async function benchArchives(): Promise<Result[]> {
  const folder = await mkdtemp(join(tmpdir(), 'valise-bench-'));
  const results: Result[] = [];
  try {
    for (const [kind, make] of [
      ['pictures, 192 MB', mediaInput],
      ['text, 18 MB', textInput],
    ] as const) {
      const path = join(folder, 'x.zip');
      results.push(await benchPack(kind, await make(), path));
      // by now nothing of what was packed is held: a collector that has to walk through it would be measured too
      results.push(...(await benchVerify(kind, path)));
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return results;
}

async function benchPack(kind: string, input: PackInput, path: string): Promise<Result> {
  const work = async (): Promise<void> => {
    const file = await wholeFile(path);
    await pack(input, file);
    await file.done();
  };
  const floor = await packFloor(input, `${path}.floor`);
  const what = `packing ${kind} / hashing its files and writing them with the same writer`;
  return line(what, await contest({ floor, work }), 1.75);
}

async function benchVerify(kind: string, path: string): Promise<Result[]> {
  const work = (): Promise<void> => verify(path);
  const against = async (floor: () => Promise<void>, what: string, most?: number): Promise<Result> =>
    line(`verifying ${kind} / ${what}`, await contest({ floor, work, rounds: 9 }), most);
  return [
    await against(platformFloor(path), 'inflating and hashing its files with what every platform has', 1.3),
    await against(readerFloor(path), 'inflating and hashing them with our reader'),
    await against(formatFloor(path), 'that; hashing, parsing and writing lines; hashing pieces'),
  ];
}
