import type { Attachment, Draft } from '../contract';
import { lackOf } from '../kit/file-kinds';
import { gapDraft } from '../kit/notes';
import type { Node } from './nodes';
import { claude } from './site';

/** A file that a message names: its bytes are elsewhere. */
export interface NamedFile {
  /** The site's id of an uploaded file, or a path in the sandbox. */
  readonly pointer: string;
  readonly name: string | null;
  /** The first event that names it. */
  readonly event: string;
}

/** The files of one message, each once. */
export interface Files {
  /** Notes that an event names a file that was not fetched; `path`: where in the message. */
  name(file: NamedFile, path: readonly (string | number)[]): void;
  /** Bytes that came with the message itself. */
  keep(attachment: Attachment): void;
  attachments(): readonly Attachment[];
  all(): readonly NamedFile[];
  /** A gap for each, under the id that the file itself will have, below every event that names it. */
  gaps(): Draft[];
}

interface Named extends NamedFile {
  readonly events: Set<string>;
  readonly path: readonly (string | number)[];
}

export function collectFiles({ event, message, sent }: Node): Files {
  const named = new Map<string, Named>();
  const kept: Attachment[] = [];
  return {
    name(file, path) {
      const known = named.get(file.pointer);
      if (!known) named.set(file.pointer, { ...file, events: new Set([file.event]), path });
      else known.events.add(file.event);
    },
    keep: (attachment) => void kept.push(attachment),
    attachments: () => kept,
    all: () => [...named.values()],
    gaps: () =>
      Array.from(named.values(), ({ pointer, name, events, path }) => ({
        ...gapDraft(
          event,
          pointer,
          { why: lackOf(claude, pointer), what: { pointer, name }, native: message.id },
          sent.place(path),
        ),
        parents: [...events],
      })),
  };
}
