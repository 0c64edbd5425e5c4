import { z } from 'zod';
import { canonical, parseJson } from '../lib/json';
import { FORMAT_VERSION } from './event';

/** How much a person may note of one session. */
export const NOTE_LIMITS = { tags: 50, tag: 60, text: 100_000 } as const;

/** A line of `notes.jsonl`: what the person noted of a session for themselves. It is no part of its log. */
export const Note = z.object({
  v: z.literal(FORMAT_VERSION),
  starred: z.boolean(),
  tags: z.array(z.string().min(1).max(NOTE_LIMITS.tag)).max(NOTE_LIMITS.tags),
  text: z.string().max(NOTE_LIMITS.text),
  /** ISO 8601. */
  changed: z.iso.datetime(),
});
export type Note = z.infer<typeof Note>;

/** True where it says something. */
export const saysSomething = ({ starred, tags, text }: Pick<Note, 'starred' | 'tags' | 'text'>): boolean =>
  starred || tags.length > 0 || text !== '';

/** Tags as they are kept: each once, without blanks around it, in order. */
export function tidyTags(tags: readonly string[]): string[] {
  const tidy = tags.map((tag) => Array.from(tag.toWellFormed().normalize('NFC').trim().replace(/\s+/g, ' ')));
  const cut = tidy.map((letters) => letters.join('').slice(0, NOTE_LIMITS.tag).toWellFormed()).filter(Boolean);
  return [...new Set(cut)].sort().slice(0, NOTE_LIMITS.tags);
}

/** `notes.jsonl` of a session: one line, in canonical form. */
export const notesText = ({ v, starred, tags, text, changed }: Note): string =>
  `${canonical({ v, starred, tags, text, changed })}\n`;

/** The note that such a text holds: of several lines the one that was changed last. Null: it is none. */
export function noteIn(text: string): Note | null {
  const lines = text.split('\n');
  if (lines.pop() !== '' || lines.length === 0) return null;
  const notes = lines.map((line) => Note.safeParse(parseJson(line)).data);
  if (notes.some((note) => note === undefined)) return null;
  return notes.reduce<Note | null>((last, note) => newerNote(last, note ?? null), null);
}

/** The one of two that was changed last. */
export function newerNote(a: Note | null, b: Note | null): Note | null {
  if (!a || !b) return a ?? b;
  return Date.parse(b.changed) > Date.parse(a.changed) ? b : a;
}
