import { append } from '../lib/append';
import { concat, utf8 } from '../lib/bytes';
import { Fault } from '../lib/fault';
import { sha256Hex } from '../lib/hash';
import { canonical } from '../lib/json';
import { compareText } from '../lib/text';
import { notesText } from '../model/note';
import { BAGIT_TXT, bagInfoOf, MANIFEST, manifestOf, payloadOxum, TAG_MANIFEST } from './bag';
import { type Fill, type Filled, filling } from './fill';
import { LIBRARY_JSON, type LibrarySource, libraryText, partLabels } from './library';
import { archiveName, contentIdentity, sessionFolder } from './names';
import type { PackOptions } from './options';
import { bothPages } from './pages/both-pages';
import { documentsOf } from './pages/documents';
import type { Chunk } from './pages/html';
import { indexPieces, sectionsOf } from './pages/index-html';
import { readmeMd } from './pages/readme';
import { schemaFiles } from './pages/schemas';
import { ALONE, type Section, sessionHtml } from './pages/session-html';
import { type PackSource, type Prepared, type PreparedSession, prepareSessions } from './prepare';
import type { GetMany, GetSizes } from './raw-pack';
import type { ByteSink, WriteOptions, ZipEntryIn } from './zip/ports';
import { writeZip } from './zip/write';

export type { PackSession, PackSource } from './prepare';

/** What an archive is made of. */
export interface PackInput {
  readonly sessions: readonly PackSource[];
  /** An artifact's bytes by bare hash, or null where they are not there. */
  readonly artifact: (hash: string) => Promise<Uint8Array<ArrayBuffer> | null>;
  /** The same of many, in their order, where that is faster than one after the other. */
  readonly artifacts?: GetMany;
  /** How many bytes they have. Known, more is held between looking at them and writing them, or less. */
  readonly sizes?: GetSizes;
  readonly release: string;
  readonly options: PackOptions;
  /** Of a backup of the whole library: what it holds beside the sessions, and which part this is. */
  readonly library?: LibrarySource | null;
  /** True: what is computed is held only as it is packed. For whoever writes it all, and asks for the bytes of none. */
  readonly early?: boolean;
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

/** Writes the archive of some sessions. Gives the plan that it followed. Faults: `cancelled`, `broken-promise`. */
export async function pack(input: PackInput, sink: ByteSink, options: WriteOptions = {}): Promise<Plan> {
  const plan = await planArchive({ ...input, early: true }, options.signal);
  await writeZip(plan.entries, sink, options);
  return plan;
}

/**
 * Computes every file of the archive but the artifacts, which are read to be looked at and, where they are many MB, once
 * more to be written.
 */
export async function planArchive(input: PackInput, signal?: AbortSignal): Promise<Plan> {
  const prepared = await prepareSessions(input, signal);
  const fill = filling(input.early ?? false, signal);
  const payload: Filled[] = [];
  const { library = null } = input;
  const extras = { notes: prepared.sessions.some(({ source }) => source.note), library: library !== null };
  for (const { path, text } of schemaFiles(extras)) payload.push(await fill(`data/schema/${path}`, text));
  const slugs = prepared.sessions.map(({ slug }) => slug);
  const sections = sectionsOf(slugs);
  const parts: Bytes[][] = [];
  const rest = async (): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, 0));
    if (signal?.aborted) throw new Fault('cancelled');
  };
  for (const [index, session] of prepared.sessions.entries()) {
    if (signal?.aborted) throw new Fault('cancelled');
    const { files, section } = await sessionFiles(session, { section: sections[index] ?? ALONE, rest, fill });
    append(payload, files);
    parts.push(section);
  }
  if (library) payload.push(await fill(LIBRARY_JSON, libraryText(library, prepared.sessions)));
  append(payload, artifactFiles(prepared, input));

  const identity = contentIdentity(
    prepared.sessions.map(({ logHash }) => logHash),
    [...prepared.artifacts.keys(), ...prepared.sessions.flatMap(({ packed }) => packed)],
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
    await fill('bagit.txt', BAGIT_TXT),
    await fill(
      'bag-info.txt',
      bagInfoOf({
        'Bagging-Date': baggingDate,
        'Payload-Oxum': payloadOxum(payload),
        'Valise-Archive-Identity': archiveIdentity,
        'Valise-Content-Identity': identity,
        'Valise-Options': canonical(input.options),
        'Valise-Release': input.release,
        ...(library && partLabels(library.part)),
      }),
    ),
    await fill('README.md', readmeMd({ archive, sessions: pages, extras })),
    await fill('index.html', concat(indexPieces(pages, archive, parts).map(chunkBytes))),
    await fill(MANIFEST, manifest),
  ];
  const all = [...payload, ...tags, await fill(TAG_MANIFEST, manifestOf(tags))];
  const entries = all.map(({ path, size, bytes, ready, compressed }) => ({
    ...{ path: `${name}/${path}`, size, bytes, compressed: compressed ?? false },
    ...(ready && { ready }),
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

interface Filling {
  readonly section: Section;
  readonly rest: () => Promise<void>;
  readonly fill: Fill;
}

/** The files of a session's folder, and its section of the page. */
async function sessionFiles(
  { source: { note }, slug, log, pack, packed, page }: PreparedSession,
  { section, rest, fill }: Filling,
): Promise<{ readonly files: readonly Filled[]; readonly section: Bytes[] }> {
  const folder = sessionFolder(slug);
  const files: Filled[] = [await fill(`${folder}session.jsonl`, await log())];
  const raw = await pack();
  if (packed.length > 0)
    files.push(await fill(`${folder}raw.pack`, raw.pack), await fill(`${folder}raw.index.json`, raw.index));
  if (note) files.push(await fill(`${folder}notes.jsonl`, notesText(note)));
  const said = await bothPages(page, section.prefix, rest);
  for (const { name, text } of documentsOf(page, (turn) => said(turn).markdown))
    files.push(await fill(folder + name, text));
  const pieces = sessionHtml(page, section, (turn) => said(turn).html);
  return { files, section: pieces.map(chunkBytes) };
}

const chunkBytes = (chunk: Chunk): Bytes => ('markup' in chunk ? utf8(chunk.markup) : chunk);

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
