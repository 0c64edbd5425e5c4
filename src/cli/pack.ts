import { basename, dirname, sep } from 'node:path';
import { sessionFolder } from '../archive/names';
import { type OpenedArchive, openArchive } from '../archive/open';
import { DEFAULT_OPTIONS, type PackOptions } from '../archive/options';
import { pack } from '../archive/pack';
import { verifyArchive } from '../archive/verify';
import { append } from '../lib/append';
import { looseText } from '../lib/bytes';
import { Fault } from '../lib/fault';
import { member, parseJson } from '../lib/json';
import { counted } from '../lib/text';
import { logTime } from '../lib/time';
import type { LibraryHead } from '../model/library';
import { siteById } from '../providers/sites';
import { release } from '../release';
import { type Book, openBook } from './book';
import { type Complaint, complaint, isComplaint } from './complaint';
import { fileSource, filesBelow, isSameFile, wholeFile } from './files';
import { readInto } from './intake-file';
import { unreadable, unwritable } from './open-file';
import type { Out } from './out';
import { openRest } from './rest';

export interface PackArguments {
  readonly site: string | null;
  readonly only: readonly string[];
  readonly at: string | null;
  readonly out: string | null;
}

/** `valise pack`: exit 0 if everything was read, 1 if something could not be (what could is packed all the same). */
export async function packCommand(files: readonly string[], args: PackArguments, out: Out): Promise<number> {
  const checked = await checkArguments(files, args);
  if (isComplaint(checked)) {
    out.complain(checked.sentence);
    return checked.code;
  }
  const book = openBook(release);
  try {
    return await packInto(book, files, { ...args, ...checked }, out);
  } finally {
    await book.close();
  }
}

type Checked = PackArguments & { readonly recorded: string | null; readonly out: string };

async function packInto(book: Book, files: readonly string[], args: Checked, out: Out): Promise<number> {
  const { complaints, options, library, rest } = await readFiles(files, book, args);
  const packed = book.sessions.length;
  if (packed > 0) {
    const written = await write(book, args.out, { options: options ?? DEFAULT_OPTIONS, library });
    append(complaints, written.complaints);
    for (const each of saidOf(packed, args.out, written.gaps, complaints.length > 0)) out.say(each);
  } else if (complaints.length === 0) complaints.push(`${files.join(', ')}: no session was found.`);
  for (const each of rest) out.say(each);
  for (const each of complaints) out.complain(each);
  return complaints.length === 0 ? 0 : 1;
}

/** What is said of an archive that was written; nothing where none was. */
function saidOf(packed: number, path: string, gaps: number | null, isPartial: boolean): string[] {
  if (gaps === null) return [];
  const who = packed === 1 ? 'It holds' : 'They hold';
  return [
    `${counted(packed, 'session')} packed into ${path}`,
    gaps === 0 ? `${who} no known gap.` : `${who} ${counted(gaps, 'known gap')}; session.json lists each.`,
    ...(isPartial ? ['Not all of it could be read: the archive was written all the same, with what could.'] : []),
  ];
}

async function checkArguments(
  files: readonly string[],
  { site, at, out }: PackArguments,
): Promise<{ recorded: string | null; out: string } | Complaint> {
  if (!out) return complaint('Say where to write the archive: --out X.zip', 2);
  for (const file of files)
    if (await isSameFile(file, out))
      return complaint(`${out}: this is what is to be packed; write to another file.`, 2);
  if (site !== null && !siteById(site)) return complaint(`There is no site "${site}".`, 2);
  const epoch = process.env.SOURCE_DATE_EPOCH || undefined;
  if (at === null && epoch === undefined) return { recorded: null, out };
  const recorded = logTime(at === null ? Number(epoch) * 1000 : Date.parse(at));
  return recorded === null
    ? complaint(`"${at ?? epoch}" is no time: give one such as 2026-01-31T12:00:00Z`, 2)
    : { recorded, out };
}

