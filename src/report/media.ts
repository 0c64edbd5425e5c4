import { hashIn } from '../lib/hash';
import type { Event } from '../model/event';
import type { Part } from '../model/parts';
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
