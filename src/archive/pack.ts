import { append } from '../lib/append';
import { concat, utf8 } from '../lib/bytes';
import { Fault } from '../lib/fault';
import { sha256Hex, sha256Native } from '../lib/hash';
import { canonical } from '../lib/json';
import { compareText } from '../lib/text';
import { BAGIT_TXT, type BagFile, bagInfoOf, MANIFEST, manifestOf, payloadOxum, TAG_MANIFEST, textFile } from './bag';
import { archiveName, contentIdentity, sessionFolder } from './names';
import type { PackOptions } from './options';
import { bothPages } from './pages/both-pages';
import { sessionDocuments } from './pages/documents';
import type { Chunk } from './pages/html';
import { indexPieces, sectionsOf } from './pages/index-html';
import { readmeMd } from './pages/readme';
import { schemaFiles } from './pages/schemas';
import { ALONE, type Section, sessionHtml } from './pages/session-html';
import { type PackSession, type Prepared, type PreparedSession, prepareSessions } from './prepare';
import type { GetMany, GetSizes } from './raw-pack';
import type { ByteSink, WriteOptions, ZipEntryIn } from './zip/ports';
import { writeZip } from './zip/write';

export type { PackSession } from './prepare';

/** What an archive is made of. */
export interface PackInput {
  readonly sessions: readonly PackSession[];
  /** An artifact's bytes by bare hash, or null where they are not there. */
  readonly artifact: (hash: string) => Promise<Uint8Array<ArrayBuffer> | null>;
  /** The same of many, in their order, where that is faster than one after the other. */
  readonly artifacts?: GetMany;
  /** How many bytes they have. Known, more is held between looking at them and writing them, or less. */
  readonly sizes?: GetSizes;
  readonly release: string;
  readonly options: PackOptions;
}

/** An archive about to be written. The same input gives the same plan, on every machine. */
export interface Plan {
  /** The top folder. */
  readonly name: string;
  readonly slugs: readonly string[];
  readonly entries: readonly ZipEntryIn[];
  readonly contentIdentity: string;
  readonly archiveIdentity: string;
  /** Bytes of all files, unpacked. */
  readonly bytes: number;
}

type Bytes = Uint8Array<ArrayBuffer>;
type Filled = BagFile & Pick<ZipEntryIn, 'bytes' | 'compressed'>;

/** Writes the archive of some sessions. Gives the plan that it followed. Faults: `cancelled`, `broken-promise`. */
export async function pack(input: PackInput, sink: ByteSink, options: WriteOptions = {}): Promise<Plan> {
  const plan = await planArchive(input, options.signal);
  await writeZip(plan.entries, sink, options);
  return plan;
}

/**
 * Computes every file of the archive but the artifacts, which are read to be looked at and, where they are many MB, once
 * more to be written.
 */
