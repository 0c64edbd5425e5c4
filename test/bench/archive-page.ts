import { deflateSync, inflateSync } from 'fflate';
import { openArchive } from '../../src/archive/open';
import { frameOf, RawIndex } from '../../src/archive/raw-pack';
import { verifyArchive } from '../../src/archive/verify';
import { LIMITS } from '../../src/archive/zip/limits';
import { DEFLATE, STORE } from '../../src/archive/zip/listed';
import { type ByteSource, blobSource } from '../../src/archive/zip/ports';
import { preflight } from '../../src/archive/zip/preflight';
import { writeArchive } from '../../src/jobs/export';
import { textOf } from '../../src/lib/bytes';
import { sha256All } from '../../src/lib/hash';
import { canonical, parseJson } from '../../src/lib/json';
import { hashLines } from '../../src/model/chain';
import { assemble } from '../../src/raw/frame';
import type { Database } from '../../src/store/database';
import { filled, type Kind } from './archive-inputs';

/*
 * What is measured, in a page of the extension, with its database. Each function is one side of a contest; the rest is
 * made ready before.
 */
type Bytes = Uint8Array<ArrayBuffer>;

interface Entry {
  readonly path: string;
  readonly method: number;
  readonly start: number;
  readonly packed: number;
  readonly size: number;
}

interface Ready {
  readonly db: Database;
  readonly session: string;
  readonly zip: Blob;
  readonly entries: readonly Entry[];
  /** What lies deflated in the zip, inflated. */
  readonly texts: readonly Bytes[];
}

let ready: Ready | null = null;

function made(): Ready {
  if (!ready) throw new Error('nothing is filled');
  return ready;
}

async function packed(db: Database, session: string): Promise<Blob> {
  const { signal } = new AbortController();
  const parts = { db, release: '0', progress: () => undefined, signal };
  return (await writeArchive({ sessions: [session] }, { targets: [] }, parts)).blob; // without `continue/`
}

async function fill(kind: Kind): Promise<{ readonly bytes: number; readonly entries: number }> {
  const { db, session } = await filled(kind);
  const zip = await packed(db, session);
  const entries = await entriesOf(zip);
  const texts = [];
  for (const entry of entries) if (entry.method === DEFLATE) texts.push(await contentOf(blobSource(zip), entry));
  ready = { db, session, zip, entries, texts };
  return { bytes: zip.size, entries: entries.length };
}

async function entriesOf(zip: Blob): Promise<Entry[]> {
  const sound = await preflight(blobSource(zip), 'archive', LIMITS);
  if (sound.kind === 'refused') throw new Error(sound.rule);
  return sound.entries.map(({ entry: { path, method, packed, size }, start }) => ({
    path,
    method,
    start,
    packed,
    size,
  }));
}

/** Below this the native inflate takes longer to be begun than fflate takes altogether. */
const SMALL = 64 * 1024;

/** An entry's content by the fastest means that a page has. */
async function contentOf(source: ByteSource, { method, start, packed, size }: Entry): Promise<Bytes> {
  const bytes = await source.read(start, start + packed);
  if (method === STORE) return bytes;
  if (packed < SMALL) return inflateSync(bytes, { out: new Uint8Array(size) });
  const { readable, writable } = new DecompressionStream('deflate-raw');
  const writer = writable.getWriter();
  writer.write(bytes);
  writer.close();
  return new Uint8Array(await new Response(readable).arrayBuffer());
}

/** Every file is read by itself. */
const plainSource = (blob: Blob): ByteSource => ({
  size: blob.size,
  read: async (from, to) => new Uint8Array(await blob.slice(from, to).arrayBuffer()),
});

const asked = <R>(request: IDBRequest<R>): Promise<R> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Everything the database has of the session, written into a file of the browser as it is. */
async function copy(): Promise<void> {
  const db = made().db.backendDB();
  const table = (name: string) => db.transaction(name).objectStore(name);
  const folder = await navigator.storage.getDirectory();
  const file = await (await folder.getFileHandle('copy', { create: true })).createWritable();
  await file.write((await asked(table('events').getAll())).map(({ line }) => line).join('\n'));
  for (const hash of await asked(table('contents').getAllKeys()))
    await file.write((await asked(table('contents').get(hash))).bytes);
  await file.close();
}

async function deflate(): Promise<void> {
  for (const text of made().texts) deflateSync(text, { level: 6 });
}

const hashed = (): Promise<void> => hashAll(plainSource(made().zip));

/** The same, files that lie together read together, as our reader does. */
const joined = (): Promise<void> => hashAll(blobSource(made().zip));

async function hashAll(source: ByteSource): Promise<void> {
  for (const entry of made().entries) await crypto.subtle.digest('SHA-256', await contentOf(source, entry));
}

/**
 * The same, and what the format asks for beside: every line hashed, parsed and written again; every piece of a pack
 * hashed; what was received put together from the pieces, and hashed.
 */
async function checked(): Promise<void> {
  const { zip, entries } = made();
  const source = plainSource(zip);
  const raw = new Map<string, Bytes>();
  for (const entry of entries) {
    const bytes = await contentOf(source, entry);
    await crypto.subtle.digest('SHA-256', bytes);
    if (entry.path.endsWith('/session.jsonl')) await checkedLog(bytes);
    if (entry.path.endsWith('/raw.pack')) for (const [hash, piece] of await piecesIn(bytes)) raw.set(hash, piece);
    const frame = /\/([0-9a-f]{64})\.json$/.exec(entry.path)?.[1];
    if (frame !== undefined) raw.set(frame, bytes);
  }
  await assembled(raw);
}

async function assembled(raw: ReadonlyMap<string, Bytes>): Promise<void> {
  for (const bytes of raw.values()) {
    const frame = frameOf(bytes);
    const put = frame && (await assemble(frame, async (hash) => raw.get(hash) ?? null));
    if (put && put.kind !== 'whole') throw new Error('not whole');
  }
}

async function checkedLog(log: Bytes): Promise<void> {
  await hashLines(log);
  for (const line of (textOf(log) ?? '').split('\n').slice(0, -1))
    if (canonical(JSON.parse(line)) !== line) throw new Error('not canonical');
}

async function piecesIn(pack: Bytes): Promise<[string, Bytes][]> {
  const { zip, entries } = made();
  const index = entries.find(({ path }) => path.endsWith('/raw.index.json'));
  const listed = index ? RawIndex.parse(parseJson(textOf(await contentOf(plainSource(zip), index)) ?? '')) : [];
  const pieces = listed.map(({ offset, bytes }) => pack.subarray(offset, offset + bytes));
  const hashes = await sha256All(pieces);
  return pieces.map((piece, i) => [hashes[i] ?? '', piece]);
}

async function verify(): Promise<void> {
  const archive = await openArchive(blobSource(made().zip));
  if (archive.kind === 'refused') throw new Error(archive.flaw.sentence);
  const verdict = await verifyArchive(archive);
  if (verdict.kind !== 'sound') throw new Error(`the archive is ${verdict.kind}`);
}

async function pack(): Promise<void> {
  const { db, session } = made();
  await packed(db, session);
}

const sides = { copy, deflate, hashed, joined, checked, verify, pack };
export type Side = keyof typeof sides;

Object.assign(globalThis, { bench: { fill, ...sides } });
