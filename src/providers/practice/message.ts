import { fromBase64 } from '../../lib/bytes';
import { artifactName, sha256Hex } from '../../lib/hash';
import { siteTime } from '../../lib/time';
import type { Body, Kind } from '../../model/bodies';
import { blockId, messageId } from '../../model/ids';
import type { Part } from '../../model/parts';
import type { Attachment, Draft, DraftPlace } from '../contract';
import { lackOf } from '../kit/file-kinds';
import { asideDraft } from './aside';
import { practice } from './site';
import type { WireFile, WireMessage } from './wire';

const SITE = 'practice';

/** The event that stands for a message of the practice chat. */
export const eventOf = (id: string): string => messageId(SITE, id);

export interface ReadMessage {
  readonly drafts: readonly Draft[];
  readonly attachments: readonly Attachment[];
}

/**
 * Reads one message: its event, then an event for each file beside it.
 * @param parent the event above it, or null
 * @param place where it stands in the payload
 */
export function readMessage(message: WireMessage, parent: string | null, place: DraftPlace): ReadMessage {
  const id = eventOf(message.id);
  const number = numbered();
  const files = message.files.map((file) => readFile(file, { message: message.id, number, place }));
  const role = roleOf(message.author);
  const main: Draft = {
    id,
    thread: 'root',
    parents: parent === null ? [] : [parent],
    at: { occurred: siteTime(message.sent), updated: null },
    actor: { kind: role, name: null, model: message.model },
    kind: 'message',
    body: {
      role,
      status: 'finished',
      hidden: false,
      parts: [...textParts(message, id), ...files.map(({ part }) => part)],
    },
    native: { id: message.id, node: null, type: message.author, parent: message.parent },
    sealed: [],
    raw: [place],
  };
  return {
    drafts: [main, ...files.map(({ draft }) => draft)],
    attachments: files.flatMap(({ attachment }) => (attachment ? [attachment] : [])),
  };
}

/** An unknown author is shown as the chat's own side. */
const roleOf = (author: string | null): 'user' | 'assistant' => (author === 'user' ? 'user' : 'assistant');

function textParts({ text, sources, citations }: WireMessage, event: string): Part[] {
  const cited = new Set(citations.map(({ source }) => source));
  return [
    { type: 'text', text, format: 'markdown' },
    ...citations.map(({ start, end, source }): Part => {
      const found = sources.find(({ id }) => id === source);
      const range = { start: Math.min(start, text.length), end: Math.min(end, text.length), unit: 'utf16' as const };
      const evidence = found ? [`${event}#${source}`] : [];
      return { type: 'citation', range, evidence, url: found?.url ?? null, title: found?.title ?? null };
    }),
    ...sources.map(({ id, url, title, quote }): Part => {
      const passages = quote === null ? [] : [{ text: quote, origin: 'provider' as const }];
      return { type: 'evidence', id, url, title, passages, cited: cited.has(id) };
    }),
  ];
}

/** Numbers what has no id of its own, each kind from 0. */
function numbered(): (kind: Kind) => string {
  const counts = new Map<Kind, number>();
  return (kind) => {
    const n = counts.get(kind) ?? 0;
    counts.set(kind, n + 1);
    return `${kind}.${n}`;
  };
}

interface FilePlace {
  readonly message: string;
  readonly number: (kind: Kind) => string;
  readonly place: DraftPlace;
}

/** A file becomes an artifact of its own; where its bytes are no base64, or were not sent along, a gap. */
function readFile(file: WireFile, { message, number, place }: FilePlace) {
  const { id, name, type: mime, base64 } = file;
  const bytes = base64 === null ? null : bytesOf(base64);
  const attachment = bytes && { sha256: sha256Hex(bytes), bytes };
  const artifact = attachment && artifactName(attachment.sha256);
  const type = mime?.startsWith('image/') ? ('image' as const) : ('file' as const);
  const pointer = base64 === null && id !== null ? `file:${id}` : null;
  const draft: Draft =
    artifact && bytes
      ? asideDraft({
          id: blockId(SITE, message, id ?? number('artifact')),
          parent: eventOf(message),
          kind: 'artifact',
          body: { artifact, name, mime, bytes: bytes.length, role: type },
          raw: [place],
        })
      : asideDraft({
          id: blockId(SITE, message, id ?? number('gap')),
          parent: eventOf(message),
          kind: 'gap',
          body: lackIn(file, pointer, message),
          raw: [place],
        });
  return {
    part: { type, artifact, mime, name, ...(pointer === null ? {} : { pointer }) } satisfies Part,
    draft,
    attachment,
  };
}

function lackIn({ id, name, base64 }: WireFile, pointer: string | null, message: string): Body<'gap'> {
  if (pointer !== null)
    return { what: { pointer, name }, why: lackOf(practice, pointer), where: 'message', native: message };
  return { what: { file: name }, why: base64 === null ? 'not-sent' : 'unreadable', where: 'message', native: id };
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return fromBase64(base64);
  } catch {
    return null; // what is no base64 is a gap, not a fault
  }
}
