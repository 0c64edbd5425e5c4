import { z } from 'zod';
import { textOf } from '../lib/bytes';
import { sha256Quick } from '../lib/hash';
import { member, parseJson } from '../lib/json';
import { hashLines } from '../model/chain';
import { FORMAT_VERSION } from '../model/event';
import type { LibraryHead } from '../model/library';
import type { Note } from '../model/note';
import { ArtifactName } from '../model/parts';
import { MANIFEST, readBagInfo, readManifest, TAG_MANIFEST } from './bag';
import { type Bag, noteOf, openLibrary } from './open-extras';
import { checkHash, documentIn, refusalIn, stop } from './open-steps';
import { optionsIn, type PackOptions } from './options';
import { RawIndex } from './raw-pack';
import { type Refused, refused } from './verdict';
import { LIMITS, type Limits } from './zip/limits';
import type { ByteSource } from './zip/ports';
import { openZip, type ZipEntry } from './zip/reader';
import { damageIn, refusalSentence } from './zip/refusals';

type Bytes = Uint8Array<ArrayBuffer>;

/** What reading a session needs of its `session.json`; the rest is computed again from the log. */
const Identity = z.looseObject({
  v: z.int().default(FORMAT_VERSION),
  key: z.string().regex(/^[0-9a-f]{64}$/),
  site: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/),
  origin: z.string(),
  native: z.string().optional(),
  title: z.string().nullable().optional(),
  leaf: z.string().nullable().optional(),
  containers: z.array(z.object({ frame: ArtifactName })).default([]),
});

/** One session of an opened archive. Its log is as written; nothing but its hash has been checked. */
export interface OpenedSession {
  readonly slug: string;
  readonly identity: { readonly key: string; readonly site: string; readonly origin: string; readonly native: string };
  readonly title: string | null;
  /** What `session.json` states that the log knows better: for the verdict only. */
  readonly said: { readonly title: string | null | undefined; readonly leaf: string | null | undefined };
  readonly containers: readonly { readonly frame: string }[];
  readonly lines: readonly string[];
  /** Bare hash of each line. */
  readonly hashes: readonly string[];
  /** Bare hash of `session.jsonl`. */
  readonly logHash: string;
  readonly index: RawIndex;
  /** What the person noted of it; null: nothing, or they left it out. */
  readonly note: Note | null;
  /** `raw.pack`, read when it is needed; null where its entry is damaged. The latest one that was read is held. */
  pack(): Promise<Bytes | null>;
}

/** An archive whose zip, manifests, tag files and logs hold; its artifacts are read one by one. */
export interface OpenedArchive {
  readonly kind: 'archive';
  /** The top folder. */
  readonly name: string;
  readonly info: ReadonlyMap<string, string>;
  readonly options: PackOptions;
  readonly sessions: readonly OpenedSession[];
  /** Of a backup: `library.json`. */
  readonly library: LibraryHead | null;
  /** Paths of the payload's manifest with their hashes. */
  readonly manifest: ReadonlyMap<string, string>;
  readonly entries: ReadonlyMap<string, ZipEntry>;
  /** Paths whose bytes were found to have the manifest's hash already. */
  readonly checked: ReadonlySet<string>;
  /** Bare hashes of all artifacts, packed ones too. */
  readonly artifacts: ReadonlySet<string>;
  /** An artifact's bytes; null where it is not there or its bytes differ from its hash. */
  artifact(hash: string): Promise<Bytes | null>;
}

const ARTIFACT = /^data\/artifacts\/sha256\/[0-9a-f]{2}\/([0-9a-f]{64})\.[a-z0-9]+$/;

/**
 * Opens an archive strictly and safely: the zip's directory before any inflating, then manifests, tag files, logs and
 * indexes. Whatever is refused is one sentence that names the entry. Artifacts are not read yet.
 */
export async function openArchive(source: ByteSource, limits: Limits = LIMITS): Promise<OpenedArchive | Refused> {
  const zip = await openZip(source, 'archive', limits);
  if (zip.kind === 'refused') return refused(zip.entry ?? '', zip.rule, refusalSentence(zip));
  try {
    return await openBag(zip.entries);
  } catch (error) {
    const refusal = refusalIn(error);
    if (refusal) return refusal;
    const damage = damageIn(error);
    if (damage) return refused(damage.entry ?? '', damage.rule, refusalSentence(damage));
    throw error;
  }
}

