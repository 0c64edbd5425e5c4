import { LIMITS } from '../../src/archive/zip/limits';
import { STORE } from '../../src/archive/zip/listed';
import { memorySource } from '../../src/archive/zip/ports';
import { preflight } from '../../src/archive/zip/preflight';
import { openZip } from '../../src/archive/zip/reader';
import { fromBase64 } from '../../src/lib/bytes';
import { type Database, openDatabase } from '../../src/store/database';
import type { JobRow } from '../../src/store/job-rows';
import { readJob } from '../../src/store/jobs';

/*
 * What a person does in the popup and the library, from a page of the extension: the same messages, and then waiting until
 * the download of the verified archive has ended.
 */

interface Extension {
  readonly runtime: { sendMessage(message: unknown): Promise<{ readonly answer?: unknown; readonly fault?: string }> };
  readonly scripting: { executeScript(what: object): Promise<unknown> };
}
const { chrome } = globalThis as unknown as { chrome: Extension };

async function send(valise: string, ask: unknown): Promise<Record<string, string>> {
  const { answer, fault } = await chrome.runtime.sendMessage({ valise, ask });
  if (fault !== undefined) throw new Error(`${valise}: ${fault}`);
  return answer as Record<string, string>;
}

/** A look costs the browser something, too, and all of its processes are measured. */
const LOOK_AGAIN = 25;

/** A job once it is done. */
async function done(db: Database, id: string): Promise<JobRow> {
  for (;;) {
    const job = await readJob(db, id);
    if (job?.state === 'done') return job;
    if (job && job.state !== 'running' && job.state !== 'waiting') throw new Error(`${job.kind}: ${job.error}`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN));
  }
}

/** One chat: the button in the popup. Several: each is gone to and read, then all of them are exported as one archive. */
async function clicked(tab: number, paths: readonly string[]): Promise<JobRow> {
  const db = await openDatabase();
  const sessions: string[] = [];
  try {
    for (const path of paths) {
      if (paths.length > 1) await goTo(tab, path);
      const { job = '' } = await send('tab.read', { tab, pack: paths.length === 1 });
      const read = await done(db, job);
      const result = read.kind === 'read' ? read.result : null;
      if (result?.pack) return await done(db, result.pack);
      sessions.push(result?.session ?? '');
    }
    const { job = '' } = await send('export.start', { sessions });
    return await done(db, job);
  } finally {
    db.close();
  }
}

/** As the site's own page moves from one chat to the next. */
const goTo = (tab: number, path: string): Promise<unknown> =>
  chrome.scripting.executeScript({
    target: { tabId: tab },
    func: (to: string) => history.pushState(null, '', to),
    args: [path],
  });

async function toFile(tab: number, paths: readonly string[]): Promise<{ readonly ms: number; readonly bytes: number }> {
  const began = performance.now();
  const job = await clicked(tab, paths);
  const ms = performance.now() - began;
  return { ms, bytes: job.kind === 'export' ? (job.result?.bytes ?? 0) : 0 };
}

type Bytes = Uint8Array<ArrayBuffer>;

/** A file of an archive, and whether it lies there as it is. */
interface Given {
  readonly path: string;
  readonly bytes: Bytes;
  readonly isStored: boolean;
}
let given: readonly Given[] = [];

/** Takes the files out of an archive, and says how many bytes they are. */
async function give(zip: string): Promise<number> {
  const source = memorySource(fromBase64(zip));
  const sound = await preflight(source, 'archive', LIMITS);
  const opened = await openZip(source, 'archive');
  if (sound.kind === 'refused' || opened.kind === 'refused') throw new Error('the archive was refused');
  const stored = new Set(sound.entries.flatMap(({ entry }) => (entry.method === STORE ? [entry.path] : [])));
  const files: Given[] = [];
  for (const { path, read } of opened.entries.values())
    files.push({ path, bytes: await read(), isStored: stored.has(path) });
  given = files;
  return files.reduce((sum, { bytes }) => sum + bytes.length, 0);
}

const through = async (bytes: Bytes, way: CompressionStream | DecompressionStream): Promise<Bytes> =>
  new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(way)).arrayBuffer());

const LINE_END = 10;

/** Hashes a file, and a log line by line beside: each names the one before. */
async function hashed(path: string, bytes: Bytes): Promise<void> {
  await crypto.subtle.digest('SHA-256', bytes);
  if (!path.endsWith('/session.jsonl')) return;
  for (let at = 0, end = 0; at < bytes.length; at = end + 1) {
    end = bytes.indexOf(LINE_END, at);
    await crypto.subtle.digest('SHA-256', bytes.subarray(at, end));
  }
}

/**
 * What the format alone asks, by the browser's own means: each file and each line hashed, deflated, written into one file
 * of the browser, read from it, inflated and hashed again for the verdict. Nothing of it is read from a chat or made.
 */
async function format(): Promise<number> {
  const began = performance.now();
  const folder = await navigator.storage.getDirectory();
  const handle = await folder.getFileHandle('format', { create: true });
  const out = await handle.createWritable();
  const sizes: number[] = [];
  for (const { path, bytes, isStored } of given) {
    await hashed(path, bytes);
    const packed = isStored ? bytes : await through(bytes, new CompressionStream('deflate-raw'));
    sizes.push(packed.length);
    await out.write(packed);
  }
  await out.close();
  const file = await handle.getFile();
  let at = 0;
  for (const [index, { path, isStored }] of given.entries()) {
    const end = at + (sizes[index] ?? 0);
    const packed = new Uint8Array(await file.slice(at, end).arrayBuffer());
    await hashed(path, isStored ? packed : await through(packed, new DecompressionStream('deflate-raw')));
    at = end;
  }
  return performance.now() - began;
}

Object.assign(globalThis, { bench: { toFile, give, format } });
