import { artifactName } from '../lib/hash';
import type { Draft, SessionReading } from '../providers/contract';
import type { FileNote, FilePlace } from './file-note';

/** The bytes of a file as they are. */
export interface FileBytes {
  /** Bare hex SHA-256. */
  readonly sha256: string;
  readonly bytes: number;
  /** By looking at them. */
  readonly mime: string;
}

const NOTHING = { id: null, node: null, type: null, parent: null } as const;

/**
 * What the exchange of a file says: in the place of each gap that it answers the file, or why it is still missing. The
 * same for every site.
 * @param file null: no bytes came, or none that are the file
 * @param at when it was tried
 */
export function readFile(note: FileNote, file: FileBytes | null, at: string): SessionReading {
  const drafts = note.places.flatMap((place) => [
    ...(note.outcome === 'kept' && file ? [artifactDraft(note, place, file)] : [gapDraft(note, place, at)]),
    ...(note.outcome !== 'kept' && note.preview && file ? [previewDraft(note, place, file)] : []),
  ]);
  return { kind: 'session', native: note.session, occurred: null, drafts, attachments: [] };
}

const draft = (
  { thread, parents }: FilePlace,
  said: Pick<Draft, 'id' | 'kind' | 'body'> & Partial<Pick<Draft, 'at' | 'fidelity'>>,
): Draft => ({
  thread,
  parents: [...parents],
  at: { occurred: null, updated: null },
  actor: { kind: 'provider', name: null, model: null },
  native: NOTHING,
  sealed: [],
  raw: [''],
  ...said,
});

function artifactDraft(note: FileNote, place: FilePlace, file: FileBytes): Draft {
  return draft(place, {
    id: place.id,
    kind: 'artifact',
    body: { ...bodyOf(note, file), role: 'file', ...claimed(note, file) },
  });
}

const previewDraft = (note: FileNote, place: FilePlace, file: FileBytes): Draft =>
  draft(place, {
    id: `${place.id}/preview`,
    kind: 'artifact',
    body: { ...bodyOf(note, file), role: 'preview' },
    fidelity: 'derived',
  });

function bodyOf({ pointer, name, claims }: FileNote, { sha256, bytes, mime }: FileBytes) {
  return { artifact: artifactName(sha256), name: name ?? claims?.name ?? null, mime, bytes, pointer };
}

/** What the site said otherwise. */
function claimed({ claims }: FileNote, { bytes, mime }: FileBytes): object {
  const type = claims?.type?.split(';')[0]?.trim().toLowerCase() ?? '';
  const other = {
    ...(type !== '' && type !== mime ? { mime: type } : {}),
    ...(claims?.bytes != null && claims.bytes !== bytes ? { bytes: claims.bytes } : {}),
  };
  return Object.keys(other).length > 0 ? { claimed: other } : {};
}

/** Still missing: the latest word counts, so it has the time at which it was tried. */
function gapDraft({ pointer, name, outcome, came }: FileNote, place: FilePlace, at: string): Draft {
  const what = { pointer, name, ...(came === null ? {} : { came }) };
  const why = outcome === 'kept' ? 'not-sent' : outcome;
  return draft(place, {
    id: place.id,
    kind: 'gap',
    body: { what, why, where: 'message', native: place.native },
    at: { occurred: null, updated: at },
  });
}