async function openBag(all: ReadonlyMap<string, ZipEntry>): Promise<OpenedArchive> {
  const name = topFolder(all);
  const entries = new Map([...all].map(([path, entry]) => [path.slice(name.length + 1), entry]));
  const text = async (path: string): Promise<string> => {
    const entry = entries.get(path);
    if (!entry) throw stop(path, 'missing', `The archive has no file "${path}", which every archive has.`);
    const read = textOf(await entry.read());
    if (read === null) throw stop(path, 'not-utf8', `The file "${path}" is not text in UTF-8.`);
    return read;
  };
  if (!/^BagIt-Version: 1\.0\r?\nTag-File-Character-Encoding: UTF-8\r?\n?$/.test(await text('bagit.txt')))
    throw stop(
      'bagit.txt',
      'not-a-bag',
      'The file "bagit.txt" does not say what every BagIt 1.0 bag says: this is not an archive of Valise.',
    );
  const manifest = manifestIn(MANIFEST, await text(MANIFEST));
  const tags = manifestIn(TAG_MANIFEST, await text(TAG_MANIFEST));
  checkListing(entries, manifest, tags);
  for (const [path, hash] of tags) await checkHash(path, hash, entries);
  const info = readBagInfo(await text('bag-info.txt'));
  const checked = new Set<string>();
  const opening = { entries, manifest, checked, held: holdOne() };
  const sessions = await openSessions(opening);
  const library = await openLibrary(opening);
  if (sessions.length === 0) throw stop('', 'no-session', 'The archive holds no session.');
  return assembleArchive({ name, info, manifest, entries, checked, sessions, library });
}

function topFolder(all: ReadonlyMap<string, ZipEntry>): string {
  const tops = new Set([...all.keys()].map((path) => path.split('/')[0] ?? ''));
  const [name] = tops;
  if (tops.size !== 1 || name === undefined || all.has(name))
    throw stop('', 'top-folder', 'The zip does not hold exactly one folder, as every archive does.');
  return name;
}

function manifestIn(path: string, text: string): Map<string, string> {
  const read = readManifest(text);
  if ('badLine' in read) throw stop(path, 'manifest', `Line ${read.badLine} of "${path}" is not as a manifest has it.`);
  return read.files;
}

function checkListing(
  entries: ReadonlyMap<string, unknown>,
  manifest: ReadonlyMap<string, string>,
  tags: ReadonlyMap<string, string>,
): void {
  if (entries.has('fetch.txt'))
    throw stop('fetch.txt', 'fetch', 'The archive asks for files from the network ("fetch.txt"), which is never done.');
  const unlisted = [...entries.keys()].find((path) => !UNLISTED.has(path) && !manifest.has(path) && !tags.has(path));
  if (unlisted !== undefined)
    throw stop(unlisted, 'unlisted', `The file "${unlisted}" is in no manifest: somebody put it there afterwards.`);
  const astray = [...manifest.keys()].find((path) => !path.startsWith('data/'));
  if (astray !== undefined)
    throw stop(astray, 'manifest', `"${MANIFEST}" lists "${astray}", which is no part of the payload.`);
  // a missing artifact does not stop the rest from being read: the verdict names it
  const missing = [...manifest.keys(), ...tags.keys()].find((path) => !entries.has(path) && !ARTIFACT.test(path));
  if (missing !== undefined) throw stop(missing, 'missing', `The file "${missing}" is missing from the archive.`);
}

/** The manifest of the tag files cannot list itself, nor the signature made over it. */
const UNLISTED: ReadonlySet<string> = new Set([TAG_MANIFEST, `${TAG_MANIFEST}.sig`]);

interface Opening extends Bag {
  readonly held: ReturnType<typeof holdOne>;
}

/** Holds the bytes of the latest entry that was asked for: artifacts are asked for session by session. */
function holdOne(): (entry: ZipEntry) => Promise<Bytes | null> {
  let held: { entry: ZipEntry; bytes: Promise<Bytes | null> } | null = null;
  return (entry) => {
    if (held?.entry !== entry) held = { entry, bytes: readOrNull(entry) };
    return held.bytes;
  };
}

