import { sourceOf } from '../archive/library';
import { sessionFolder } from '../archive/names';
import { openArchive } from '../archive/open';
import type { PackOptions } from '../archive/options';
import { verifyArchive } from '../archive/verify';
import { LIMITS } from '../archive/zip/limits';
import type { ByteSource } from '../archive/zip/ports';
import { openZip, type ZipEntry } from '../archive/zip/reader';
import { refusalSentence } from '../archive/zip/refusals';
import { type ContainerReading, readContainer } from '../intake/containers';
import { type Taken, take } from '../intake/take';
import { append } from '../lib/append';
import { cutTextOf, looseText, textOf } from '../lib/bytes';
import { parseJson } from '../lib/json';
import type { LibraryHead } from '../model/library';
import type { ExchangeHead, Reader } from '../providers/contract';
import { readerOf, readers } from '../providers/readers';
import type { Book } from './book';
import {
  type ExportedProjects,
  NO_PROJECTS,
  ofSession,
  PROJECT_FILES,
  projectsBeside,
  projectsFor,
  projectsIn,
} from './export-projects';
import { chunksOf, fileSource } from './files';
import { recordedAnswer } from './recorded';
import { entryOf, type Rest } from './rest';
import { tidied } from './tidied';

/** How a file is to be read. */
export interface IntakeOptions {
  readonly site: string | null;
  readonly only: readonly string[];
  readonly recorded: string | null;
  /** One of many files of a folder: what is no session there is passed over without a complaint. */
  readonly inFolder: boolean;
  /** Told of what is not packed. */
  readonly rest: Rest;
}

interface Read {
  readonly complaints: string[];
  readonly options: PackOptions | null;
  /** Of a backup, all of whose sessions were taken. */
  readonly library?: LibraryHead | null;
}

const EPOCH = '1970-01-01T00:00:00.000Z';
const ORDINARY = 64_000_000; // a JSON file up to here is parsed whole; a larger one can only be a list of conversations
const EXPORT_ENTRY = /(?:^|\/)(?:conversations(?:-\d+)?|design_chats\/[\w.-]+)\.json$/;
const LIST_ENTRY = /(?:^|\/)conversations(?:-\d+)?\.json$/;

const said = (...complaints: string[]): Read => ({ complaints, options: null });

/** What a file says that holds nothing to read: in a folder it is only noted, alone it is complained of. */
function nothingRead(path: string, complaint: string, { inFolder, rest }: IntakeOptions): Read {
  if (!inFolder) return said(complaint);
  rest.passedOver(path);
  return said();
}

/** Reads one file into the book, whatever it is: an archive, an official export, a recorded answer. */
export async function readInto(path: string, book: Book, options: IntakeOptions): Promise<Read> {
  const source = await fileSource(path);
  // an archive's artifacts are read when they are written: its file stays open as long as the book
  book.onClose(() => source.close());
  const start = await source.read(0, Math.min(4, source.size));
  if (looseText(start.subarray(0, 2)) === 'PK') return readZip(path, source, book, options);
  if (options.inFolder && !path.endsWith('.json')) return nothingRead(path, '', options);
  if (source.size > ORDINARY)
    return readConversations(path, chunksOf(source), { book, options, projects: await projectsOf(path, options) });
  return readJson(path, await source.read(0, source.size), book, options);
}

async function readZip(path: string, source: ByteSource, book: Book, options: IntakeOptions): Promise<Read> {
  const zip = await openZip(source, 'foreign', LIMITS);
  if (zip.kind === 'refused') return said(`${path}: ${refusalSentence(zip)}`);
  const ours = [...zip.entries.keys()].some((name) => /^[^/]+\/bagit\.txt$/.test(name));
  return ours ? readArchive(path, source, book, options) : readExport(path, zip.entries, book, options);
}

async function readArchive(path: string, source: ByteSource, book: Book, { only }: IntakeOptions): Promise<Read> {
  const archive = await openArchive(source);
  if (archive.kind === 'refused') return said(`${path}: ${archive.flaw.sentence}`);
  const verdict = await verifyArchive(archive);
  if (verdict.kind === 'refused') return said(`${path}: ${verdict.flaw.sentence}`);
  const wanted = archive.sessions.filter(({ identity }) => only.length === 0 || only.includes(identity.native));
  // what lacks bytes is still a session; one with a broken log, or that says it is another, is none
  const broken = new Set(verdict.flaws.flatMap(({ where }) => /^(.*\/)session\.jsonl?$/.exec(where)?.[1] ?? []));
  for (const session of wanted)
    if (!broken.has(sessionFolder(session.slug))) book.addVerbatim(sourceOf(archive, session), archive.artifact);
  const library = wanted.length === archive.sessions.length ? archive.library : null;
  return { complaints: verdict.flaws.map(({ sentence }) => `${path}: ${sentence}`), options: archive.options, library };
}