/** What reading gave beside what is in the book by now. */
interface ReadFiles {
  readonly complaints: string[];
  /** Those of the first archive among them. */
  readonly options: PackOptions | null;
  /** Of a backup that was given alone: packed again it is the same backup. */
  readonly library: LibraryHead | null;
  /** What is told of the files that were given but is not packed. */
  readonly rest: readonly string[];
}

async function readFiles(files: readonly string[], book: Book, args: Checked): Promise<ReadFiles> {
  const complaints: string[] = [];
  const rest: string[] = [];
  let options: PackOptions | null = null;
  let library: LibraryHead | null = null;
  for (const file of files) {
    const read = await readFile(file, book, args);
    append(complaints, read.complaints);
    append(rest, read.rest);
    options ??= read.options;
    library = files.length === 1 ? read.library : null;
  }
  const found = new Set(book.sessions.map(({ identity }) => identity.native));
  for (const id of args.only)
    if (!found.has(id)) complaints.push(`${files.join(', ')}: no conversation with the id ${id} was found.`);
  // who takes some conversations by their ids leaves the others, and all else, on purpose
  return { complaints, options, library, rest: args.only.length > 0 ? [] : rest };
}

async function readFile(file: string, book: Book, args: Checked): Promise<ReadFiles> {
  const complaints: string[] = [];
  const rest = openRest();
  let options: PackOptions | null = null;
  let library: LibraryHead | null = null;
  let reading = file;
  try {
    const below = await filesBelow(file);
    const bags = below.filter((each) => basename(each) === 'bagit.txt').map(dirname);
    for (const bag of bags)
      complaints.push(`${bag}: this is an archive that was unpacked; give the zip that it came out of.`);
    const own = below.filter((each) => bags.every((bag) => !each.startsWith(bag + sep)));
    for (const each of own) {
      reading = each;
      const read = await readInto(each, book, { ...args, rest, inFolder: below.length > 1 || each !== file });
      append(complaints, read.complaints);
      options ??= read.options;
      library = own.length === 1 ? (read.library ?? null) : null;
    }
    return { complaints, options, library, rest: rest.sentences(file) };
  } catch (error) {
    return {
      complaints: [...complaints, unreadable(reading, error)],
      options,
      library: null,
      rest: rest.sentences(file),
    };
  }
}

/**
 * Reads the finished archive back before anybody gets it. Gives what it lacks, which can only be what an archive that went
 * into it lacked, and how many gaps its sessions name.
 */
async function lookBack(path: string): Promise<{ lacks: string[]; gaps: number }> {
  const source = await fileSource(path);
  try {
    const archive = await openArchive(source);
    const verdict = archive.kind === 'refused' ? archive : await verifyArchive(archive);
    if (archive.kind === 'refused' || verdict.kind === 'refused') throw new Fault('broken-promise', { cause: verdict });
    return { lacks: verdict.flaws.map(({ sentence }) => sentence), gaps: await gapCount(archive) };
  } finally {
    await source.close();
  }
}

/** The gaps that the sessions of a finished archive list in their `session.json`. */
async function gapCount({ sessions, entries }: OpenedArchive): Promise<number> {
  let count = 0;
  for (const { slug } of sessions) {
    const head = await entries.get(`${sessionFolder(slug)}session.json`)?.read();
    const gaps = member(parseJson(looseText(head ?? new Uint8Array())), 'gaps');
    count += Array.isArray(gaps) ? gaps.length : 0;
  }
  return count;
}

/** Writes the archive whole or not at all; says what it lacks, or why the disk refuses (then `gaps` is null). */
async function write(
  book: Book,
  path: string,
  { options, library }: { readonly options: PackOptions; readonly library: LibraryHead | null },
): Promise<{ gaps: number | null; complaints: string[] }> {
  try {
    const file = await wholeFile(path);
    try {
      await pack({ sessions: book.sessions, artifact: (hash) => book.artifact(hash), release, options, library }, file);
      const { lacks, gaps } = await lookBack(file.partial);
      await file.done();
      return { gaps, complaints: lacks.map((sentence) => `${path}: ${sentence}`) };
    } catch (error) {
      await file.drop();
      throw error;
    }
  } catch (error) {
    return { gaps: null, complaints: [unwritable(path, error)] };
  }
}
