import { openBook } from '../../../src/cli/book';
import { filesBelow } from '../../../src/cli/files';
import { readInto } from '../../../src/cli/intake-file';
import { openRest } from '../../../src/cli/rest';
import type { Event } from '../../../src/model/event';
import { type SessionView, viewOf } from '../../../src/projection/view';

/** The sessions of a file or folder. */
export async function sessionsIn(path: string): Promise<SessionView[]> {
  const book = openBook('0.1.0');
  try {
    const files = await filesBelow(path);
    const options = { site: null, only: [], recorded: null, rest: openRest(), inFolder: files.length > 1 };
    for (const file of files) await readInto(file, book, options);
    return book.sessions.map(({ lines }) => viewOf(lines.map((line): Event => JSON.parse(line))));
  } finally {
    await book.close();
  }
}
