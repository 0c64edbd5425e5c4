import type { Root } from 'mdast';
import type { Cite } from '../handoff/cited';
import { putCites } from './cites';
import { gatherNotes, type Notes } from './notes';
import { readMarkdown } from './read';

/** Somebody's Markdown, read once for every way in which it is shown. Whoever shows it changes nothing of it. */
export interface Prose {
  readonly text: string;
  readonly cites: readonly Cite[];
  /** The text as it was read: without a byte order mark. */
  readonly source: string;
  /** What is cited, by its place in that. */
  readonly moved: readonly Cite[];
  /** Null where it is too long or too deep to be read. */
  readonly read: ReadProse | null;
}

export interface ReadProse {
  /** With what is cited where it is cited, and the footnotes at the end. */
  readonly root: Root;
  readonly notes: Notes;
}

/** Reads somebody's Markdown with what it cites. */
export function readProse(text: string, cites: readonly Cite[]): Prose {
  // the parser takes the mark away, and counts without it
  const mark = text.startsWith('\ufeff') ? 1 : 0;
  const source = text.slice(mark);
  const moved = mark === 0 ? cites : cites.map((cite) => ({ ...cite, at: Math.max(0, cite.at - mark) }));
  const read = readMarkdown(source);
  if (read === null) return { text, cites, source, moved, read };
  putCites(read, moved);
  return { text, cites, source, moved, read: { root: read.root, notes: gatherNotes(read.root) } };
}
