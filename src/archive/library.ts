import { canonical } from '../lib/json';
import { FORMAT_VERSION } from '../model/event';
import type { BackupPart, LibraryHead } from '../model/library';
import type { OpenedArchive, OpenedSession } from './open';
import type { PackSession, PreparedSession } from './prepare';
import { type Flaw, flaw } from './verdict';

/** Where a backup says what it holds beside its sessions. */
export const LIBRARY_JSON = 'data/library.json';

/** What packing needs for it: the rest follows from the sessions. */
export type LibrarySource = Pick<LibraryHead, 'settings' | 'part'>;

/** `library.json` of a backup, in canonical form with a line end. */
export function libraryText({ settings, part }: LibrarySource, sessions: readonly PreparedSession[]): string {
  const { group, number, of } = part;
  const head: LibraryHead = {
    v: FORMAT_VERSION,
    part: { group, number, of },
    settings,
    tags: [...new Set(sessions.flatMap(({ source }) => source.note?.tags ?? []))].sort(),
    sessions: sessions.map(({ slug, logHash, source: { note, copy } }) => ({
      ...{ slug, log: logHash, notes: note != null },
      copy: copy ? { from: copy.from, at: copy.at } : null,
    })),
  };
  return `${canonical(head)}\n`;
}

/** The labels with which BagIt says that bags belong together. */
export const partLabels = ({ group, number, of }: BackupPart): Record<string, string> => ({
  'Bag-Group-Identifier': group,
  'Bag-Count': `${number} of ${of}`,
});

/** A session of an opened archive, as it would be packed again. */
export const sourceOf = (
  { library }: Pick<OpenedArchive, 'library'>,
  { slug, identity, containers, lines, note }: OpenedSession,
): PackSession => ({ identity, containers, lines, note, copy: copyOf(library, slug) });

/** Where a backup says that a session is a copy; null: it is the person's own, or this is no backup. */
export const copyOf = (library: LibraryHead | null, slug: string): LibraryHead['sessions'][number]['copy'] =>
  library?.sessions.find((each) => each.slug === slug)?.copy ?? null;

/** What `library.json` says otherwise than the archive has it. */
export function libraryFlaws({ library, sessions, info }: OpenedArchive): Flaw[] {
  if (!library) return [];
  const said = new Map(library.sessions.map((each) => [each.slug, each]));
  const others = sessions.filter(({ slug, logHash, note }) => {
    const head = said.get(slug);
    said.delete(slug);
    return head?.log !== logHash || head.notes !== (note !== null);
  });
  const slugs = [...others.map(({ slug }) => slug), ...said.keys()];
  const labels = Object.entries(partLabels(library.part)).filter(([label, value]) => info.get(label) !== value);
  return [
    ...slugs.map((slug) =>
      flaw(LIBRARY_JSON, 'library', `"${LIBRARY_JSON}" does not say of the session "${slug}" what is in the archive.`),
    ),
    ...labels.map(([label, value]) =>
      flaw('bag-info.txt', label, `"bag-info.txt" states another ${label} than the backup does, which is ${value}.`),
    ),
  ];
}
