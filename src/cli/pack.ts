import { DEFAULT_OPTIONS, type PackOptions } from '../archive/options';
import { pack } from '../archive/pack';
import { siteById } from '../providers/sites';
import { release } from '../release';
import { type Book, openBook } from './book';
import { type Complaint, complaint, isComplaint } from './complaint';
import { filesBelow, wholeFile } from './files';
import { readInto } from './intake-file';
import { unreadable, unwritable } from './open-file';
import type { Out } from './out';

export interface PackArguments {
  readonly site: string | null;
  readonly only: readonly string[];
  readonly at: string | null;
  readonly out: string | null;
}

/** `valise pack`: exit 0 if everything was read, 1 if something could not be (what could is packed all the same). */
export async function packCommand(files: readonly string[], args: PackArguments, out: Out): Promise<number> {
  const checked = check(args);
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
  const complaints: string[] = [];
  let options: PackOptions | null = null;
  for (const file of files) {
    const read = await readFile(file, book, args);
    complaints.push(...read.complaints);
    options ??= read.options;
  }
  const missing = args.only.filter((id) => !book.sessions.some(({ identity }) => identity.native === id));
  complaints.push(...missing.map((id) => `${files.join(', ')}: no conversation with the id ${id} was found.`));
  if (book.sessions.length > 0) {
    const refusal = await write(book, args.out, options ?? DEFAULT_OPTIONS);
    if (refusal) complaints.push(refusal);
    else out.say(`${book.sessions.length} session${book.sessions.length === 1 ? '' : 's'} packed into ${args.out}`);
  } else if (complaints.length === 0) complaints.push(`${files.join(', ')}: no session was found.`);
  for (const each of complaints) out.complain(each);
  return complaints.length === 0 ? 0 : 1;
}

function check({ site, at, out }: PackArguments): { recorded: string | null; out: string } | Complaint {
  if (out === null) return complaint('Say where to write the archive: --out X.zip', 2);
  if (site !== null && !siteById(site)) return complaint(`There is no site "${site}".`, 2);
  const epoch = process.env['SOURCE_DATE_EPOCH'];
  const time = at !== null ? Date.parse(at) : epoch !== undefined ? Number(epoch) * 1000 : null;
  if (time !== null && !Number.isFinite(time))
    return complaint(`"${at ?? epoch}" is no time: give one such as 2026-01-31T12:00:00Z`, 2);
  return { recorded: time === null ? null : new Date(time).toISOString(), out };
}

async function readFile(
  file: string,
  book: Book,
  args: Checked,
): Promise<{ complaints: string[]; options: PackOptions | null }> {
  try {
    const complaints: string[] = [];
    let options: PackOptions | null = null;
    const below = await filesBelow(file);
    for (const each of below) {
      const read = await readInto(each, book, { ...args, inFolder: below.length > 1 || each !== file });
      complaints.push(...read.complaints);
      options ??= read.options;
    }
    return { complaints, options };
  } catch (error) {
    return { complaints: [unreadable(file, error)], options: null };
  }
}

/** Writes the archive whole or not at all; gives the sentence to say where the disk refuses. */
async function write(book: Book, path: string, options: PackOptions): Promise<string | null> {
  try {
    const file = await wholeFile(path);
    try {
      await pack({ sessions: book.sessions, artifact: (hash) => book.artifact(hash), release, options }, file);
      await file.done();
      return null;
    } catch (error) {
      await file.drop();
      throw error;
    }
  } catch (error) {
    return unwritable(path, error);
  }
}
