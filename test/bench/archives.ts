import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openArchive } from '../../src/archive/open';
import { type PackInput, pack, planArchive } from '../../src/archive/pack';
import { verifyArchive } from '../../src/archive/verify';
import { crc32 } from '../../src/archive/zip/crc32';
import { packed } from '../../src/archive/zip/deflate';
import { openZip } from '../../src/archive/zip/reader';
import { fileSource, wholeFile } from '../../src/cli/files';
import { write } from '../../src/intake/record';
import { artifactName, sha256Hex, sha256Native } from '../../src/lib/hash';
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

/** What packing cannot do without: every file hashed, summed, deflated by the same codec, and written. */
async function packFloor(input: PackInput, path: string): Promise<() => Promise<void>> {
  const { entries } = await planArchive(input);
  const files = await Promise.all(
    entries.map(async (entry) => ({ bytes: await entry.bytes(), stored: entry.compressed ?? false })),
  );
  return async () => {
    const file = await wholeFile(path);
    for (const { bytes, stored } of files) {
      await sha256Native(bytes);
      crc32(bytes);
      for (const piece of (await packed(bytes, stored)).pieces) await file.write(piece);
    }
    await file.done();
  };
}

/** What verifying cannot do without: every file read, inflated, summed and hashed. */
const verifyFloor = (path: string) => async (): Promise<void> => {
  const source = await fileSource(path);
  const zip = await openZip(source, 'archive');
  if (zip.kind === 'refused') throw new Error('refused');
  for (const entry of zip.entries.values()) await sha256Native(await entry.read());
  await source.close();
};

async function verify(path: string): Promise<void> {
  const source = await fileSource(path);
  const archive = await openArchive(source);
  if (archive.kind === 'refused') throw new Error(archive.flaw.sentence);
  const verdict = await verifyArchive(archive);
  if (verdict.kind !== 'sound') throw new Error(`the archive is ${verdict.kind}`);
  await source.close();
}

const line = (what: string, most: number, { ratio, work, floor }: Outcome): Result => ({
  what,
  value: ratio,
  unit: '×',
  most,
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
      const input = await make();
      const path = join(folder, 'x.zip');
      const packIt = async (): Promise<void> => {
        const file = await wholeFile(path);
        await pack(input, file);
        await file.done();
      };
      const floor = await packFloor(input, join(folder, 'floor'));
      results.push(
        line(`packing ${kind} / hash, checksum, deflate and write`, 1.75, await contest({ floor, work: packIt })),
      );
      const verified = await contest({ floor: verifyFloor(path), work: () => verify(path) });
      results.push(line(`verifying ${kind} / read, inflate and hash`, 1.3, verified));
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return results;
}