async function readExport(
  path: string,
  entries: ReadonlyMap<string, ZipEntry>,
  book: Book,
  options: IntakeOptions,
): Promise<Read> {
  const shards = [...entries].filter(([name]) => EXPORT_ENTRY.test(name));
  if (shards.length === 0)
    return said(`${path}: this zip is neither an archive nor an official export that can be read.`);
  const beside = [...entries].filter(([name]) => PROJECT_FILES.some((each) => name.split('/').at(-1) === each));
  const small = beside.filter(([, { size }]) => size <= ORDINARY);
  const projects = projectsIn(
    await Promise.all(small.map(async ([name, entry]) => ({ file: entryOf(path, name), bytes: await entry.read() }))),
  );
  for (const name of entries.keys()) if (!EXPORT_ENTRY.test(name)) options.rest.passedOver(entryOf(path, name));
  const complaints: string[] = [];
  for (const [name, entry] of shards.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const where = entryOf(path, name);
    const read = LIST_ENTRY.test(name)
      ? await readConversations(where, entry.stream(), { book, options, projects })
      : await readJson(where, await entry.read(), book, options);
    append(complaints, read.complaints);
  }
  return said(...complaints);
}

const headOf = (reader: Reader, form: ExchangeHead['form']): Omit<ExchangeHead, 'at'> & { at: null } => ({
  site: reader.site.id,
  origin: null,
  route: form === 'export' ? 'export' : (reader.site.call?.ways[0].route ?? 'conversation'),
  method: null,
  address: null,
  status: null,
  type: 'application/json',
  at: null,
  capture: 'file',
  form,
});

/** The reader that is asked for, else the one that knows the value. */
const readerFor = (value: unknown, site: string | null): Reader | null =>
  site === null ? (readers.find((reader) => reader.recognises(value)) ?? null) : readerOf(site);

async function readJson(
  path: string,
  bytes: Uint8Array<ArrayBuffer>,
  book: Book,
  options: IntakeOptions,
): Promise<Read> {
  const text = textOf(bytes);
  const value = text === null ? undefined : parseJson(text);
  // a stream may have been cut off inside a character
  if (value === undefined) return readText(path, bytes, text ?? cutTextOf(bytes), { book, options });
  if (isContainer(value))
    return readConversations(path, [bytes], { book, options, projects: await projectsOf(path, options) });
  const recorded = recordedAnswer(value, bytes, options.site);
  if (recorded) return readAnswer(path, recorded.body, { ...recorded, form: 'read' }, { book, options });
  const reader = readerFor(value, options.site);
  const form = reader?.isExported?.(value) ? 'export' : 'read';
  if (reader) return readAnswer(path, bytes, { reader, form }, { book, options });
  const unknown = `${path}: this JSON is of no site that can be read; if you know which it is, say --site ID.`;
  return nothingRead(path, unknown, options);
}

/** The rest of an export is looked at only where the person gave all of it. */
const projectsOf = (path: string, { inFolder }: IntakeOptions): Promise<ExportedProjects> | ExportedProjects =>
  inFolder ? projectsBeside(path) : NO_PROJECTS;

interface Into {
  readonly book: Book;
  readonly options: IntakeOptions;
}

/** A stream or a page: text that is not one JSON value, of the site that knows it. */
async function readText(path: string, bytes: Uint8Array<ArrayBuffer>, text: string | null, into: Into): Promise<Read> {
  const { site } = into.options;
  for (const reader of readers) {
    const known = text !== null && (site === null || site === reader.site.id) && reader.recognisesText(text);
    if (known) return readAnswer(path, bytes, { reader, ...known }, into);
  }
  return nothingRead(path, `${path}: ${notJson(text)}`, into.options);
}

type Answer = Partial<Pick<ExchangeHead, 'route' | 'method' | 'address' | 'status'>> & {
  readonly reader: Reader;
  readonly form: ExchangeHead['form'];
};