export async function planArchive(input: PackInput, signal?: AbortSignal): Promise<Plan> {
  const prepared = await prepareSessions(input, signal);
  const payload: Filled[] = schemaFiles().map(({ path, text }) => fileOf(`data/schema/${path}`, text));
  const slugs = prepared.sessions.map(({ slug }) => slug);
  const sections = sectionsOf(slugs);
  const parts: Bytes[][] = [];
  const rest = async (): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, 0));
    if (signal?.aborted) throw new Fault('cancelled');
  };
  for (const [index, session] of prepared.sessions.entries()) {
    if (signal?.aborted) throw new Fault('cancelled');
    const { files, section } = await sessionFiles(session, sections[index] ?? ALONE, rest);
    append(payload, files);
    parts.push(section);
  }
  append(payload, artifactFiles(prepared, input));

  const identity = contentIdentity(
    prepared.sessions.map(({ logHash }) => logHash),
    [...prepared.artifacts.keys(), ...prepared.sessions.flatMap(({ packed }) => packed.packed)],
  );
  const baggingDate =
    prepared.sessions
      .map(({ lastRecorded }) => lastRecorded)
      .sort(compareText)
      .at(-1)
      ?.slice(0, 10) ?? '1970-01-01';
  const manifest = manifestOf(payload);
  const archiveIdentity = sha256Hex(manifest);
  const name = archiveName(slugs, baggingDate, identity);
  const pages = prepared.sessions.map(({ page }) => page);
  const archive = { name, release: input.release, contentIdentity: identity, archiveIdentity };
  const tags = [
    fileOf('bagit.txt', BAGIT_TXT),
    fileOf(
      'bag-info.txt',
      bagInfoOf({
        'Bagging-Date': baggingDate,
        'Payload-Oxum': payloadOxum(payload),
        'Valise-Archive-Identity': archiveIdentity,
        'Valise-Content-Identity': identity,
        'Valise-Options': canonical(input.options),
        'Valise-Release': input.release,
      }),
    ),
    fileOf('README.md', readmeMd({ archive, sessions: pages })),
    await bytesOf('index.html', concat(indexPieces(pages, archive, parts).map(chunkBytes))),
    fileOf(MANIFEST, manifest),
  ];
  const all = [...payload, ...tags, fileOf(TAG_MANIFEST, manifestOf(tags))];
  const entries = all.map(({ path, size, bytes, compressed }) => ({
    path: `${name}/${path}`,
    size,
    bytes,
    compressed: compressed ?? false,
  }));
  return {
    name,
    slugs,
    entries,
    contentIdentity: identity,
    archiveIdentity,
    bytes: all.reduce((sum, { size }) => sum + size, 0),
  };
}

/** The files of a session's folder, and its section of the page. */
async function sessionFiles(
  { slug, log, logHash, packed, page }: PreparedSession,
  section: Section,
  rest: () => Promise<void>,
): Promise<{ readonly files: readonly Filled[]; readonly section: Bytes[] }> {
  const folder = sessionFolder(slug);
  const own: Filled = { path: `${folder}session.jsonl`, sha256: logHash, size: log.length, bytes: once(log) };
  const files: (Filled | Promise<Filled>)[] = [own];
  const said = await bothPages(page, section.prefix, rest);
  for (const { name, text } of sessionDocuments(page, (turn) => said(turn).markdown))
    files.push(bytesOf(folder + name, text));
  if (packed.packed.length > 0)
    files.push(bytesOf(`${folder}raw.pack`, packed.pack), bytesOf(`${folder}raw.index.json`, packed.index));
  const pieces = sessionHtml(page, section, (turn) => said(turn).html);
  return { files: await Promise.all(files), section: pieces.map(chunkBytes) };
}

const chunkBytes = (chunk: Chunk): Bytes => ('markup' in chunk ? utf8(chunk.markup) : chunk);

function fileOf(path: string, text: string): Filled {
  const { bytes, ...file } = textFile(path, text);
  return { ...file, bytes: once(bytes) };
}

async function bytesOf(path: string, content: string | Uint8Array<ArrayBuffer>): Promise<Filled> {
  const bytes = typeof content === 'string' ? utf8(content) : content;
  return { path, sha256: await sha256Native(bytes), size: bytes.length, bytes: once(bytes) };
}

/** Bytes as an entry gives them, which is asked once: what is written already is not held until the last of it is. */
function once(bytes: Bytes): () => Promise<Bytes> {
  let held: Bytes | null = bytes;
  return async () => {
    const given = held;
    held = null;
    if (!given) throw new Fault('broken-promise');
    return given;
  };
}

function artifactFiles({ artifacts, held }: Prepared, { artifact }: PackInput): Filled[] {
  return [...artifacts].map(([sha256, { path, size, sniffed }]) => ({
    path,
    sha256,
    size,
    compressed: sniffed.compressed,
    bytes: async () => {
      // its hash was looked at a moment ago, and the finished archive is verified before anybody gets it
      const bytes = held.get(sha256) ?? (await artifact(sha256));
      held.delete(sha256);
      if (!bytes) throw new Fault('broken-promise');
      return bytes;
    },
  }));
}
