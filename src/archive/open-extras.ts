import { textOf } from '../lib/bytes';
import { member, parseJson } from '../lib/json';
import { FORMAT_VERSION } from '../model/event';
import { LibraryHead } from '../model/library';
import { type Note, noteIn } from '../model/note';
import { LIBRARY_JSON } from './library';
import { checkHash, documentIn, stop } from './open-steps';
import type { ZipEntry } from './zip/reader';

/** What opening goes by. */
export interface Bag {
  readonly entries: ReadonlyMap<string, ZipEntry>;
  readonly manifest: ReadonlyMap<string, string>;
  readonly checked: Set<string>;
}

/** The note that a session's `notes.jsonl` holds. */
export function noteOf(folder: string, text: string): Note {
  const note = noteIn(text);
  if (note) return note;
  throw stop(`${folder}notes.jsonl`, 'notes', `The notes "${folder}notes.jsonl" are not as the format has them.`);
}

/** `library.json`, which only a backup has. */
export async function openLibrary({ entries, manifest, checked }: Bag): Promise<LibraryHead | null> {
  const hash = manifest.get(LIBRARY_JSON);
  if (hash === undefined) return null;
  const text = textOf(await checkHash(LIBRARY_JSON, hash, entries));
  if (text === null) throw stop(LIBRARY_JSON, 'not-utf8', `The file "${LIBRARY_JSON}" is not text in UTF-8.`);
  checked.add(LIBRARY_JSON);
  const version = member(parseJson(text), 'v');
  if (typeof version === 'number' && version > FORMAT_VERSION)
    throw stop(
      LIBRARY_JSON,
      'newer',
      `The backup's "${LIBRARY_JSON}" is in format ${version}; this release reads up to format ${FORMAT_VERSION}. Please take a newer release: nothing was changed.`,
    );
  return documentIn(LibraryHead, LIBRARY_JSON, text);
}
