import { hashIn } from '../lib/hash';
import { member } from '../lib/json';
import type { Event } from '../model/event';
import type { Part } from '../model/parts';
import type { ServerCopy } from '../model/references';
import { besides } from '../projection/branches';
import { partsOf } from '../projection/sources';
import type { SessionView } from '../projection/view';

/** A part that shows or names a file. */
export type MediaPart = Extract<Part, { type: 'image' | 'audio' | 'video' | 'file' }>;

const UNNAMED: Readonly<Record<MediaPart['type'], string>> = {
  image: 'a picture the site did not name',
  audio: 'a sound the site did not name',
  video: 'a film the site did not name',
  file: 'a file the site did not name',
};

/** What a part that names no file is called. */
export const unnamedMedia = ({ type }: MediaPart): string => UNNAMED[type];

export const isMedia = (part: Part): part is MediaPart =>
  part.type === 'image' || part.type === 'audio' || part.type === 'video' || part.type === 'file';

/**
 * The bare hash of what a part shows: its own artifact, else that of an `artifact` event beside the event that was made
 * for the same pointer or name when its bytes came; null: no bytes.
 */
export function mediaHash(view: SessionView, event: Event, part: MediaPart): string | null {
  if (part.artifact) return hashIn(part.artifact);
  for (const id of view.children.get(event.id) ?? []) {
    const child = view.current.get(id);
    if (child?.kind === 'artifact' && isSame(child.body, part)) return hashIn(child.body.artifact);
  }
  return null;
}

const isSame = (body: Event<'artifact'>['body'], part: MediaPart): boolean =>
  part.pointer !== undefined && body.pointer !== undefined
    ? body.pointer === part.pointer
    : Boolean(part.name) && body.name === part.name;

/** What hangs beside an event and says of a file that its parts name: here are its bytes, or why there are none. */
export type Beside = Event<'artifact'> | Event<'gap'>;

/** What says it of one part of an event; null: nothing does. */
export function besideOf(view: SessionView, event: Event, part: MediaPart): Beside | null {
  const hash = mediaHash(view, event, part);
  for (const each of besides(view, event.id)) {
    if (each.kind === 'artifact' && hash !== null && hashIn(each.body.artifact) === hash) return each;
    if (each.kind === 'gap' && hash === null && isAbout(each, part)) return each;
  }
  return null;
}

/** The ids of all that say it of a part of these events: it is said where the part stands, and nowhere else. */
export const saidInParts = (view: SessionView, events: readonly Event[]): ReadonlySet<string> =>
  new Set(
    events.flatMap((event) =>
      partsOf(event).flatMap((part) => (isMedia(part) ? (besideOf(view, event, part)?.id ?? []) : [])),
    ),
  );

/** Two files may have the same name: where both sides have the site's pointer, it decides. */
function isAbout({ body: { what } }: Event<'gap'>, { pointer, name }: MediaPart): boolean {
  const named = member(what, 'pointer');
  if (pointer && typeof named === 'string') return named === pointer;
  if (typeof what !== 'object' || what === null) return false;
  return Object.values(what).some(
    (each) => each !== '' && (each === pointer || each === name) && typeof each === 'string',
  );
}

/** Names of files by the id under which a server keeps them: the last piece of the pointer with which parts name them. */
export function namesOfCopies(view: SessionView): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const event of view.current.values())
    for (const part of partsOf(event)) {
      if (!isMedia(part) || typeof part.pointer !== 'string' || !part.name) continue;
      const piece = part.pointer.replace(/[#?].*$/s, '').replace(/^.*\//s, '');
      if (!names.has(piece)) names.set(piece, part.name);
    }
  return names;
}

/** What a copy on a server is, with the name of the file where it is one: `file “soundings.csv”`. */
export function copyWords({ type, id }: Pick<ServerCopy, 'type' | 'id'>, names: ReadonlyMap<string, string>): string {
  const name = names.get(id);
  return `${type.replaceAll('-', ' ')}${name === undefined ? '' : ` “${name}”`}`;
}