async function openSessions(opening: Opening): Promise<OpenedSession[]> {
  const sessions: OpenedSession[] = [];
  for (const path of opening.manifest.keys()) {
    const slug = /^data\/sessions\/([^/]+)\/session\.jsonl$/.exec(path)?.[1];
    if (slug !== undefined) sessions.push(await openSession(slug, opening));
  }
  return sessions;
}

async function openSession(slug: string, { entries, manifest, checked: done, held }: Opening): Promise<OpenedSession> {
  const folder = `data/sessions/${slug}/`;
  const checked = async (file: string): Promise<{ bytes: Bytes; text: string }> => {
    const path = folder + file;
    const bytes = await checkHash(path, manifest.get(path) ?? '', entries);
    done.add(path);
    const text = textOf(bytes);
    if (text === null) throw stop(path, 'not-utf8', `The file "${path}" is not text in UTF-8.`);
    return { bytes, text };
  };
  const head = documentIn(Identity, `${folder}session.json`, (await checked('session.json')).text);
  if (head.v > FORMAT_VERSION)
    throw stop(
      `${folder}session.json`,
      'newer',
      `The session "${slug}" is in format ${head.v}; this release reads up to format ${FORMAT_VERSION}. Please take a newer release: nothing was changed.`,
    );
  const log = await checked('session.jsonl');
  const lines = log.text.split('\n');
  if (lines.pop() !== '')
    throw stop(
      `${folder}session.jsonl`,
      'log',
      `The log "${folder}session.jsonl" does not end in a line end: it is cut off.`,
    );
  if (lines.length === 0)
    throw stop(`${folder}session.jsonl`, 'log', `The log "${folder}session.jsonl" is empty: it holds no event.`);
  const packed = entries.get(`${folder}raw.pack`);
  const index = packed ? documentIn(RawIndex, `${folder}raw.index.json`, (await checked('raw.index.json')).text) : [];
  const { key, site, origin } = head;
  const native = head.native ?? nativeIn(lines) ?? key;
  return {
    slug,
    identity: { key, site, origin, native },
    title: head.title ?? null,
    said: { title: head.title, leaf: head.leaf },
    containers: head.containers,
    lines,
    hashes: await hashLines(log.bytes),
    logHash: manifest.get(`${folder}session.jsonl`) ?? '',
    index,
    note: manifest.has(`${folder}notes.jsonl`) ? noteOf(folder, (await checked('notes.jsonl')).text) : null,
    pack: async () => (packed ? held(packed) : new Uint8Array()),
  };
}

/** The site's own id, as the log's first line has it: for a `session.json` that others wrote and that leaves it out. */
function nativeIn([first = '']: readonly string[]): string | null {
  const session = member(member(parseJson(first), 'body'), 'session');
  return typeof session === 'string' ? session : null;
}

function assembleArchive(
  parts: Pick<OpenedArchive, 'name' | 'info' | 'manifest' | 'entries' | 'checked' | 'sessions' | 'library'>,
): OpenedArchive {
  const where = new Map<string, { entry: ZipEntry } | { session: OpenedSession; offset: number; bytes: number }>();
  for (const session of parts.sessions)
    for (const { sha256, offset, bytes } of session.index) where.set(sha256, { session, offset, bytes });
  for (const [path, entry] of parts.entries) {
    const hash = ARTIFACT.exec(path)?.[1];
    if (hash !== undefined) where.set(hash, { entry });
  }
  const artifact = async (hash: string): Promise<Bytes | null> => {
    const place = where.get(hash);
    if (!place) return null;
    const bytes = 'entry' in place ? await readOrNull(place.entry) : await pieceOf(place);
    return bytes && (await sha256Quick(bytes)) === hash ? bytes : null;
  };
  return { kind: 'archive', ...parts, options: optionsIn(parts.info), artifacts: new Set(where.keys()), artifact };
}

async function pieceOf({
  session,
  offset,
  bytes,
}: {
  session: OpenedSession;
  offset: number;
  bytes: number;
}): Promise<Bytes | null> {
  const pack = await session.pack();
  return pack?.slice(offset, offset + bytes) ?? null;
}

async function readOrNull(entry: ZipEntry): Promise<Bytes | null> {
  try {
    return await entry.read();
  } catch (error) {
    if (damageIn(error)) return null; // a damaged artifact does not stop the rest; the verdict names it
    throw error;
  }
}