async function readAnswer(
  path: string,
  body: Uint8Array<ArrayBuffer>,
  { reader, form, route, method = null, address = null, status = null }: Answer,
  { book, options }: Into,
): Promise<Read> {
  const head = headOf(reader, form);
  const type = form === 'stream' ? 'text/event-stream' : form === 'page' ? 'text/html' : head.type;
  const known = { ...head, type, route: route ?? head.route, method, address, status };
  const taken = await take({ head: known, body, request: null }, reader, EPOCH);
  const { outcome } = taken;
  if (outcome.kind !== 'session') return said(`${path}: ${nothingIn(outcome, reader.site.name, form === 'page')}`);
  if (options.only.length === 0 || options.only.includes(outcome.native ?? '')) book.add(taken, options.recorded);
  return said();
}

function nothingIn(outcome: Exclude<Taken['outcome'], { kind: 'session' }>, site: string, isPage: boolean): string {
  if (outcome.kind === 'nothing' && isPage)
    return `this page of ${site} shows no conversation: sign in there, open the chat, and save the page again.`;
  if (outcome.kind === 'nothing') return `there is no conversation in this answer of ${site}.`;
  if (outcome.because === 'empty')
    return `${site} sent a conversation without a single message; nothing was kept of it.`;
  return `this is not a conversation as ${site} sends it (${outcome.at.join(', ') || 'unknown shape'}).`;
}

/** What a file that is not JSON looks like, in words. */
function notJson(text: string | null): string {
  if (text === null) return 'this file is neither text nor a zip.';
  if (/^\{"actor":.*"prev":"[0-9a-f]{64}"/.test(text))
    return 'this is the log out of an archive, which says nothing without it: pack the archive itself, as a zip.';
  if (/^\s*<[a-z!?]/i.test(text))
    return 'this is a web page, not an answer of a chat site: sign in there and save the answer again.';
  return /^\s*[[{]/.test(text) ? 'this JSON is cut off or broken.' : 'this file is not JSON.';
}

const isContainer = (value: unknown): boolean =>
  Array.isArray(value) ||
  (typeof value === 'object' && value !== null && 'conversations' in value && Array.isArray(value.conversations));

async function readConversations(
  path: string,
  chunks: AsyncIterable<Uint8Array<ArrayBuffer>> | Iterable<Uint8Array<ArrayBuffer>>,
  { book, options, projects }: Into & { readonly projects: ExportedProjects },
): Promise<Read> {
  const { site, only, inFolder, rest } = options;
  const found = await readContainer(tidied(chunks), {
    only,
    readerFor: (value) => readerFor(value, site),
    head: (reader) => headOf(reader, 'export'),
    fallbackTime: EPOCH,
    each: (taken) => addWithProject(taken, projects, { book, options }),
  });
  for (const { native, frame, bytes } of found.containers) book.contained(native, frame, bytes);
  rest.withoutMessage(found.empty);
  if (inFolder && found.read === 0) {
    if (found.empty === 0 || found.unread > 0) rest.passedOver(path);
    return said();
  }
  return said(...complaintsOf(path, found, only.length > 0));
}

/** A conversation, and what the export says of the project that it is of. */
async function addWithProject(
  taken: Taken,
  projects: ExportedProjects,
  { book, options }: Into,
): Promise<string | null> {
  const { recorded, rest } = options;
  const native = book.add(taken, recorded);
  if (native === null) return null;
  for (const { reader, bytes, file } of projectsFor(taken, projects)) {
    rest.tookFrom(file);
    const head = { ...headOf(reader, 'export'), route: 'project' };
    book.add(ofSession(await take({ head, body: bytes, request: null }, reader, EPOCH), native), recorded);
  }
  return native;
}

function complaintsOf(path: string, { kind, read, unread, empty }: ContainerReading, chosen: boolean): string[] {
  if (kind === 'no-list') return [`${path}: this JSON holds no list of conversations.`];
  if (kind === 'broken')
    return [`${path}: this JSON is cut off or broken; ${read} conversations before that were read and are kept.`];
  if (unread > 0 && read + empty === 0) return [`${path}: nothing in this list is a conversation that can be read.`];
  if (unread > 0) return [`${path}: ${unread} of ${unread + read + empty} conversations in it could not be read.`];
  return read === 0 && !chosen ? [`${path}: this file holds no conversation with a message in it.`] : [];
}
